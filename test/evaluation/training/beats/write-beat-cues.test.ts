import { BEAT_CUE_COUNT } from "../../../../src/dsp/rhythm/bars/beat-cues.js";
import { ensemble, ensembleBeats } from "../../../signals/ensemble.js";
import { cuesOf } from "./write-beat-cues.js";

describe("cuesOf", () => {
  it("measures the changes of harmony at the beats that begin bars", async () => {
    const piece = { bpm: 120, beatsPerBar: 4, seconds: 12 };
    const beats = [...ensembleBeats(piece)];
    const samples = ensemble(piece);
    async function* blocks() {
      yield await Promise.resolve({ channels: [samples.subarray(0, 9999)], sampleRate: 22_050 });
      yield { channels: [samples.subarray(9999)], sampleRate: 22_050 };
    }

    const cues = await cuesOf(blocks(), beats);

    expect(cues).toHaveLength(BEAT_CUE_COUNT);
    const harmonyChange = [...cues[31]!].slice(4, 20);
    const onFirst = harmonyChange.filter((_, beat) => beat % 4 === 0);
    const elsewhere = harmonyChange.filter((_, beat) => beat % 4 !== 0);
    expect(Math.min(...onFirst.slice(0, 3))).toBeGreaterThan(Math.max(...elsewhere));
  });
});
