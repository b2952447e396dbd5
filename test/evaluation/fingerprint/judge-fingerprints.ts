import { parseArgs } from "node:util";
import {
  compareFingerprints,
  excerptErrorRate,
  MAX_EXCERPT_ERROR_RATE,
  SAME_PERFORMANCE_SCORE,
} from "../../../src/domain/fingerprint/compare-fingerprints.js";
import {
  FingerprintIndex,
  indexedWordsOf,
} from "../../../src/domain/fingerprint/fingerprint-index.js";
import { likeliest } from "../../../src/domain/fingerprint/performance-link.js";
import { scoreInterval } from "../measures.js";
import { encodedRecordings } from "./encoded-recordings.js";
import {
  fingerprintOf,
  makeFamily,
  MADE_UP_RATE,
  originalOf,
  SAME_PERFORMANCE,
  type Relation,
} from "./judged-recordings.js";
import { playPiece } from "./play-piece.js";
import { SplicedLibrary } from "./spliced-library.js";

/**
 * Judges how recordings are recognised by their sound, on recordings made for it: `node --import tsx --expose-gc
 * test/evaluation/fingerprint/judge-fingerprints.ts`, with `--families 920` (eleven recordings each), `--encoded 170` (of them
 * encoded by ffmpeg, six encodings each), `--library 100000` (recordings of four minutes in the index) and `--seed 0`. Prints
 * links by relation, links of re-encodes, identified excerpts, time and memory, with 95 % intervals by Wilson. At its default
 * size it takes about an hour of one core, and 1.5 GB.
 */

const { values } = parseArgs({
  options: {
    families: { type: "string", default: "920" },
    encoded: { type: "string", default: "170" },
    library: { type: "string", default: "100000" },
    seed: { type: "string", default: "0" },
  },
});
const [families, encoded, library, seed] = [
  values.families,
  values.encoded,
  values.library,
  values.seed,
].map(Number) as [number, number, number, number];

/** Places of an excerpt that are compared with the whole fingerprint. */
const COMPARED_PLACES = 20;
/** Pieces of which a large library is spliced; no family has their seeds. */
const SPLICED_SEED = 10_000_000;
const SPLICED_SOURCES = 400;
/** Pieces that are in no library. */
const FOREIGN_SEED = 20_000_000;
const EXCERPT_SECONDS = 10;

interface Stored {
  readonly family: number;
  readonly relation: Relation;
  readonly words: Uint32Array;
}

/** An excerpt, and the recordings of which it is. */
interface Query {
  readonly kind: string;
  readonly words: Uint32Array;
  /** `undefined` where it is of none. */
  readonly family: number | undefined;
}

function shareText(count: number, total: number): string {
  if (total === 0) return "none";
  const [from, to] = scoreInterval(count / total, total).map((value) => (100 * value).toFixed(2));
  return `${count} of ${total}: ${((100 * count) / total).toFixed(2)} % (${from} to ${to})`;
}

function quantile(sorted: readonly number[], share: number): number {
  return sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? NaN;
}

/** Counts of something by its kind. */
class Tally {
  readonly #rows = new Map<string, { hits: number; total: number }>();

  add(kind: string, isHit: boolean): void {
    const row = this.#rows.get(kind) ?? { hits: 0, total: 0 };
    this.#rows.set(kind, { hits: row.hits + Number(isHit), total: row.total + 1 });
  }

  print(title: string): void {
    console.log(`\n${title}`);
    for (const [kind, { hits, total }] of this.#rows) {
      console.log(`  ${kind.padEnd(34)} ${shareText(hits, total)}`);
    }
  }
}

const isSame = (relation: Relation): boolean => SAME_PERFORMANCE.includes(relation);

const recordings: Stored[] = [];
const queries: Query[] = [];

/** Makes all families, and compares the recordings of each with its original. */
function judgeFamilies(): void {
  const links = new Tally();
  const errors = new Map<Relation, number[]>();
  for (let family = 0; family < families; family++) {
    const made = makeFamily(seed + family);
    const original = made.recordings[0]!.words;
    for (const { relation, words } of made.recordings) {
      recordings.push({ family, relation, words });
      if (relation === "original") continue;
      const match = compareFingerprints(original, words);
      links.add(relation, match.score >= SAME_PERFORMANCE_SCORE);
      if (match.share > 0.5)
        errors.set(relation, [...(errors.get(relation) ?? []), match.errorRate]);
    }
    queries.push({ kind: "lossless, at a random place", words: made.excerpt.words, family });
  }
  links.print("Linked with the original of the family, by relation");
  console.log("\nShare of wrong bits where more than half matches: least, 1 %, median, 99 %, most");
  for (const [relation, rates] of errors) {
    rates.sort((a, b) => a - b);
    const shown = [0, 0.01, 0.5, 0.99, 1].map((share) => quantile(rates, share).toFixed(3));
    console.log(`  ${relation.padEnd(34)} ${shown.join("  ")}  (${rates.length})`);
  }
}

