import {
  compareFingerprints,
  excerptErrorRate,
  SAME_PERFORMANCE_SCORE,
} from "../../../src/domain/fingerprint/compare-fingerprints.js";
import { SILENT_WORD } from "../../../src/domain/fingerprint/word-bits.js";
import { analyzeTrack } from "../../../src/dsp/index.js";
import { ensemble } from "../../signals/ensemble.js";
import { joinedWords, randomWords, withWrongBits } from "./random-words.js";

const song = randomWords(1000);
const silence = new Uint32Array(100).fill(SILENT_WORD);

const piece = { bpm: 128, beatsPerBar: 4, tonic: 9, mode: "minor", seconds: 16 } as const;
const fingerprintOf = (samples: Float32Array): Uint32Array =>
  analyzeTrack([samples], 22_050).fingerprint;

describe("compareFingerprints", () => {
  it("is sure of a recording and itself", () => {
    const match = compareFingerprints(song, song);

    expect(match).toEqual({ offset: 0, matchedWords: 1000, share: 1, errorRate: 0, score: 1 });
  });

  it.each([
    ["without its start", song.subarray(130), 130, 870],
    ["without its end", song.subarray(0, 700), 0, 700],
    ["after silence", joinedWords(silence, song), -100, 1000],
    ["after other sound", joinedWords(randomWords(50), song), -50, 1000],
  ])("finds a recording %s", (_how, changed, offset, words) => {
    const match = compareFingerprints(song, changed);

    expect(Math.abs(match.offset - offset)).toBeLessThanOrEqual(1);
    expect(match.share).toBeGreaterThan(0.99);
    expect(Math.abs(match.matchedWords - words)).toBeLessThan(12);
    expect(match.score).toBeGreaterThan(0.9);
  });

  it("finds both parts of a recording of which the middle was cut out", () => {
    const match = compareFingerprints(song, joinedWords(song.slice(0, 300), song.slice(500)));

    expect(match.share).toBeGreaterThan(0.98);
    expect(match.score).toBeGreaterThanOrEqual(SAME_PERFORMANCE_SCORE);
  });

  it("does not depend on which of both comes first", () => {
    const part = withWrongBits(song.slice(200, 600), 0.01);

    const [one, other] = [compareFingerprints(song, part), compareFingerprints(part, song)];

    expect(Math.abs(one.offset - 200)).toBeLessThanOrEqual(1);
    expect(Math.abs(other.offset + 200)).toBeLessThanOrEqual(1);
    expect(other.score).toBeCloseTo(one.score, 1);
  });

  it.each([
    { wrong: 0.01, isSame: true },
    { wrong: 0.2, isSame: false },
  ])("decides by the share of wrong bits: $wrong", ({ wrong, isSame }) => {
    const { score } = compareFingerprints(song, withWrongBits(song, wrong));

    expect(score >= SAME_PERFORMANCE_SCORE).toBe(isSame);
  });

  it.each([
    ["another recording", song, randomWords(1000, 7)],
    [
      "a recording with less than 60 % in common",
      song,
      joinedWords(song.slice(0, 500), randomWords(500, 7)),
    ],
    ["too short a recording", song.slice(0, 30), song.slice(0, 30)],
    ["silence", silence, silence],
    ["a steady tone", new Uint32Array(500).fill(7), new Uint32Array(500).fill(7)],
    ["nothing", new Uint32Array(), song],
  ])("does not link %s", (_what, first, second) => {
    expect(compareFingerprints(first, second).score).toBeLessThan(SAME_PERFORMANCE_SCORE);
  });

  it("links a recording that was moved by half a frame and made softer", () => {
    const sound = ensemble(piece);
    const softer = sound.subarray(11 * 1365).map((sample) => 0.2 * sample);

    const match = compareFingerprints(fingerprintOf(sound), fingerprintOf(softer));

    expect(match.score).toBeGreaterThan(0.8);
  });

  it("does not link the same piece at another tempo, or in another key", () => {
    const original = fingerprintOf(ensemble(piece));

    const scores = [{ bpm: 132 }, { tonic: 11 }].map(
      (change) =>
        compareFingerprints(original, fingerprintOf(ensemble({ ...piece, ...change }))).score,
    );

    expect(Math.max(...scores)).toBeLessThan(SAME_PERFORMANCE_SCORE);
  });
});

describe("excerptErrorRate", () => {
  it("is 0 where an excerpt is from, and about a quarter elsewhere", () => {
    const excerpt = song.slice(400, 460);

    expect(excerptErrorRate(song, excerpt, 400)).toBe(0);
    expect(excerptErrorRate(song, excerpt, 300)).toBeCloseTo(0.25, 1);
  });

  it("counts words beyond the ends of the recording as half wrong", () => {
    expect(excerptErrorRate(song, song.slice(980), 990)).toBeGreaterThan(0.3);
    expect(excerptErrorRate(new Uint32Array(), song.slice(0, 60), 0)).toBe(0.5);
  });
});
