import { SoundFingerprint } from "../../../src/dsp/fingerprint/sound-fingerprint.js";
import { cut, faded, remastered, sped, trimmed, type Alteration } from "./alterations.js";
import {
  anotherTake,
  Choices,
  composePiece,
  harmonyOf,
  type MadeUpPiece,
} from "./made-up-piece.js";
import { playPiece } from "./play-piece.js";

/** Rate at which recordings are made, Hz: that of fingerprints, so that nothing is resampled. */
export const MADE_UP_RATE = 11_025;

/** What a recording is, relative to the first of its family. */
export type Relation =
  | "original"
  | "remastered"
  | "faded"
  | "trimmed"
  | "cut"
  | "sped"
  | "another take"
  | "cover at the same tempo"
  | "cover"
  | "same harmony and band"
  | "same harmony";

/** The relations of the same performance as the original. */
export const SAME_PERFORMANCE: readonly Relation[] = [
  "original",
  "remastered",
  "faded",
  "trimmed",
  "cut",
  "sped",
];

/** A recording of a family. */
export interface JudgedRecording {
  readonly relation: Relation;
  readonly words: Uint32Array;
}

/** The recordings that were made of one piece, and 10 s of the first. */
export interface JudgedFamily {
  readonly recordings: readonly JudgedRecording[];
  readonly excerpt: { readonly words: Uint32Array; readonly startSeconds: number };
}

const EXCERPT_SECONDS = 10;
const ALTERATIONS = { remastered, faded, trimmed, cut, sped } as const;

export function fingerprintOf(samples: Float32Array, sourceRate = MADE_UP_RATE): Uint32Array {
  const fingerprint = new SoundFingerprint({ sourceRate });
  fingerprint.push(samples);
  return fingerprint.finish();
}

/** The piece of a family, 45 to 90 s, and the seed of the band that plays the original. */
export function originalOf(seed: number): {
  readonly piece: MadeUpPiece;
  readonly bandSeed: number;
} {
  const seconds = new Choices(seed ^ 0x2545f491).between(45, 90);
  return { piece: composePiece(seed, harmonyOf(seed), seconds), bandSeed: seed };
}

/** Makes the eleven recordings of a family. */
export function makeFamily(seed: number): JudgedFamily {
  const choices = new Choices(seed ^ 0x51ed270b);
  const { piece, bandSeed } = originalOf(seed);
  const harmony = harmonyOf(seed);
  const seconds = (60 * piece.beatCount) / piece.bpm;
  const otherBand = bandSeed + 1_000_003;
  const play = (played: MadeUpPiece, band: number, how: object = {}): Float32Array =>
    playPiece(played, { bandSeed: band, sampleRate: MADE_UP_RATE, ...how });
  const sound = play(piece, bandSeed);
  // Encoders and editors move a recording by less than a frame.
  const moved = (samples: Float32Array): Uint32Array =>
    fingerprintOf(samples.subarray(choices.below(1365)));
  const altered = (alteration: Alteration): Uint32Array =>
    moved(alteration(sound, MADE_UP_RATE, choices));

  const recordings: JudgedRecording[] = [{ relation: "original", words: fingerprintOf(sound) }];
  for (const [relation, alteration] of Object.entries(ALTERATIONS)) {
    recordings.push({ relation: relation as Relation, words: altered(alteration) });
  }
  const pace = 1 + choices.of([-1, 1]) * choices.between(0.02, 0.12);
  const transposition = choices.of([-3, -2, -1, 0, 1, 2, 3]);
  const otherPiece = composePiece(seed + 500_009, harmony, seconds);
  const thirdPiece = composePiece(seed + 700_001, harmony, seconds);
  const others: readonly (readonly [Relation, Float32Array])[] = [
    ["another take", play(anotherTake(piece, seed), bandSeed)],
    ["cover at the same tempo", play(piece, otherBand)],
    ["cover", play(anotherTake(piece, seed + 1), otherBand, { pace, transposition })],
    ["same harmony and band", play(otherPiece, bandSeed)],
    ["same harmony", play(thirdPiece, otherBand)],
  ];
  for (const [relation, samples] of others) recordings.push({ relation, words: moved(samples) });

  const start = choices.below(sound.length - EXCERPT_SECONDS * MADE_UP_RATE);
  const excerpt = sound.subarray(start, start + EXCERPT_SECONDS * MADE_UP_RATE);
  return {
    recordings,
    excerpt: { words: fingerprintOf(excerpt), startSeconds: start / MADE_UP_RATE },
  };
}
