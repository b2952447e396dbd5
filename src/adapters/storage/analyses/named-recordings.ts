import type { Kysely } from "kysely";
import {
  inOrderOfPreference,
  type NamedRecording,
} from "../../../domain/track/preferred-recording.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { TrackKey, TrackNames } from "../../../domain/track/track-key.js";
import type { RecordingsOfName } from "../../../ports/analysis/analysis-store.js";
import { portionsOf } from "../portions.js";
import { findFurtherNames } from "../further-names.js";
import type { Schema } from "../tables.js";

/** Maximum number of keys in one statement, for all database systems; each occurs in it three times. */
const KEYS_PER_STATEMENT = 2500;

/** What a name means, with the name itself where a file or a recording has it. */
export interface FoundName extends RecordingsOfName {
  readonly names?: TrackNames;
}

/**
 * Reads what names mean: the recordings that the user names so, those of the files that have them, and those
 * measured under them. A key
 * that is not of a name itself leads to the names for which it is a further key.
 */
export async function readNamed(
  kysely: Kysely<Schema>,
  trackKeys: readonly string[],
): Promise<ReadonlyMap<string, FoundName>> {
  const own = await readRows(kysely, trackKeys);
  const names = new Map([...own].map(([trackKey, rows]) => [trackKey, nameOf(rows)]));
  const missing = trackKeys.filter((trackKey) => !names.has(trackKey));
  const further = missing.length === 0 ? [] : [...(await findFurtherNames(kysely, missing))];
  const others = await readRows(
    kysely,
    further.flatMap(([, leadingTo]) => leadingTo),
  );
  for (const [askedKey, leadingTo] of further) {
    const rows = leadingTo.flatMap((trackKey) => others.get(trackKey) ?? []);
    if (rows.length > 0) names.set(askedKey, nameOf(rows));
  }
  return names;
}

/** Reads the names under which recordings were measured or files had them, ordered by track key, by the ids of the recordings. */
export async function readNamesOf(
  kysely: Kysely<Schema>,
  recordingIds: readonly string[],
): Promise<ReadonlyMap<string, readonly TrackNames[]>> {
  const rows = await kysely
    .selectFrom("recordingNames")
    .select(["recordingId", "trackKey", "artist", "trackName"])
    .where("recordingId", "in", recordingIds)
    .orderBy("trackKey")
    .execute();
  const names = new Map<string, TrackNames[]>();
  for (const { recordingId, trackKey, ...name } of rows) {
    const known = names.get(recordingId) ?? [];
    names.set(recordingId, [...known, { trackKey: trackKey as TrackKey, ...name }]);
  }
  return names;
}

async function readRows(
  kysely: Kysely<Schema>,
  trackKeys: readonly string[],
): Promise<ReadonlyMap<string, readonly NameRow[]>> {
  const found = new Map<string, NameRow[]>();
  for (const some of portionsOf([...new Set(trackKeys)], KEYS_PER_STATEMENT)) {
    for (const row of await selectNamed(kysely, some)) {
      const rows = found.get(row.trackKey);
      if (rows) rows.push(row);
      else found.set(row.trackKey, [row]);
    }
  }
  return found;
}

interface NameRow {
  readonly trackKey: string;
  readonly artist: string;
  readonly trackName: string;
  /** `null` for files that have not been read whole since their bytes changed. */
  readonly recordingId: string | null;
  /** 0 where the name is not that of a file. */
  readonly fileCount: number;
  /** `null` where the recording has no analysis. */
  readonly source: string | null;
  readonly isExcerpt: number | null;
  readonly durationMs: number | null;
  /** The recording that is pinned to the name; `null` without. */
  readonly pinnedId: string | null;
  /** The key of the name that the recording is listed under. */
  readonly listedKey: string | null;
  /** `null` where the user states no name for it. */
  readonly ruledName: string | null;
}

