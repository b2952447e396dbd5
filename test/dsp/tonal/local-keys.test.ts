import type { KeyReading } from "../../../src/dsp/tonal/key.js";
import { detectLocalKeys } from "../../../src/dsp/tonal/local-keys.js";
import { cadences, tonalFeaturesOf } from "./harmonic-music.js";

type Mode = "major" | "minor";

function joined(...parts: readonly Float32Array[]): Float32Array {
  const samples = new Float32Array(parts.reduce((sum, { length }) => sum + length, 0));
  let offset = 0;
  for (const part of parts) {
    samples.set(part, offset);
    offset += part.length;
  }
  return samples;
}

/** Three times twelve seconds in one key. */
function inKey(tonic: number, mode: Mode = "major"): Float32Array {
  const part = cadences({ tonic, mode });
  return joined(part, part, part);
}

function keysOf(samples: Float32Array): (readonly [tonic: number, mode: Mode, start: number])[] {
  const { localKeys, secondsPerRow } = tonalFeaturesOf(samples);
  return localKeys.map(({ tonic, mode, startRow }) => [tonic, mode, startRow * secondsPerRow]);
}

describe("detectLocalKeys", () => {
  it("finds one change, where a piece goes up a whole tone in the middle", () => {
    const keys = keysOf(joined(inKey(0), inKey(2)));

    expect(keys.map(([tonic, mode]) => [tonic, mode])).toEqual([
      [0, "major"],
      [2, "major"],
    ]);
    expect(Math.abs(keys[1]![2] - 36)).toBeLessThan(1.6);
  });

  it("finds a change of key and the return", () => {
    const keys = keysOf(joined(inKey(9, "minor"), inKey(1, "minor"), inKey(9, "minor")));

    expect(keys.map(([tonic, mode]) => [tonic, mode])).toEqual([
      [9, "minor"],
      [1, "minor"],
      [9, "minor"],
    ]);
    expect(Math.abs(keys[1]![2] - 36)).toBeLessThan(1.6);
    expect(Math.abs(keys[2]![2] - 72)).toBeLessThan(1.6);
  });

  it.each(["major", "minor"] as const)("finds no change in a piece in %s", (mode) => {
    const { localKeys, key, chromaRows } = tonalFeaturesOf(inKey(7, mode));

    expect(localKeys).toHaveLength(1);
    expect(localKeys[0]).toMatchObject({ tonic: 7, mode, startRow: 0, endRow: chromaRows.length });
    expect(localKeys[0]?.tonic).toBe(key.value);
    expect(localKeys[0]?.confidence).toBe(key.confidence);
  });

  it("does not change with gain, and turns with transposition", () => {
    const piece = joined(inKey(0), inKey(3));

    const quiet = keysOf(piece.map((sample) => 0.1 * sample));
    const higher = keysOf(joined(inKey(4), inKey(7)));

    expect(quiet).toEqual(keysOf(piece));
    expect(higher.map(([tonic]) => tonic)).toEqual([4, 7]);
  });

  it("ignores a single wrong reading", () => {
    const reading = (key: number, row: number): KeyReading => {
      const evidence = new Float64Array(24).fill(Math.log(0.3 / 23));
      evidence[key] = Math.log(0.7);
      return { evidence, startRow: row, endRow: row + 96, soundSeconds: 18 };
    };
    const chroma = Array.from({ length: 480 }, () => new Float64Array(12).fill(1 / 12));
    const readings = [0, 0, 7, 0, 0].map((key, index) => reading(key, 48 * index));

    const keys = detectLocalKeys(readings, chroma);

    expect(keys).toMatchObject([{ tonic: 0, mode: "major", startRow: 0, endRow: 480 }]);
  });

  it("has none in silence", () => {
    expect(keysOf(new Float32Array(11_025))).toEqual([]);
    expect(keysOf(new Float32Array(0))).toEqual([]);
  });
});