/** Looks every recording up among all, as a library does, and counts links between performances. */
function judgeLinks(): void {
  const index = new FingerprintIndex();
  recordings.forEach(({ words }, at) => index.add(String(at), indexedWordsOf(words)));
  let [compared, wrong, highest] = [0, 0, 0];
  const found = new Tally();
  recordings.forEach((one, at) => {
    const others = new Set(likeliest(index.findAlike(one.words)).map(Number));
    others.delete(at);
    for (const other of others) {
      const another = recordings[other]!;
      const { score } = compareFingerprints(one.words, another.words);
      compared++;
      if (one.family === another.family && isSame(one.relation) && isSame(another.relation))
        continue;
      highest = Math.max(highest, score);
      if (score >= SAME_PERFORMANCE_SCORE) wrong++;
    }
    if (one.relation === "original") {
      recordings.slice(at + 1, at + 11).forEach(({ relation }, place) => {
        if (isSame(relation)) found.add(relation, others.has(at + 1 + place));
      });
    }
  });
  found.print("Found by the index, of the recordings of the same performance");
  console.log(`\nWrong links among ${recordings.length} recordings, each against all: ${wrong}`);
  console.log(
    `  compared after the index: ${compared}; highest score of a wrong pair ${highest.toFixed(3)}`,
  );
  let strangers = 0;
  const step = 7919;
  const pairs = 20 * recordings.length;
  for (let pair = 0; pair < pairs; pair++) {
    const one = recordings[pair % recordings.length]!;
    const another =
      recordings[
        (pair * step + 13 * Math.floor(pair / recordings.length) + 1) % recordings.length
      ]!;
    if (one.family === another.family) continue;
    const { score } = compareFingerprints(one.words, another.words);
    if (score >= SAME_PERFORMANCE_SCORE) strangers++;
  }
  console.log(
    `  of pairs of different families, without the index: ${shareText(strangers, pairs)}`,
  );
}

/** Compares encodings with what was encoded. */
async function judgeEncodings(): Promise<void> {
  const links = new Tally();
  const rates: number[] = [];
  for (let family = 0; family < encoded; family++) {
    const [plain, ...others] = await encodedRecordings(seed + family);
    for (const { encoding, words, excerpt } of others) {
      const match = compareFingerprints(plain!.words, words);
      links.add(encoding, match.score >= SAME_PERFORMANCE_SCORE);
      links.add("all", match.score >= SAME_PERFORMANCE_SCORE);
      rates.push(match.errorRate);
      if (family < families) queries.push({ kind: encoding, words: excerpt, family });
    }
  }
  links.print("Re-encodes linked");
  rates.sort((a, b) => a - b);
  console.log(
    `  wrong bits: median ${quantile(rates, 0.5).toFixed(4)}, most ${quantile(rates, 1).toFixed(4)}`,
  );
}

/** Identifies excerpts in a large library. */
function judgeIdentification(): void {
  const usedBytes = (): number => {
    globalThis.gc?.();
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  };
  const soundOf = (number: number): Float32Array => {
    const { piece, bandSeed } = originalOf(number);
    return playPiece(piece, { bandSeed, sampleRate: MADE_UP_RATE });
  };
  const sources = Array.from({ length: SPLICED_SOURCES }, (_, i) =>
    fingerprintOf(soundOf(SPLICED_SEED + i)),
  );
  for (let i = 0; i < 300; i++) {
    const sound = soundOf(FOREIGN_SEED + i).subarray(0, EXCERPT_SECONDS * MADE_UP_RATE);
    queries.push({ kind: "of no recording", words: fingerprintOf(sound), family: undefined });
  }
  const spliced = new SplicedLibrary(sources);
  const originals = recordings.filter(({ relation }) => relation === "original");
  const before = usedBytes();
  const index = new FingerprintIndex();
  const startedAt = performance.now();
  for (let i = 0; i < library; i++) {
    const one = originals[i];
    if (one) index.add(`f${one.family}`, indexedWordsOf(one.words));
    else index.add(`s${i}`, indexedWordsOf(spliced.wordsOf(i)));
  }
  const seconds = (performance.now() - startedAt) / 1000;
  const megabytes = (usedBytes() - before) / 1e6;
  console.log(
    `\n${index.size} recordings in the index: ${megabytes.toFixed(1)} MB, made in ${seconds.toFixed(0)} s`,
  );

  const wordsOf = (id: string): Uint32Array =>
    id.startsWith("f")
      ? originals[Number(id.slice(1))]!.words
      : spliced.wordsOf(Number(id.slice(1)));
  const identified = new Tally();
  const findMilliseconds: number[] = [];
  const allMilliseconds: number[] = [];
  for (const { kind, words, family } of queries) {
    const findAt = performance.now();
    const places = index.find(words, COMPARED_PLACES);
    const foundAt = performance.now();
    // A server has these in its database.
    const candidates = places.map((place) => ({ place, words: wordsOf(place.recordingId) }));
    const compareAt = performance.now();
    const ranked = candidates
      .map(({ place, words: whole }) => ({
        place,
        rate: excerptErrorRate(whole, words, place.offset),
      }))
      .sort((a, b) => a.rate - b.rate);
    const best = ranked[0];
    const end = performance.now();
    findMilliseconds.push(foundAt - findAt);
    allMilliseconds.push(foundAt - findAt + end - compareAt);
    const answer = best && best.rate <= MAX_EXCERPT_ERROR_RATE ? best.place.recordingId : undefined;
    const expected = family === undefined ? undefined : `f${family}`;
    identified.add(kind, answer === expected);
    if (family !== undefined) identified.add("all of a recording", answer === expected);
  }
  identified.print(`Excerpts of ${EXCERPT_SECONDS} s identified (of no recording: none named)`);
  for (const [what, times] of [
    ["look-up", findMilliseconds],
    ["look-up and comparison", allMilliseconds],
  ] as const) {
    times.sort((a, b) => a - b);
    const shown = [0.5, 0.95, 1].map((share) => quantile(times, share).toFixed(1));
    console.log(`  ${what}: median, 95 %, most: ${shown.join(", ")} ms`);
  }
}

judgeFamilies();
judgeLinks();
await judgeEncodings();
judgeIdentification();
