import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import type { AudioSource } from "../../../src/ports/analysis/audio-source.js";
import { misbehavingWorkerUrl } from "../../adapters/analyzer/misbehaving-worker.js";
import { openApplicationUnderTest } from "../../application/application-under-test.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { FaultTrial } from "./fault-trial.js";

const ARTIST = "Faults";
const misbehaviours = ["fill the heap", "exit", "throw", "reject"] as const;

/**
 * Analysis threads that use all memory that they may, or crash: other requests are still answered.
 */
export async function workerOutOfMemory(trial: FaultTrial): Promise<void> {
  const names = [...misbehaviours, "answer"];
  const source: AudioSource = {
    name: "library",
    find: ({ track }) => Promise.resolve({ kind: "file", path: track.trackName }),
  };
  const application = await openApplicationUnderTest({
    providers: [
      new FakeProvider(
        "library",
        names.map((name) => candidate(ARTIST, name)),
      ),
    ],
    sources: [source],
    analyzer: new WorkerAnalyzer({
      concurrency: 2,
      maxHeapMegabytes: 32,
      workerUrl: misbehavingWorkerUrl,
    }),
  });
  trial.atEnd(() => application.close());
  trial.atEnd(() => Promise.resolve(trial.probe.rest()));
  trial.probe.watch(application.url);
  await application.get("/api/audio/search?track=answer");
  const statusOf = async (name: string): Promise<number> =>
    (await application.get(`/api/audio/analysis/${trackKeyFrom(ARTIST, name)}`)).status;

  const failed = misbehaviours.map(async (misbehaviour) => {
    const status = await statusOf(misbehaviour);
    trial.check(status === 500, `a thread that was to "${misbehaviour}" was answered ${status}`);
  });
  const status = await statusOf("answer");
  trial.check(status === 200, `another analysis was answered ${status}`);
  await Promise.all(failed);
}
