import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { musicalKeyOf, valueOf, type Analysis } from "../../src/domain/analysis/analysis.js";
import {
  BEAT_WINDOW_SECONDS,
  beatScore,
  isTempo,
  isTempoOrOctave,
  keyScore,
  type KeyValue,
} from "./measures.js";

/** What is known of a clip. What is absent was not annotated; `null` is a value that the music does not have. */
export interface Label {
  /** Below `audio/` of its set, or an absolute path; `null` where the file is gone. */
  readonly file: string | null;
  readonly key?: KeyValue["key"] | null;
  readonly mode?: KeyValue["mode"] | null;
  readonly tempo?: number | null;
  readonly meter?: string | null;
  readonly beats?: readonly number[];
  readonly downbeats?: readonly number[];
  /** A time at which a bar begins, seconds. */
  readonly firstBeat?: number;
}

/** Scores of a clip, [0, 1] each; `null` where nothing was annotated. */
export type Scores = Record<string, number | null>;

/** The clips of a set that can be read. */
export type LabelledSet = readonly { readonly path: string; readonly label: Label }[];

/** Returns whether a path is that of a table of labels, and not of a folder with `labels.json`. */
export const isTable = (path: string): boolean => path.endsWith(".json");

/** Reads a folder with `labels.json` and `audio/`, or a table that `overtone corrections export` wrote. */
export async function readLabels(path: string): Promise<LabelledSet> {
  const table = isTable(path) ? path : join(path, "labels.json");
  const labels = JSON.parse(await readFile(table, "utf8")) as readonly Label[];
  return labels.flatMap((label) => {
    if (label.file === null) return [];
    return [{ path: isTable(path) ? label.file : join(path, "audio", label.file), label }];
  });
}

/** Scores what was found in a clip. A value is right that is rightly absent; what cannot be read has none. */
export function scoresOf(analysis: Analysis | undefined, label: Label): Scores {
  const tempo = analysis ? valueOf(analysis, "tempo") : null;
  const score = keyScoreOf(analysis, label);
  const beatsPerBar = analysis ? valueOf(analysis, "timeSignature") : null;
  return {
    tempo1: ifAnnotated(label.tempo, (bpm) => isTempo(tempo, bpm), tempo),
    tempo2: ifAnnotated(label.tempo, (bpm) => isTempoOrOctave(tempo, bpm), tempo),
    key: score === null ? null : Number(score === 1),
    keyWeighted: score,
    metre: ifAnnotated(
      label.meter,
      (metre) => beatsPerBar === Number(metre.split("/")[0]),
      beatsPerBar,
    ),
    beats: label.beats ? beatScore(analysis?.beats ?? [], label.beats) : null,
    downbeats: label.downbeats ? beatScore(analysis?.downbeats ?? [], label.downbeats) : null,
    firstBeat: ifAnnotated(label.firstBeat, (time) => hasBarAt(time, analysis), null),
  };
}

function ifAnnotated<Value>(
  annotated: Value | null | undefined,
  isRight: (value: Value) => boolean,
  found: number | null,
): number | null {
  if (annotated === undefined) return null;
  return Number(annotated === null ? found === null : isRight(annotated));
}

const hasBarAt = (time: number, analysis: Analysis | undefined): boolean =>
  analysis?.downbeats.some((bar) => Math.abs(bar - time) <= BEAT_WINDOW_SECONDS) ?? false;

function keyScoreOf(analysis: Analysis | undefined, { key, mode }: Label): number | null {
  if (typeof key !== "number" || !mode) return null;
  const found = analysis ? musicalKeyOf(analysis) : null;
  const estimate =
    found && ({ key: found.tonic, mode: found.mode === 1 ? "major" : "minor" } as const);
  return keyScore(estimate, { key, mode });
}
