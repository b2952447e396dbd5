import { readFile } from "node:fs/promises";
import {
  jointProbabilities,
  readKeys,
  sharpnessOf,
  type KeyReading,
} from "../../../src/dsp/tonal/key.js";
import {
  PITCH_COUNT,
  TONAL_HOP_LENGTH,
  TONAL_SAMPLE_RATE,
} from "../../../src/dsp/tonal/pitch-spectrum.js";
import { calibrationError, type Judged } from "../reliability.js";

/**
 * Fits the confidence of keys: `node --import tsx test/evaluation/training/fit-key-confidence.ts SET…`, where each SET
 * is a pair of files of labelled clips that `write-pitchgrams.ts` made. Only the clips that `train_key_network.py` holds
 * out are used, whole and in parts. Prints the constants of `key.ts` by which the true keys are most probable; and for each
 * length the calibration error, the mean confidence and the share of right keys, of clips of one half by constants of the
 * other.
 *
 * Source: C. Guo, G. Pleiss, Y. Sun and K. Weinberger, "On Calibration of Modern Neural Networks", Proc. ICML, 2017
 * (one exponent of all probabilities, by likelihood); its course with the length is ours.
 */

interface ClipLabel {
  readonly key: number;
  readonly mode: "major" | "minor";
  readonly song?: number;
  /** First row, and count of rows. */
  readonly offset: number;
  readonly length: number;
}

/** What is heard of a clip, and its true key: C major to B major, then C minor to B minor. */
interface Part {
  readonly clip: number;
  readonly length: number;
  readonly readings: readonly KeyReading[];
  readonly key: number;
}

type Sharpness = NonNullable<Parameters<typeof sharpnessOf>[1]>;

const HELD_OUT_EVERY = 6;
/** Lengths of the parts of a clip, seconds; the last is the whole clip. */
const LENGTHS = [5, 8, 12, Infinity] as const;
/** The fraction of the golden ratio, whose multiples are spread evenly. */
const SPREAD = 0.618;
const ROW_SECONDS = TONAL_HOP_LENGTH / TONAL_SAMPLE_RATE;

async function partsOf(set: string): Promise<Part[]> {
  const labels = JSON.parse(await readFile(`${set}.json`, "utf8")) as ClipLabel[];
  const { buffer, byteOffset } = await readFile(`${set}.bin`);
  const rowAt = (row: number): Float32Array =>
    new Float32Array(buffer, byteOffset + 4 * PITCH_COUNT * row, PITCH_COUNT);
  return labels.flatMap(({ key, mode, song, offset, length: rowCount }, index) => {
    if ((song ?? index) % HELD_OUT_EVERY !== 0) return [];
    return LENGTHS.map((length): Part => {
      const heard = Math.min(rowCount, Math.round(length / ROW_SECONDS));
      const first = offset + Math.floor((rowCount - heard) * ((index * SPREAD) % 1));
      const rows = Array.from({ length: heard }, (_, row) => rowAt(first + row));
      const readings = readKeys({ rows, framesPerRow: 1 });
      return {
        clip: index / HELD_OUT_EVERY,
        length,
        readings,
        key: key + (mode === "major" ? 0 : 12),
      };
    }).filter(({ readings }) => readings.length > 0);
  });
}

const probabilitiesOf = ({ readings }: Part, sharpness: Sharpness): Float64Array =>
  jointProbabilities(readings, sharpnessOf(readings, sharpness));

/** Constants by which the true keys are most probable, from a grid. */
function fitted(parts: readonly Part[]): Sharpness {
  let best = { long: 1, lessInOneSecond: 0, surprise: Infinity };
  for (let long = 0.8; long < 3; long += 0.1) {
    for (let lessInOneSecond = 0; lessInOneSecond <= 8; lessInOneSecond += 0.5) {
      const surprise = parts.reduce(
        (sum, part) => sum - Math.log(probabilitiesOf(part, { long, lessInOneSecond })[part.key]!),
        0,
      );
      if (surprise < best.surprise) best = { long, lessInOneSecond, surprise };
    }
  }
  return best;
}

function judged(parts: readonly Part[], sharpness: Sharpness): Judged[] {
  return parts.map((part) => {
    const probabilities = probabilitiesOf(part, sharpness);
    const confidence = Math.max(...probabilities);
    return { confidence, share: Number(probabilities[part.key] === confidence) };
  });
}

if (process.argv.length < 3) throw new Error("Give sets of pitchgrams as arguments.");
const parts = (await Promise.all(process.argv.slice(2).map(partsOf))).flat();
const halves = [0, 1].map((half) => parts.filter(({ clip }) => clip % 2 < 1 === (half === 0)));
const { long, lessInOneSecond } = fitted(parts);
console.log(`long: ${long.toFixed(1)}, lessInOneSecond: ${lessInOneSecond.toFixed(1)}`);
const constants = halves.map(fitted);
for (const length of LENGTHS) {
  const unseen = halves.flatMap((half, i) =>
    judged(
      half.filter((part) => part.length === length),
      constants[1 - i]!,
    ),
  );
  const mean = (of: (one: Judged) => number): string =>
    ((100 * unseen.reduce((sum, one) => sum + of(one), 0)) / unseen.length).toFixed(0);
  console.log(
    `${length} s: ${unseen.length} parts, error ${calibrationError(unseen).toFixed(3)}, ` +
      `expected ${mean(({ confidence }) => confidence)}, right ${mean(({ share }) => share)}`,
  );
}
