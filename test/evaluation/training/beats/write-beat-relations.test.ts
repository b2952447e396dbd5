import { ensemble, ensembleBeats } from "../../../signals/ensemble.js";
import { beatTrackerOf } from "./write-beat-cues.js";
import { relatedBeats } from "./write-beat-relations.js";

const PIECE = { bpm: 120, beatsPerBar: 4, seconds: 16 };

async function* blocks() {
  yield await Promise.resolve({ channels: [ensemble(PIECE)], sampleRate: 22_050 });
}

describe("relatedBeats", () => {
  it("names how labelled and tracked beats relate to the labelled ones", async () => {
    const beats = [...ensembleBeats(PIECE)];

    const sequences = relatedBeats(await beatTrackerOf(blocks()), {
      file: "piece.wav",
      tempo: PIECE.bpm,
      beats,
    });

    const given = sequences.filter(({ isTracked }) => !isTracked);
    expect(given.map(({ to, bpm }) => [to, bpm])).toEqual([
      ["same", 120],
      ["offBeat", 120],
      ["tooSlow", 60],
      ["tooSlow", 60],
      ["tooFast", 240],
    ]);
    expect(given[4]!.times).toHaveLength(2 * beats.length - 1);
    const tracked = sequences.filter(({ isTracked }) => isTracked);
    expect(new Set(tracked.map(({ to }) => to))).toEqual(
      new Set(["same", "offBeat", "tooSlow", "tooFast"]),
    );
  });
});
