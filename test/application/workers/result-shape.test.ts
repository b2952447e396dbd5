import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { EMPTY_FINGERPRINT } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { shaped } from "../../../src/rest/request/shaped.js";
import { workerResultShape } from "../../../src/rest/worker/result-shape.js";
import { fileOf, pieces } from "../uploads/uploading.js";
import { builtAnalysisThread } from "../../adapters/threads/built-threads.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { sixSeconds } from "../../fakes/timelines.js";

const valid = {
  source: "library",
  analysis: {
    ...measuredAudio({ tempo: 120, key: 9, beats: [0.5, 1] }),
    timeline: sixSeconds,
    fingerprint: EMPTY_FINGERPRINT,
  },
};

describe("The shape of a worker's result", () => {
  it("accepts what the analyser measures, unchanged by JSON", async () => {
    const analyzer = new WorkerAnalyzer({ concurrency: 1, workerUrl: builtAnalysisThread });
    const path = fileOf(pieces[0]!);
    const analysis = await analyzer.analyze({ kind: "file", path });
    await analyzer.close();

    const sent: unknown = JSON.parse(JSON.stringify({ source: "library", analysis }));

    expect(shaped(sent, workerResultShape)).toEqual({ source: "library", analysis });
  });

  const { analysis } = valid;
  const estimated = (field: "tempo" | "key" | "energy", value: unknown) => ({
    estimates: {
      ...analysis.estimates,
      [field]: { value, confidence: 0.5, method: "measured" },
    },
  });
  it.each([
    ["a tempo of zero", estimated("tempo", 0)],
    ["a text as a tempo", estimated("tempo", "120")],
    ["a key between two pitch classes", estimated("key", 1.5)],
    ["a key beyond the scale", estimated("key", 12)],
    ["an energy above one", estimated("energy", 1.01)],
    ["a value that is left out", { estimates: {} }],
    ["another value", { estimates: { ...analysis.estimates, sparkle: analysis.estimates.energy } }],
    ["a length below zero", { durationSeconds: -1 }],
    ["beats out of order", { beats: [1, 0.5], downbeats: [] }],
    ["beats after the end", { beats: [31.5], downbeats: [] }],
    ["a downbeat that is no beat", { downbeats: [0.7] }],
    ["a name", { trackName: "Money" }],
    [
      "a curve of another step",
      {
        timeline: { ...sixSeconds, tempoCurve: { hopSeconds: 0, values: [] } },
      },
    ],
    [
      "a section with a number as its label",
      {
        timeline: { ...sixSeconds, sections: [{ ...sixSeconds.sections[0], label: 1 }] },
      },
    ],
  ])("refuses %s", (_what, change) => {
    const result = { ...valid, analysis: { ...analysis, ...change } };

    expect(() => shaped(result, workerResultShape)).toThrow(InvalidInputError);
    expect(() => shaped(valid, workerResultShape)).not.toThrow();
  });
});
