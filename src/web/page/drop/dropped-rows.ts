import type { AudioAnalysis } from "../../../package/engine.js";
import type { DrawnTimelineFragment } from "../generated/documents.js";
import { csvOf } from "../parts/csv.js";
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
    values: analysis && valuesOf(analysis),
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

function valuesOf({ estimates }: AudioAnalysis): ShownValues {
  const values = Object.fromEntries(
    Object.entries(estimates).map(([field, { value }]) => [field, value]),
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

/** Returns everything that was measured on dropped files as CSV, with their names, in the names and units of the API (RFC 4180). */
export function csvOfDropped(dropped: readonly DroppedFile[]): string {
  const columns = TABLE_COLUMNS.filter(({ isTagged }) => !isTagged);
  const heading = ["file", "artist", "trackName", ...columns.map(({ name }) => name)];
  const lines = dropped
    .filter(({ state }) => analysisIn(state) !== null)
    .map((one) => {
      const row = rowOfDropped(one);
      const cells = columns.map(({ value }) => value(row));
      return [one.file.name, row.artist, row.trackName, ...cells];
    });
  return csvOf([heading, ...lines]);
}
