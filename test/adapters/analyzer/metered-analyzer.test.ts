import { MeteredAnalyzer } from "../../../src/adapters/analyzer/metered-analyzer.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingMetrics } from "../../fakes/recording-metrics.js";

const audio: EncodedAudio = { kind: "memory", bytes: new Uint8Array() };

describe("MeteredAnalyzer", () => {
  const clock = new ManualClock();
  let analyzer: FakeAnalyzer;
  let metrics: RecordingMetrics;
  let metered: MeteredAnalyzer;
  beforeEach(() => {
    analyzer = new FakeAnalyzer({ tempo: 120 });
    metrics = new RecordingMetrics();
    metered = new MeteredAnalyzer({ analyzer, metrics, clock });
  });

  it("returns the result of the wrapped analyzer, and measures its duration", async () => {
    const release = analyzer.hold();
    const analysis = metered.analyze(audio);
    clock.advance(1_500);
    release();

    const { estimates } = await analysis;

    expect(estimates.tempo.value).toBe(120);
    expect(metrics.analyses).toEqual([{ outcome: "measured", milliseconds: 1_500 }]);
  });

  it.each([
    [new AudioUndecodableError("the file is empty"), "AUDIO_UNDECODABLE"],
    [new Error("a worker died"), "INTERNAL"],
  ])(
    "fails with the error of the wrapped analyzer, and counts %s by its outcome",
    async (error, outcome) => {
      analyzer.answerWith(error);

      await expect(metered.analyze(audio)).rejects.toBe(error);

      expect(metrics.analyses).toEqual([{ outcome, milliseconds: 0 }]);
    },
  );

  it("counts an aborted analysis as cancelled", async () => {
    analyzer.hold();
    const controller = new AbortController();
    const analysis = metered.analyze(audio, controller.signal);
    controller.abort(new Error("stopped"));

    await expect(analysis).rejects.toThrow("stopped");

    expect(metrics.analyses).toEqual([{ outcome: "cancelled", milliseconds: 0 }]);
  });
});
