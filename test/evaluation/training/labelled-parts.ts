import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { fittedFeaturesOf, type FittedFeatures } from "./fitted-features.js";

/** The labels of a clip that `compose_clips.py` writes. */
interface ClipLabel {
  readonly file: string;
  /** Counted beats in a bar. */
  readonly metre: number;
  readonly downbeats: readonly number[];
}

/** What is heard of a clip: its features, and the metre of the clip. */
export interface LabelledPart {
  readonly features: FittedFeatures;
  readonly metre: number;
}

/** Lengths of the parts of a clip, seconds; the last is the whole clip. */
const LENGTHS = [5, 8, 12, Infinity] as const;

/** The fraction of the golden ratio, whose multiples are spread evenly. */
const SPREAD = 0.618;

/** Analyses the parts of all clips of a folder, at positions that are spread over the clips. */
export async function* labelledParts(folder: string): AsyncGenerator<LabelledPart> {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as ClipLabel[];
  for (const [index, { file, metre, downbeats }] of labels.entries()) {
    for (const length of LENGTHS) {
      const latest = Math.max(0, (downbeats.at(-1) ?? 0) - length);
      const start = length === Infinity ? 0 : latest * ((index * SPREAD) % 1);
      const part = { start, end: start + length };
      const features = await fittedFeaturesOf(join(folder, file), part).catch(() => null);
      if (features) yield { features, metre };
    }
  }
}
