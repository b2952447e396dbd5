import {
  FingerprintIndex,
  indexedWordsOf,
} from "../../../src/domain/fingerprint/fingerprint-index.js";
import { SILENT_WORD } from "../../../src/domain/fingerprint/word-bits.js";
import { randomWords, withWrongBits } from "./random-words.js";

const COUNT = 300;
const LENGTH = 800;
const wordsOf = (number: number): Uint32Array => randomWords(LENGTH, number);

function filledIndex(): FingerprintIndex {
  const index = new FingerprintIndex();
  for (let number = 0; number < COUNT; number++)
    index.add(`rec:${number}`, indexedWordsOf(wordsOf(number)));
  return index;
}

/** 60 words of a recording. */
const excerptOf = (number: number, start: number): Uint32Array =>
  wordsOf(number).slice(start, start + 60);

describe("FingerprintIndex", () => {
  it("finds where an excerpt comes from", () => {
    const index = filledIndex();

    for (const [number, start] of [
      [0, 0],
      [17, 333],
      [299, 740],
    ] as const) {
      const [best] = index.find(excerptOf(number, start), 5);

      expect(best!.recordingId).toBe(`rec:${number}`);
      // To within a word.
      expect(Math.abs(best!.offset - start)).toBeLessThanOrEqual(1);
      expect(best!.agreeing).toBeGreaterThanOrEqual(3);
    }
  });

  it("finds most excerpts of which one in fifty bits is wrong", () => {
    const index = filledIndex();
    const numbers = Array.from({ length: COUNT }, (_, number) => number);

    const found = numbers.filter((number) => {
      const excerpt = withWrongBits(excerptOf(number, (31 * number) % 700), 0.02, number);
      return index.find(excerpt, 3).some(({ recordingId }) => recordingId === `rec:${number}`);
    });

    expect(found.length).toBeGreaterThan(0.9 * COUNT);
  });

  it("prefers the recording that agrees in all that is stored to those with as many equal words", () => {
    const index = filledIndex();
    const excerpt = excerptOf(7, 0);
    // Of the indexed words, the first alone is found: the others have a wrong bit by which words are looked up.
    for (const position of [16, 32, 48]) {
      excerpt[position]! ^= 2 ** 31;
      excerpt[position + 1] =
        (excerpt[position + 1]! & 0x7fffffff) | (excerpt[position]! & (2 ** 31));
    }
    for (let number = 0; number < 50; number++) {
      const decoy = randomWords(LENGTH, COUNT + number);
      decoy[0] = excerpt[0]!;
      index.add(`decoy:${number}`, indexedWordsOf(decoy));
    }

    expect(index.find(excerpt, 1)).toMatchObject([{ recordingId: "rec:7", offset: 0 }]);
  });

  it("finds at most as many places as are wanted, and none of silence", () => {
    const index = filledIndex();
    index.add("copy", indexedWordsOf(wordsOf(4)));

    const places = index.find(excerptOf(4, 100), 2);

    expect(places).toHaveLength(2);
    expect(new Set(places.map(({ recordingId }) => recordingId))).toContain("copy");
    expect(index.find(new Uint32Array(60).fill(SILENT_WORD), 9)).toEqual([]);
    expect(index.find(new Uint32Array(), 9)).toEqual([]);
  });

  it("finds recordings that have a long part in common, also where bits are wrong", () => {
    const index = filledIndex();
    const altered = withWrongBits(wordsOf(42).subarray(200), 0.01);

    const alike = index.findAlike(altered);

    expect(alike.get("rec:42")).toBeGreaterThan(8);
    const others = [...alike].filter(([recordingId]) => recordingId !== "rec:42");
    expect(Math.max(0, ...others.map(([, agreeing]) => agreeing))).toBeLessThan(3);
  });

  it("forgets a recording that is removed, and the fingerprint that another replaces", () => {
    const index = filledIndex();

    index.remove("rec:5");
    index.remove("never added");
    index.add("rec:6", indexedWordsOf(wordsOf(1_000)));

    expect(index.size).toBe(COUNT - 1);
    const idsOf = (number: number): readonly string[] =>
      index.find(excerptOf(number, 100), 50).map(({ recordingId }) => recordingId);
    expect(idsOf(5)).not.toContain("rec:5");
    expect(idsOf(6)).not.toContain("rec:6");
    expect(idsOf(1_000)[0]).toBe("rec:6");
  });

  it("finds the others after most have been removed, and needs no more memory for new ones", () => {
    const index = filledIndex();
    const before = index.byteLength;

    for (let round = 0; round < 8; round++) {
      for (let number = 10; number < COUNT; number++) index.remove(`rec:${number}`);
      for (let number = 10; number < COUNT; number++) {
        index.add(`rec:${number}`, indexedWordsOf(wordsOf(number + round)));
      }
      if (index.isSparse) for (const step of index.clear()) expect(step).toBeUndefined();
    }

    expect(index.byteLength).toBe(before);
    expect(index.find(excerptOf(9, 200), 1)).toMatchObject([{ recordingId: "rec:9" }]);
    expect(index.find(excerptOf(100 + 7, 64), 1)).toMatchObject([{ recordingId: "rec:100" }]);
  });
});
