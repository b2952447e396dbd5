import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { withFileAnalysis } from "../../src/composition/compose-commands.js";
import { configFrom } from "../../src/config/config.js";
import { musicalKeyOf, valueOf, type Analysis } from "../../src/domain/analysis/analysis.js";
import { evaluateJoined } from "./joined-recordings.js";
import { calibrationError, calibrationOf, reliabilityBands, type Judged } from "./reliability.js";
import {
  beatScore,
  isTempo,
  isTempoOrOctave,
  keyScore,
  scoreInterval,
  type KeyValue,
} from "./measures.js";

/**
 * Accuracy on annotated audio: `npm run evaluate -- [--reliability] DIR…`, each a folder with
 * `labels.json` and `audio/`. The sets are research data and not part of the project. The exit code is
 * 1 where a score of a set falls below its minimum in `floors.json`; these minima are only raised. Each mean
 * has a 95 % interval. With `--reliability`, also how many estimates of each confidence are right.
 */

interface Label {
  readonly file: string;
  /** `null` where the annotation has none. */
  readonly key: KeyValue["key"] | null;
  readonly mode: KeyValue["mode"] | null;
  readonly tempo: number;
  readonly meter?: string;
  readonly beats?: readonly number[];
  readonly downbeats?: readonly number[];
}

type Scores = Record<string, number | null>;

interface Clip {
  readonly analysis: Analysis | undefined;
  readonly scores: Scores;
}

/** Scores of estimates with a calibrated confidence, and the confidence. */
const RELIABLE: readonly (readonly [string, (analysis: Analysis) => number | null])[] = [
  ["tempo1", ({ estimates }) => estimates.tempo.confidence],
  ["key", ({ estimates }) => estimates.key.confidence],
  ["metre", ({ estimates }) => estimates.timeSignature.confidence],
  ["downbeats", ({ downbeatConfidence }) => downbeatConfidence],
];

const read = async <Value>(path: string | URL): Promise<Value> =>
  JSON.parse(await readFile(path, "utf8")) as Value;

function scoresOf(analysis: Analysis | undefined, label: Label): Scores {
  const tempo = analysis ? valueOf(analysis, "tempo") : null;
  const found = analysis ? musicalKeyOf(analysis) : null;
  const key = found && { key: found.tonic, mode: found.mode === 1 ? "major" : "minor" };
  const hasKey = typeof label.key === "number";
  const score = hasKey ? keyScore(key as KeyValue | null, label as KeyValue) : null;
  const metre = label.meter === undefined ? null : Number(label.meter.split("/")[0]);
  const beatsPerBar = analysis ? valueOf(analysis, "timeSignature") : null;
  return {
    tempo1: Number(isTempo(tempo, label.tempo)),
    tempo2: Number(isTempoOrOctave(tempo, label.tempo)),
    key: score === null ? null : Number(score === 1),
    keyWeighted: score,
    metre: metre === null ? null : Number(beatsPerBar === metre),
    beats: label.beats ? beatScore(analysis?.beats ?? [], label.beats) : null,
    downbeats: label.downbeats ? beatScore(analysis?.downbeats ?? [], label.downbeats) : null,
  };
}

/** Prints how many estimates of each confidence are right; of downbeats, their mean score. */
function showReliability(clips: readonly Clip[]): void {
  for (const [score, confidenceOf] of RELIABLE) {
    const judged = clips.flatMap(({ analysis, scores }): Judged[] => {
      const share = scores[score];
      const confidence = analysis ? confidenceOf(analysis) : null;
      if (confidence === null || typeof share !== "number") return [];
      return [{ confidence, share }];
    });
    const error = calibrationError(judged);
    console.log(`${score}: confidence and share right`, { error, ...calibrationOf(judged) });
    console.table(reliabilityBands(judged));
  }
}

const percent = (share: number): number => Math.round(share * 1000) / 10;

/** Prints the mean of each score with its 95 % interval, in percent, and returns the means. */
function showScores(rows: readonly Scores[]): Record<string, number> {
  const means: Record<string, number> = {};
  const table: Record<string, object> = {};
  for (const name of Object.keys(rows[0] ?? {})) {
    const known = rows.map((row) => row[name]).filter((value) => typeof value === "number");
    if (known.length === 0) continue;
    const mean = known.reduce((sum, value) => sum + value, 0) / known.length;
    const [from, to] = scoreInterval(mean, known.length).map(percent);
    table[name] = { mean: (means[name] = percent(mean)), from, to, clips: known.length };
  }
  console.table(table);
  return means;
}

async function evaluate(folder: string): Promise<Record<string, number>> {
  const labels = await read<readonly Label[]>(join(folder, "labels.json"));
  let clips: readonly Clip[] = [];
  await withFileAnalysis(configFrom(process.env), async (files) => {
    clips = await Promise.all(
      labels.map(async (label): Promise<Clip> => {
        const path = join(folder, "audio", label.file);
        const analysis = await files
          .analyze(path, new AbortController().signal)
          .catch((error: unknown) => {
            console.error(`${path}: ${String(error)}`);
            return undefined;
          });
        return { analysis, scores: scoresOf(analysis, label) };
      }),
    );
  });
  if (wantsReliability) showReliability(clips);
  return showScores(clips.map(({ scores }) => scores));
}

const floors = await read<Record<string, Record<string, number>>>(
  new URL("floors.json", import.meta.url),
);
const RELIABILITY_FLAG = "--reliability";
const wantsReliability = process.argv.includes(RELIABILITY_FLAG);
const folders = process.argv.slice(2).filter((argument) => argument !== RELIABILITY_FLAG);
if (folders.length === 0) {
  console.error("Name the folders of annotated audio: npm run evaluate -- DIR…");
  process.exitCode = 2;
}
for (const folder of folders) {
  const set = basename(folder);
  report(set, await evaluate(folder));
  report(`${set} joined`, await evaluateJoined(folder));
}

function report(set: string, means: Readonly<Record<string, number>>): void {
  console.log(set, means);
  for (const [name, floor] of Object.entries(floors[set] ?? {})) {
    if ((means[name] ?? 0) >= floor) continue;
    console.error(`${set}: ${name} is ${means[name]} %, below its floor of ${floor} %`);
    process.exitCode = 1;
  }
}
