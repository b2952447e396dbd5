import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { SectionFeatures } from "../../../src/dsp/index.js";
import { beatScore } from "../measures.js";
import { analyzeFiles } from "../analyze-files.js";
import {
  boundaryScore,
  labelScores,
  mergedSections,
  type LabelledSection,
} from "./section-scores.js";

/**
 * Compares sections with the labelled phrases of songs, and beats and sections with labelled changes of tempo:
 * `node --import tsx test/evaluation/structure/evaluate-sections.ts DIR…`. Each DIR holds `audio/` and the
 * `labels.json` of `src/training/structure/render_songs.py`. Prints means with 95 % intervals over songs,
 * for the sections that are found, for sections of equal length, as long as the known ones of all songs are on
 * average, and for one section over all.
 */

interface SongLabel {
  readonly file: string;
  readonly beats: readonly number[];
  readonly phrases: readonly {
    readonly start: number;
    readonly end: number;
    readonly letter: string;
  }[];
  readonly tempoChanges: readonly TempoChange[];
}

interface TempoChange {
  readonly start: number;
  readonly end: number;
  readonly factor: number;
}

/** Maximum distance of a boundary from a change of tempo, seconds. */
const NEAR_SECONDS = 3;
/** Seconds next to a change that its tempi are not compared in. */
const MARGIN_SECONDS = 8;
/** Relative tolerance of a tempo. */
const TEMPO_TOLERANCE = 0.04;

type Scores = Readonly<Record<string, number>>;

function scoresOf(found: readonly LabelledSection[], phrases: readonly LabelledSection[]): Scores {
  const known = mergedSections(phrases);
  const [own, sections, all] = [found, known, phrases].map((parts) =>
    parts.slice(1).map(({ start }) => start),
  ) as [number[], number[], number[]];
  const { pairs, vMeasure } = labelScores(found, known);
  return {
    boundaries05: boundaryScore(own, sections, 0.5),
    boundaries3: boundaryScore(own, sections, 3),
    phrases05: boundaryScore(own, all, 0.5),
    phrases3: boundaryScore(own, all, 3),
    pairs,
    vMeasure,
    sections: found.length,
    known: known.length,
  };
}

function equalSections(endSeconds: number, lengthSeconds: number): LabelledSection[] {
  const count = Math.max(1, Math.round(endSeconds / lengthSeconds));
  return Array.from({ length: count }, (_, i) => ({
    start: (i * endSeconds) / count,
    end: ((i + 1) * endSeconds) / count,
    label: String(i),
  }));
}

/** Whether the tempo of a section changes by the factor, or by that of an octave more or less. */
function tempoScores(
  { tempoChanges, beats: known }: SongLabel,
  sections: readonly SectionFeatures[],
  beats: Float64Array,
): Scores {
  const change = tempoChanges[0];
  if (change === undefined) return { beats: beatsScore([...beats], known) };
  const { start, end, factor } = change;
  const [before, after] = [
    medianTempo(beats, 0, start),
    medianTempo(beats, end + MARGIN_SECONDS, Infinity),
  ];
  const ratioOfSections =
    tempoAt(sections, end + MARGIN_SECONDS) / tempoAt(sections, start - MARGIN_SECONDS);
  const isRatio = (ratio: number): number => Number(Math.abs(ratio / factor - 1) < TEMPO_TOLERANCE);
  const parts = (times: readonly number[], from: number, to: number): number[] =>
    times.filter((time) => time >= from && time < to);
  const within = (from: number, to: number): number =>
    beatsScore(parts([...beats], from, to), parts(known, from, to));
  return {
    beats: beatsScore([...beats], known),
    beatsBefore: within(0, start),
    beatsAfter: within(end, Infinity),
    boundaryAtChange: Number(
      sections
        .slice(1)
        .some(
          ({ startSeconds }) =>
            startSeconds > start - NEAR_SECONDS && startSeconds < end + NEAR_SECONDS,
        ),
    ),
    ratioOfBeats: isRatio(after / before),
    ratioOfSections: isRatio(ratioOfSections),
  };
}

/** 0 where no beat is known. */
function beatsScore(found: readonly number[], known: readonly number[]): number {
  return beatScore(found, known) ?? 0;
}

function medianTempo(beats: Float64Array, from: number, to: number): number {
  const own = beats.filter((beat) => beat >= from && beat < to);
  const steps = own
    .slice(1)
    .map((beat, i) => beat - own[i]!)
    .sort();
  return 60 / (steps[steps.length >> 1] ?? NaN);
}

function tempoAt(sections: readonly SectionFeatures[], at: number): number {
  return sections.find(({ endSeconds }) => endSeconds > at)?.tempo.value ?? NaN;
}

/** Prints the mean of each score and half the width of its 95 % interval, by the normal approximation. */
function show(title: string, rows: readonly Scores[]): void {
  const table: Record<string, object> = {};
  for (const name of Object.keys(rows[0] ?? {})) {
    const values = rows.map((row) => row[name] ?? 0);
    const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
    const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
    table[name] = {
      mean: mean.toFixed(3),
      plusMinus: (1.96 * Math.sqrt(variance / values.length)).toFixed(3),
    };
  }
  console.log(title, rows.length);
  console.table(table);
}

async function evaluate(folder: string): Promise<void> {
  const labels = JSON.parse(
    await readFile(join(folder, "labels.json"), "utf8"),
  ) as readonly SongLabel[];
  const phrasesOf = ({ phrases }: SongLabel): LabelledSection[] =>
    phrases.map(({ start, end, letter }) => ({ start, end, label: letter }));
  const lengths = labels.flatMap((label) =>
    mergedSections(phrasesOf(label)).map(({ start, end }) => end - start),
  );
  const meanLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const rows: { found: Scores; equal: Scores; one: Scores; tempo: Scores }[] = [];
  for (const label of labels) {
    const features = (await analyzeFiles([join(folder, "audio", label.file)]))?.features;
    if (features === undefined) continue;
    const { sections } = features.timeline;
    const phrases = phrasesOf(label);
    const end = sections[sections.length - 1]?.endSeconds ?? 0;
    const found = sections.map(({ startSeconds, endSeconds, kind }) => ({
      start: startSeconds,
      end: endSeconds,
      label: String(kind),
    }));
    rows.push({
      found: scoresOf(found, phrases),
      equal: scoresOf(equalSections(end, meanLength), phrases),
      one: scoresOf(equalSections(end, Infinity), phrases),
      tempo: tempoScores(label, sections, features.beats),
    });
  }
  for (const name of ["found", "equal", "one", "tempo"] as const) {
    show(
      `${folder}: ${name}`,
      rows.map((row) => row[name]),
    );
  }
}

for (const folder of process.argv.slice(2)) await evaluate(folder);
