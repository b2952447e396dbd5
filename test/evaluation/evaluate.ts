import { readFile } from "node:fs/promises";
import { basename } from "node:path";
import { withFileAnalysis } from "../../src/composition/compose-commands.js";
import { configFrom } from "../../src/config/config.js";
import type { Analysis } from "../../src/domain/analysis/analysis.js";
import { evaluateJoined } from "./joined-recordings.js";
import { calibrationError, calibrationOf, reliabilityBands, type Judged } from "./reliability.js";
import { scoreInterval } from "./measures.js";
import { isTable, readLabels, scoresOf, type LabelledSet, type Scores } from "./labels.js";

/**
 * Accuracy on annotated audio: `npm run evaluate -- [--reliability] SET…`, each a folder with
 * `labels.json` and `audio/`, or a table that `overtone corrections export` wrote. The sets are research data and not part of the project. The exit code is
 * 1 where a score of a set falls below its minimum in `floors.json`; these minima are only raised. Each mean
 * has a 95 % interval. With `--reliability`, also how many estimates of each confidence are right.
 */

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

async function evaluate(set: LabelledSet): Promise<Record<string, number>> {
  let clips: readonly Clip[] = [];
  await withFileAnalysis(configFrom(process.env), async (files) => {
    clips = await Promise.all(
      set.map(async ({ path, label }): Promise<Clip> => {
        const [track] = await files.findTracks(path);
        const measured = await files
          .analyzeTrack(track!, new AbortController().signal)
          .catch((error: unknown) => {
            console.error(`${path}: ${String(error)}`);
            return undefined;
          });
        return { analysis: measured?.analysis, scores: scoresOf(measured?.analysis, label) };
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
const sets = process.argv.slice(2).filter((argument) => argument !== RELIABILITY_FLAG);
if (sets.length === 0) {
  console.error("Name the sets of annotated audio: npm run evaluate -- SET…");
  process.exitCode = 2;
}
for (const path of sets) {
  const set = basename(path);
  report(set, await evaluate(await readLabels(path)));
  if (!isTable(path)) report(`${set} joined`, await evaluateJoined(path));
}

function report(set: string, means: Readonly<Record<string, number>>): void {
  console.log(set, means);
  for (const [name, floor] of Object.entries(floors[set] ?? {})) {
    if ((means[name] ?? 0) >= floor) continue;
    console.error(`${set}: ${name} is ${means[name]} %, below its floor of ${floor} %`);
    process.exitCode = 1;
  }
}
