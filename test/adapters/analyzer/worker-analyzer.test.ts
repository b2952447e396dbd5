import {
  WorkerAnalyzer,
  type WorkerAnalyzerOptions,
} from "../../../src/adapters/analyzer/worker-analyzer.js";
import { ThreadCrashedError } from "../../../src/adapters/threads/thread-pool.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { describeAnalyzer } from "../../contracts/analyzer.contract.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { recordingPath } from "../decoder/recordings.js";
import { builtAnalysisThread } from "../threads/built-threads.js";
import { misbehavingWorkerUrl } from "./misbehaving-worker.js";

const opened: WorkerAnalyzer[] = [];

function opening(options: Partial<WorkerAnalyzerOptions> = {}): WorkerAnalyzer {
  const analyzer = new WorkerAnalyzer({ concurrency: 1, ...options });
  opened.push(analyzer);
  return analyzer;
}

/** Opens an analyzer whose threads behave as the path of a file says. */
function misbehaving(options: Partial<WorkerAnalyzerOptions> = {}): WorkerAnalyzer {
  return opening({ workerUrl: misbehavingWorkerUrl, maxHeapMegabytes: 64, ...options });
}

const behaving = (path: string): EncodedAudio => ({ kind: "file", path });

const shared = opening();
describeAnalyzer("WorkerAnalyzer", () => shared);

describe("WorkerAnalyzer", () => {
  afterAll(async () => {
    await Promise.all(opened.map((analyzer) => analyzer.close()));
  });

  it.each(["exit", "throw", "reject", "fill the heap"])(
    "fails only the job whose thread dies (%s), and runs the next in a new thread",
    async (death) => {
      const analyzer = misbehaving();

      const died = analyzer.analyze(behaving(death));
      const next = analyzer.analyze(behaving("answer"));

      await expect(died).rejects.toBeInstanceOf(ThreadCrashedError);
      await expect(next).resolves.toMatchObject({ durationSeconds: 12.5, beats: [0.5, 1] });
    },
  );

  it("logs what is wrong with audio that was analysed nevertheless", async () => {
    const logger = new RecordingLogger();

    await misbehaving({ logger }).analyze(behaving("answer"));

    expect(logger.lines).toEqual([
      {
        level: "warn",
        message: "Audio was analysed that is not as it should be.",
        facts: { file: "answer", warning: "may be cut off" },
      },
    ]);
  });

  it("rebuilds the error of audio that may be readable later", async () => {
    const analyzing = misbehaving().analyze(behaving("unavailable"));

    await expect(analyzing).rejects.toMatchObject({ code: "AUDIO_UNAVAILABLE" });
  });

  it("continues the other jobs when one thread dies", async () => {
    const analyzer = misbehaving({ concurrency: 2 });

    const outcomes = await Promise.allSettled(
      ["exit", "answer", "answer", "throw", "answer"].map((path) =>
        analyzer.analyze(behaving(path)),
      ),
    );

    const expected = ["rejected", "fulfilled", "fulfilled", "rejected", "fulfilled"];
    expect(outcomes.map(({ status }) => status)).toEqual(expected);
  });

  it("survives an error in a thread that has already sent its result", async () => {
    const analyzer = misbehaving();

    await analyzer.analyze(behaving("answer, then die"));
    const outcomes = await Promise.allSettled(
      ["answer", "answer", "answer"].map((path) => analyzer.analyze(behaving(path))),
    );

    // The thread may run one more job before the error ends it; only one thread dies.
    const hit = outcomes.filter(({ status }) => status === "rejected");
    expect(hit.length).toBeLessThanOrEqual(1);
  });

  it("rebuilds the error of undecodable audio", async () => {
    const analysis = misbehaving().analyze(behaving("undecodable"));

    await expect(analysis).rejects.toMatchObject({
      code: "AUDIO_UNDECODABLE",
      facts: { reason: "it is a test" },
    });
  });

  it("terminates a thread that hangs, and runs the next job in a new thread", async () => {
    const analyzer = misbehaving({ timeoutMilliseconds: 1_500 });

    const hung = analyzer.analyze(behaving("hang"));
    const next = analyzer.analyze(behaving("answer"));

    await expect(hung).rejects.toMatchObject({
      code: "ANALYSIS_TOO_COSTLY",
      facts: { maxSeconds: 1.5 },
    });
    await expect(next).resolves.toMatchObject({ durationSeconds: 12.5 });
  });

  it("refuses a recording that is longer than the limit", async () => {
    const analyzer = opening({ maxDurationSeconds: 1, workerUrl: builtAnalysisThread });

    const analysis = analyzer.analyze(behaving(recordingPath("tones.opus")));

    await expect(analysis).rejects.toMatchObject({
      code: "AUDIO_TOO_LONG",
      facts: { maxSeconds: 1 },
    });
  });

  it("terminates the thread of an aborted job, and runs the next job in a new thread", async () => {
    const analyzer = misbehaving();
    const controller = new AbortController();

    const aborted = analyzer.analyze(behaving("hang"), controller.signal);
    const next = analyzer.analyze(behaving("answer"));
    controller.abort(new Error("no longer wanted"));

    await expect(aborted).rejects.toThrow("no longer wanted");
    await expect(next).resolves.toMatchObject({ durationSeconds: 12.5 });
  });

  it("accepts jobs again after the running one is aborted", async () => {
    const analyzer = misbehaving();
    const controller = new AbortController();
    const running = analyzer.analyze(behaving("wait"), controller.signal);
    controller.abort(new Error("enough"));
    await expect(running).rejects.toThrow("enough");

    const analysis = await analyzer.analyze(behaving("answer"));

    expect(analysis.durationSeconds).toBe(12.5);
  });

  it("rejects running and queued jobs when it is closed", async () => {
    const analyzer = misbehaving();
    const calls = ["hang", "answer"].map((path) => analyzer.analyze(behaving(path)));

    const closing = analyzer.close();
    const outcomes = await Promise.allSettled([...calls, analyzer.analyze(behaving("answer"))]);
    await closing;

    expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  });
});
