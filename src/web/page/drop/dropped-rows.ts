import type { AudioAnalysis } from "../../../package/engine.js";
import type { DrawnTimelineFragment } from "../generated/documents.js";
import { csvOf } from "../parts/csv.js";
import { isShown } from "../parts/estimate-tiles.js";
import { WHEEL_KEYS, wheelIndexOf } from "../parts/wheel-keys.js";
import { ownFileRef } from "../playback/own-files.js";
import type { PlayedTrack } from "../player/play-queue.js";
import type { ShownRow, ShownValues } from "../table/shown-track.js";
import { TABLE_COLUMNS } from "../table/table-columns.js";
import { analysisIn, type DroppedFile } from "./drop-queue.js";
import { namesInFileName } from "./dropped-names.js";

const rows = new WeakMap<DroppedFile, ShownRow>();
const files = new WeakMap<ShownRow, DroppedFile>();

/** Returns a dropped file as a row of a table; the same one until the file changes. */
export function rowOfDropped(dropped: DroppedFile): ShownRow {
  const known = rows.get(dropped);
  if (known) return known;
  const { trackName, artist, ref } = playedOfDropped(dropped);
  const analysis = analysisIn(dropped.state);
  const row: ShownRow = {
    ...{ trackKey: ref, recordingId: null, trackName, artist, album: null, albumArtist: null },
    ...{ composer: null, genre: null, label: null, year: null, trackNumber: null },
    durationMs: analysis && analysis.durationSeconds * 1000,
    thumbnailUrl: null,
    values: analysis && valuesOf(analysis, isShown),
  };
  rows.set(dropped, row);
  files.set(row, dropped);
  return row;
}

/** Returns the dropped file of a row. */
export const droppedOfRow = (row: ShownRow): DroppedFile | undefined => files.get(row);

/** Returns a dropped file as the player takes it. */
export function playedOfDropped({ id, file }: DroppedFile): PlayedTrack {
  const { artist, track } = namesInFileName(file.name);
  return { ref: ownFileRef(id), trackName: track, artist, album: null, thumbnailUrl: null };
}

/** @param isTaken whether a value of some confidence is wanted; what is not wanted is `null` */
function valuesOf(
  { estimates }: AudioAnalysis,
  isTaken: (confidence: number) => boolean,
): ShownValues {
  const values = Object.fromEntries(
    Object.entries(estimates).map(([field, { value, confidence }]) => [
      field,
      isTaken(confidence) ? value : null,
    ]),
  ) as Readonly<Record<keyof typeof estimates, number | null>>;
  const { happy, sad, relaxed, aggressive, key, mode } = values;
  const camelot = key === null || mode === null ? null : camelotOf(key, mode);
  return { ...values, recordingId: "", camelot, mood: { happy, sad, relaxed, aggressive } };
}

const camelotOf = (key: number, mode: number): string =>
  WHEEL_KEYS[wheelIndexOf(key, mode)]?.camelot ?? "";

/** Returns what was measured on a file over time, as timelines are drawn. */
export function timelineOf(analysis: AudioAnalysis): DrawnTimelineFragment {
  const { durationSeconds, beats, downbeats, timeline } = analysis;
  const { localKeys } = timeline;
  return {
    ...{ ...timeline, coveredSeconds: durationSeconds, beats, downbeats },
    localKeys: localKeys.map(({ tonic, ...one }) => ({
      ...{ ...one, key: tonic, camelot: camelotOf(tonic, one.mode) },
    })),
  };
}

/** What no table has a column for. */
const MORE_FIELDS = ["mode", "loudness", "loudnessRange", "truePeak", "tuning"] as const;

/**
 * Returns everything that was measured on dropped files as CSV, however sure it is, with their names, in the names and units of the
 * API (RFC 4180). Files that could not be measured have the code of their failure.
 */
export function csvOfDropped(dropped: readonly DroppedFile[]): string {
  const columns = TABLE_COLUMNS.filter(({ isTagged }) => !isTagged);
  const names = [...columns.map(({ name }) => name), ...MORE_FIELDS];
  const lines = dropped.flatMap((one) => {
    const { state, file } = one;
    if (state.kind !== "ended") return [];
    const analysis = analysisIn(state);
    const row = { ...rowOfDropped(one), values: analysis && valuesOf(analysis, () => true) };
    const failure = "failure" in state.result ? state.result.failure.code : null;
    const cells = [
      ...columns.map(({ value }) => value(row)),
      ...MORE_FIELDS.map((field) => analysis?.estimates[field].value ?? null),
    ];
    return [[file.name, row.artist, row.trackName, ...cells, failure]];
  });
  return csvOf([["file", "artist", "trackName", ...names, "failure"], ...lines]);
}