/** Selects a row for each recording and each name that it has; in one statement. */
function selectNamed(
  kysely: Kysely<Schema>,
  trackKeys: readonly string[],
): Promise<readonly NameRow[]> {
  const ofUser = kysely
    .selectFrom("analyses as named")
    .leftJoin("recordingPins as pinned", "pinned.trackKey", "named.trackKey")
    .select(["named.trackKey", "named.recordingId", "source", "isExcerpt", "durationMs"])
    .select("pinned.recordingId as pinnedId")
    .select(["named.trackKey as listedKey", "named.ruledName"])
    .select((build) => [
      "named.artist",
      "named.trackName",
      build
        .selectFrom("libraryFiles as file")
        .select((count) => count.fn.countAll<number>().as("fileCount"))
        .whereRef("file.recordingId", "=", "named.recordingId")
        .$asScalar()
        .as("fileCount"),
    ])
    .where("named.ruledName", "is not", null)
    .where("named.trackKey", "in", trackKeys);
  const ofFiles = kysely
    .selectFrom("libraryFiles as named")
    .leftJoin("analyses", "analyses.recordingId", "named.recordingId")
    .leftJoin("recordingPins as pinned", "pinned.trackKey", "named.trackKey")
    .select(["named.trackKey", "named.recordingId", "source", "isExcerpt", "durationMs"])
    .select("pinned.recordingId as pinnedId")
    .select(["analyses.trackKey as listedKey", "analyses.ruledName"])
    .select((build) => [
      build.fn.min("named.artist").as("artist"),
      build.fn.min("named.trackName").as("trackName"),
      build.fn.countAll<number>().as("fileCount"),
    ])
    .where("named.trackKey", "in", trackKeys)
    .groupBy(["named.trackKey", "named.recordingId", "source", "isExcerpt", "durationMs"])
    .groupBy("pinned.recordingId")
    .groupBy(["analyses.trackKey", "analyses.ruledName"]);
  const ofRecordings = kysely
    .selectFrom("recordingNames as named")
    .innerJoin("analyses", "analyses.recordingId", "named.recordingId")
    .leftJoin("recordingPins as pinned", "pinned.trackKey", "named.trackKey")
    .select(["named.trackKey", "named.recordingId", "source", "isExcerpt", "durationMs"])
    .select("pinned.recordingId as pinnedId")
    .select(["analyses.trackKey as listedKey", "analyses.ruledName"])
    .select((build) => ["named.artist", "named.trackName", build.lit<number>(0).as("fileCount")])
    .where("named.trackKey", "in", trackKeys);
  return ofFiles.unionAll(ofRecordings).unionAll(ofUser).execute();
}

const countOf = ({ fileCount }: NameRow): number => Number(fileCount);

const isOfFile = (row: NameRow): boolean => countOf(row) > 0;

const isStated = ({ trackKey, listedKey, ruledName }: NameRow): boolean =>
  ruledName !== null && trackKey === listedKey;

/** What counts first of several rows: the name that the user states, that of a file, that of a measurement. */
function standingOf(row: NameRow): number {
  if (isStated(row)) return 0;
  return isOfFile(row) ? 1 : 2;
}

function nameOf(rows: readonly NameRow[]): FoundName {
  // A stated name is also one of a measurement and of files with that tag; all files of the recording count.
  const byStanding = [...rows].sort(
    (one, other) => standingOf(one) - standingOf(other) || countOf(other) - countOf(one),
  );
  const byRecording = new Map<string | null, NameRow>();
  for (const row of byStanding) {
    if (!byRecording.has(row.recordingId)) byRecording.set(row.recordingId, row);
  }
  const recordings = [...byRecording.values()].flatMap((row) => recordingOf(row) ?? []);
  const hasFile = rows.some(isOfFile);
  // The spelling of the user or of a file is the present one.
  const [named] = byStanding;
  return {
    recordings: inOrderOfPreference(recordings, hasFile),
    hasUnreadFile: byRecording.has(null),
    ...(named && {
      names: {
        trackKey: named.trackKey as TrackKey,
        artist: named.artist,
        trackName: named.trackName,
      },
    }),
  };
}

function recordingOf(row: NameRow): NamedRecording | undefined {
  const { recordingId, source, isExcerpt, durationMs, pinnedId, ruledName } = row;
  if (recordingId === null || source === null || durationMs === null) return undefined;
  return {
    recordingId: recordingId as RecordingId,
    fileCount: countOf(row),
    source,
    isExcerpt: isExcerpt === 1,
    durationMs,
    isPinned: pinnedId === recordingId,
    ...(ruledName !== null && !isStated(row) && { isNamedOtherwise: true }),
  };
}
