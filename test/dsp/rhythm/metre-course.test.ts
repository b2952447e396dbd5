import { ensemble } from "../../signals/ensemble.js";
import { rhythmOf } from "./rhythm-of.js";

const BPM = 120;
const BEAT_SECONDS = 60 / BPM;

interface PlayedPart {
  readonly beatsPerBar: number;
  readonly bars: number;
  readonly hasDrums?: boolean;
}

/** An ensemble that plays parts one after another, and the seconds at which its bars begin. */
function played(parts: readonly PlayedPart[]): {
  readonly samples: Float32Array;
  readonly barStarts: readonly number[];
} {
  const barStarts: number[] = [];
  const pieces: Float32Array[] = [];
  let start = 0;
  for (const { beatsPerBar, bars, hasDrums = true } of parts) {
    const barSeconds = beatsPerBar * BEAT_SECONDS;
    pieces.push(ensemble({ bpm: BPM, beatsPerBar, hasDrums, seconds: bars * barSeconds }));
    for (let bar = 0; bar < bars; bar++) barStarts.push(start + bar * barSeconds);
    start += bars * barSeconds;
  }
  const samples = new Float32Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let offset = 0;
  for (const piece of pieces) {
    samples.set(piece, offset);
    offset += piece.length;
  }
  return { samples, barStarts };
}

/** F-measure of times within 70 ms. */
function agreement(found: Float64Array, known: readonly number[]): number {
  const hits = known.filter((time) => found.some((other) => Math.abs(other - time) < 0.07));
  return (2 * hits.length) / (found.length + known.length);
}

describe("The metre along a recording", () => {
  it.each([
    [4, 3, 4],
    [4, 5, 4],
    [3, 4, 3],
    [4, 7, 4],
  ])("is followed from %d to %d and back to %d beats a bar", (first, second, third) => {
    const { samples, barStarts } = played([
      { beatsPerBar: first, bars: 20 },
      { beatsPerBar: second, bars: 14 },
      { beatsPerBar: third, bars: 20 },
    ]);

    const { downbeats, timeSignature } = rhythmOf(samples);

    expect(agreement(downbeats, barStarts)).toBeGreaterThan(0.95);
    expect(timeSignature.value).toBe(first);
    expect(timeSignature.confidence).toBeGreaterThan(0.5);
  });

  it("has the metre of most of the recording, also where it comes last", () => {
    const { samples } = played([
      { beatsPerBar: 4, bars: 14 },
      { beatsPerBar: 3, bars: 36 },
    ]);

    expect(rhythmOf(samples).timeSignature.value).toBe(3);
  });

  it.each([3, 4, 5])("stays at %d beats a bar where only the drums pause", (beatsPerBar) => {
    const { samples, barStarts } = played([
      { beatsPerBar, bars: 16 },
      { beatsPerBar, bars: 16, hasDrums: false },
      { beatsPerBar, bars: 16 },
    ]);

    const { downbeats, timeSignature } = rhythmOf(samples);

    expect(agreement(downbeats, barStarts)).toBeGreaterThan(0.95);
    expect(timeSignature.value).toBe(beatsPerBar);
  });

  it("stays the same in an excerpt of less than 40 s", () => {
    const { samples } = played([
      { beatsPerBar: 4, bars: 9 },
      { beatsPerBar: 3, bars: 12 },
    ]);

    const { beats, downbeats } = rhythmOf(samples);

    const places = [...downbeats].map((time) => beats.indexOf(time));
    const lengths = places.slice(1).map((place, bar) => place - places[bar]!);
    const isRegular = (length: number): boolean =>
      lengths.filter((other) => other === length).length > 0.8 * lengths.length;
    expect(isRegular(4) || isRegular(3)).toBe(true);
  });
});
