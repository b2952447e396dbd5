import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { analyzeFiles } from "../analyze-files.js";
import { beatScore, scoreInterval } from "../measures.js";
import { barLengths, metreShare, type LabelledPart } from "./metre-scores.js";

/**
 * Compares metres along recordings with labelled ones: `node --import tsx
 * test/evaluation/structure/evaluate-metres.ts DIR…`. Each DIR holds `audio/` and the `labels.json` of
 * `src/training/structure/compose_metre_changes.py`, or of `render_songs.py`, whose songs are in four. Prints means with
 * 95 % intervals over recordings: whether the metre of the track is right, and the metres of its bars one after
 * another; the share of time whose section has the right metre; the F-measure of downbeats, of all and of those within
 * 10 s of a change; and whether bars or sections have several metres.
 */

interface MetreLabel {
  readonly file: string;
  readonly downbeats: readonly number[];
  readonly metre?: number;
  readonly parts?: readonly LabelledPart[];
}

/** Seconds on either side of a change. */
const NEAR_SECONDS = 10;

type Scores = Readonly<Record<string, number>>;

async function scoresOf(folder: string, label: MetreLabel): Promise<Scores | null> {
  const features = (await analyzeFiles([join(folder, "audio", label.file)]))?.features;
  if (features === undefined) return null;
  const { beats, downbeats, estimates, timeline } = features;
  const { metre = 4, downbeats: known } = label;
  const end = timeline.sections[timeline.sections.length - 1]?.endSeconds ?? 0;
  const parts = label.parts ?? [{ start: 0, end, metre }];
  const merged = parts.filter((part, i) => part.metre !== parts[i - 1]?.metre);
  const found = barLengths(beats, downbeats);
  const wanted = merged.map((part) => (part.metre === 6 ? 2 : part.metre));
  const ofSections = timeline.sections.flatMap((section) => section.timeSignature.value ?? []);
  const near = merged.slice(1).map(({ start }) => {
    const around = (times: Iterable<number>): number[] =>
      [...times].filter((time) => Math.abs(time - start) < NEAR_SECONDS);
    return beatScore(around(downbeats), around(known)) ?? 0;
  });
  return {
    track: Number(estimates.timeSignature.value === metre),
    bars: Number(
      found.length === wanted.length && found.every((length, i) => length === wanted[i]),
    ),
    sections: metreShare(timeline.sections, parts),
    downbeats: beatScore([...downbeats], known) ?? 0,
    ...(near.length > 0 && {
      downbeatsNear: near.reduce((sum, score) => sum + score, 0) / near.length,
    }),
    severalInBars: Number(new Set(found).size > 1),
    severalInSections: Number(new Set(ofSections).size > 1),
  };
}

for (const folder of process.argv.slice(2)) {
  const labels = JSON.parse(await readFile(join(folder, "labels.json"), "utf8")) as MetreLabel[];
  const rows: Scores[] = [];
  for (const label of labels) {
    const scores = await scoresOf(folder, label);
    if (scores) rows.push(scores);
  }
  const table: Record<string, object> = {};
  for (const name of Object.keys(rows[0] ?? {})) {
    const mean = rows.reduce((sum, row) => sum + (row[name] ?? 0), 0) / rows.length;
    const [from, to] = scoreInterval(mean, rows.length).map((value) => value.toFixed(3));
    table[name] = { mean: mean.toFixed(3), from, to };
  }
  console.log(folder, rows.length);
  console.table(table);
}
