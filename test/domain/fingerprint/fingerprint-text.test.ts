import {
  acoustIdFingerprint,
  packFingerprint,
  unpackFingerprint,
} from "../../../src/domain/fingerprint/fingerprint-text.js";
import { randomWords } from "./random-words.js";

/** Bytes as base64url. */
const text = (...bytes: readonly number[]): string => Buffer.from(bytes).toString("base64url");

describe("packFingerprint", () => {
  // Source: the bytes that Chromaprint's own tests of its format expect, for algorithm 1.
  it.each([
    { words: [], bytes: [1, 0, 0, 0] },
    { words: [1], bytes: [1, 0, 0, 1, 1] },
    { words: [7], bytes: [1, 0, 0, 1, 73, 0] },
    { words: [1 << 6], bytes: [1, 0, 0, 1, 7, 0] },
    { words: [1 << 8], bytes: [1, 0, 0, 1, 7, 2] },
    { words: [1, 0], bytes: [1, 0, 0, 2, 65, 0] },
    { words: [1, 1], bytes: [1, 0, 0, 2, 1, 0] },
  ])("writes $words as $bytes, which unpackFingerprint reads", ({ words, bytes }) => {
    const packed = packFingerprint(Uint32Array.from(words));

    expect(packed).toBe(text(...bytes));
    expect([...unpackFingerprint(packed)]).toEqual(words);
  });

  it.each([1, 2, 3, 8, 1000, 70_000])("loses nothing of %d words", (count) => {
    const words = randomWords(count);
    words[0] = 0xffff_ffff;

    expect(unpackFingerprint(packFingerprint(words))).toEqual(words);
  });
});

describe("unpackFingerprint", () => {
  const packed = packFingerprint(randomWords(20));

  it.each([
    ["nothing", ""],
    ["part of a header", "AQAA"],
    ["another algorithm", text(0, 0, 0, 1, 1)],
    ["other letters", "AQAAAQ=="],
    ["an impossible length", "AQAAA"],
    ["more words than follow", text(1, 255, 255, 255, 0, 0, 0)],
    ["a part of a fingerprint", packed.slice(0, -8)],
    ["a word of more than 32 bits", text(1, 0, 0, 1, 7, 31)],
  ])("refuses %s", (_what, wrong) => {
    expect(() => unpackFingerprint(wrong)).toThrow(RangeError);
  });
});

describe("acoustIdFingerprint", () => {
  it("is of the first 120 s, 948 words as fpcalc has them", () => {
    const words = randomWords(1594);

    expect(acoustIdFingerprint(words)).toEqual(words.slice(0, 948));
    expect(acoustIdFingerprint(words.subarray(0, 932))).toHaveLength(932);
  });
});
