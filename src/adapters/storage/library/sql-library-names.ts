import { setImmediate as nextTurn } from "node:timers/promises";
import type { Kysely } from "kysely";
import type { FileId } from "../../../domain/library/library-file.js";
import type { RecordingId } from "../../../domain/track/recording-id.js";
import type { ReleaseDetails } from "../../../domain/track/release-details.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { Isrc } from "../../../domain/track/track.js";
import type { WorkBudget } from "../../../domain/work-budget.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type {
  CalledFile,
  CalledRecording,
  LibraryNames,
} from "../../../ports/library/library-names.js";
import type { CatalogueIndex } from "../catalogue/catalogue-index.js";
import type { CatalogueColumns } from "../catalogue/columns/catalogue-columns.js";
import { matchingSlots } from "../catalogue/matching-slots.js";
import type { Database } from "../database.js";
import type { AnalysesTable, LibraryFilesTable, Schema } from "../tables.js";

/** Ids that are read of the catalogue before other work may run: a millisecond. */
const IDS_PER_STEP = 5_000;

/** Joins the files of the library with the names and lengths of their recordings. */
export class SqlLibraryNames implements LibraryNames {
  readonly #kysely: Kysely<Schema>;
  readonly #catalogue: Pick<CatalogueIndex, "inSlices">;

  constructor(needs: {
    readonly database: Pick<Database, "kysely">;
    readonly catalogue: Pick<CatalogueIndex, "inSlices">;
  }) {
    this.#kysely = needs.database.kysely;
    this.#catalogue = needs.catalogue;
  }

  async filesAfter(after: FileId | undefined, limit: number): Promise<readonly CalledFile[]> {
    // SQLite answers at once: without a turn, a walk of many slices would hold the event loop.
    await nextTurn();
    const rows = await this.#kysely
      .selectFrom("libraryFiles as file")
      .leftJoin("analyses", "analyses.recordingId", "file.recordingId")
      .select(["file.fileId", "file.folder", "file.relativePath", "file.rangeNumber"])
      .select(["file.trackKey", "file.recordingId", "file.artist", "file.artists"])
      .select(["file.trackName", "file.album", "file.albumArtist", "file.durationSeconds"])
      .select(["file.isrc", "file.musicbrainzId", "analyses.durationMs", "analyses.ruledName"])
      .select([
        "analyses.trackKey as listedKey",
        "analyses.artist as listedArtist",
        "analyses.trackName as listedTitle",
      ])
      .where("file.fileId", ">", after ?? "")
      .orderBy("file.fileId")
      .limit(limit)
      .execute();
    return rows.map(toCalledFile);
  }

  findUnheld(budget?: WorkBudget): Promise<readonly RecordingId[]> {
    return this.#catalogue.inSlices(idsOfUnheld, budget);
  }

  async recordingsOf(recordingIds: readonly RecordingId[]): Promise<readonly CalledRecording[]> {
    await nextTurn();
    if (recordingIds.length === 0) return [];
    const rows = await this.#kysely
      .selectFrom("analyses")
      .select(["recordingId", "trackKey", "artist", "trackName", "durationMs", "release"])
      .where("recordingId", "in", recordingIds)
      .execute();
    return rows.map(toCalledRecording);
  }
}

function* idsOfUnheld(columns: CatalogueColumns): SlicedWork<readonly RecordingId[]> {
  const slots = matchingSlots(columns, { hasFile: false }).slice();
  const ids: RecordingId[] = [];
  for (const [index, slot] of slots.entries()) {
    if (index % IDS_PER_STEP === 0) yield;
    ids.push(columns.recordingIdAt(slot));
  }
  return ids;
}

function toCalledRecording(
  row: Pick<
    AnalysesTable,
    "artist" | "durationMs" | "recordingId" | "release" | "trackKey" | "trackName"
  >,
): CalledRecording {
  const { artist, trackName, durationMs } = row;
  const { album, albumArtist } = JSON.parse(row.release ?? "{}") as ReleaseDetails;
  return {
    recordingId: row.recordingId as RecordingId,
    trackKey: row.trackKey as TrackKey,
    ...{ artist, trackName, durationMs },
    ...(album !== undefined && { album }),
    ...(albumArtist !== undefined && { albumArtist }),
  };
}

type CalledFileRow = Pick<
  LibraryFilesTable,
  | ("fileId" | "folder" | "relativePath" | "rangeNumber" | "trackKey" | "recordingId" | "artist")
  | ("artists" | "trackName" | "album" | "albumArtist" | "durationSeconds" | "isrc")
  | "musicbrainzId"
> & {
  readonly [Column in keyof Pick<AnalysesTable, "durationMs" | "ruledName">]:
    AnalysesTable[Column] | null;
} & {
  readonly listedKey: string | null;
  readonly listedArtist: string | null;
  readonly listedTitle: string | null;
};

function toCalledFile(row: CalledFileRow): CalledFile {
  const { recordingId, album, albumArtist, durationSeconds, isrc, musicbrainzId } = row;
  const durationMs =
    row.durationMs ?? (durationSeconds === null ? null : Math.round(1_000 * durationSeconds));
  return {
    fileId: row.fileId as FileId,
    path: { folder: row.folder, relativePath: row.relativePath },
    isPart: row.rangeNumber > 0,
    ...namesOf(row),
    ...(recordingId !== null && { recordingId: recordingId as RecordingId }),
    ...(album !== null && { album }),
    ...(albumArtist !== null && { albumArtist }),
    ...(durationMs !== null && { durationMs }),
    ...(isrc !== null && { isrc: isrc as Isrc }),
    ...(musicbrainzId !== null && { musicbrainzId }),
  };
}

/** Returns the name that the user states of a recording, or else that of the tags of its file. */
function namesOf(
  row: CalledFileRow,
): Pick<CalledFile, "artist" | "artists" | "trackKey" | "trackName"> {
  const { ruledName, listedKey, listedArtist, listedTitle } = row;
  const isStated = ruledName !== null && listedArtist !== null && listedTitle !== null;
  if (isStated && listedKey !== null) {
    return { trackKey: listedKey as TrackKey, artist: listedArtist, trackName: listedTitle };
  }
  const { artist, artists, trackName } = row;
  const listed = artists === null ? undefined : (JSON.parse(artists) as readonly string[]);
  return {
    ...{ trackKey: row.trackKey as TrackKey, artist, trackName },
    ...(listed && { artists: listed }),
  };
}
