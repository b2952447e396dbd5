import { detectChangingBeats } from "../../../../src/dsp/rhythm/beats/changing-beats.js";
import type { OnsetStrength } from "../../../../src/dsp/rhythm/onset-strength.js";
import { tempoChange } from "../../../../src/dsp/rhythm/tempo/tempo-change.js";

const FRAME_RATE = 22050 / 256;

/** Eighth notes, every second one strong and every eighth one strongest, at one tempo after the other. */
function played(parts: readonly { readonly bpm: number; readonly seconds: number }[]): {
  readonly onsets: OnsetStrength;
  readonly beats: readonly number[];
} {
  const end = parts.reduce((sum, { seconds }) => sum + seconds, 0);
  const total = new Float32Array(Math.ceil(end * FRAME_RATE));
  const beats: number[] = [];
  let start = 0;
  for (const { bpm, seconds } of parts) {
    const step = 30 / bpm;
    for (let i = 0; i * step < seconds - step / 2; i++) {
      const time = start + i * step;
      total[Math.round(time * FRAME_RATE)] = i % 8 === 0 ? 6 : i % 2 === 0 ? 4 : 1.5;
      if (i % 2 === 0) beats.push(time);
    }
    start += seconds;
  }
  const registers = Array.from({ length: 5 }, () => total);
  return { onsets: { frameRate: FRAME_RATE, frameCount: total.length, registers, total }, beats };
}

describe("tempoChange", () => {
  it.each([
    [70, 105],
    [100, 140],
    [150, 90],
  ])("finds the change from %d to %d BPM", (before, after) => {
    const { onsets } = played([
      { bpm: before, seconds: 60 },
      { bpm: after, seconds: 60 },
    ]);
    const change = tempoChange(onsets);
    expect(Math.abs(Math.log2(change!.ratio / (after / before)))).toBeLessThan(0.06);
    expect(Math.abs(change!.frame / FRAME_RATE - 60)).toBeLessThan(9);
  });

  it.each([70, 120, 171])("finds none in steady music of %d BPM", (bpm) => {
    expect(tempoChange(played([{ bpm, seconds: 120 }]).onsets)).toBeNull();
  });

  it("finds none in a drift of a tenth, in silence and in short music", () => {
    const drift = [100, 103, 107, 110].map((bpm) => ({ bpm, seconds: 30 }));
    expect(tempoChange(played(drift).onsets)).toBeNull();
    const { onsets } = played([{ bpm: 70, seconds: 60 }]);
    expect(tempoChange({ ...onsets, total: new Float32Array(onsets.frameCount) })).toBeNull();
    const short = played([
      { bpm: 70, seconds: 15 },
      { bpm: 140, seconds: 15 },
    ]);
    expect(tempoChange(short.onsets)).toBeNull();
  });
});

describe("detectChangingBeats", () => {
  it("tracks both tempi, and changes from one to the other where they meet", () => {
    const { onsets, beats } = played([
      { bpm: 100, seconds: 60 },
      { bpm: 140, seconds: 60 },
    ]);
    const change = tempoChange(onsets)!;
    const found = detectChangingBeats(onsets, onsets.total, FRAME_RATE, change)!;
    const hits = beats.filter((beat) => found.some((time) => Math.abs(time - beat) < 0.07));
    expect(hits.length).toBeGreaterThan(0.95 * beats.length);
    expect(found.length).toBeLessThan(1.05 * beats.length);
  });

  it("returns null where one side has no tempo", () => {
    const { onsets } = played([{ bpm: 100, seconds: 60 }]);
    const silence = new Float32Array(onsets.frameCount);
    const silent = { ...onsets, total: silence, registers: onsets.registers.map(() => silence) };
    const change = { frame: Math.round(30 * FRAME_RATE), ratio: 1.4 };
    expect(detectChangingBeats(silent, silence, FRAME_RATE, change)).toBeNull();
  });
});
