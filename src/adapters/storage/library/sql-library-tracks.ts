import { setImmediate as nextTurn } from "node:timers/promises";
import { type ExpressionBuilder, type Kysely, sql } from "kysely";
import type { Failure } from "../../../domain/errors/failure.js";
import type { TrackKey } from "../../../domain/track/track-key.js";
import type { LibraryTrack, LibraryTracks } from "../../../ports/library/library-tracks.js";
import type { DatabaseTime } from "../database-time.js";
import type { Database } from "../database.js";
import type { Schema } from "../tables.js";

/** Joins the files of the library with the analyses and failures of their tracks. */
export class SqlLibraryTracks implements LibraryTracks {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;

  constructor({ database, time }: { readonly database: Database; readonly time: DatabaseTime }) {
    this.#kysely = database.kysely;
    this.#time = time;
  }

  async findAfter(
    after: TrackKey | undefined,
    { limit, folders }: { readonly limit: number; readonly folders?: readonly string[] },
  ): Promise<readonly LibraryTrack[]> {
    if (folders?.length === 0) return [];
    // SQLite answers at once: without a turn, a walk of many slices would hold the event loop.
    await nextTurn();
    return this.#read((files) => {
      const slice = files
        .where("trackKey", ">", after ?? "")
        .orderBy("trackKey")
        .limit(limit);
      return folders ? slice.where("folder", "in", folders) : slice;
    });
  }

  async find(trackKey: TrackKey): Promise<LibraryTrack | undefined> {
    const [found] = await this.#read((files) => files.where("trackKey", "=", trackKey));
    return found;
  }

  async revision(): Promise<string> {
    const { files, analyses } = await this.#kysely
      .selectFrom(["libraryRevision", "analysisRevision"])
      .select(["libraryRevision.revision as files", "analysisRevision.revision as analyses"])
      .executeTakeFirstOrThrow();
    // Failures have no revision: a new one ends later than those before it.
    const { count, expiries } = await this.#kysely
      .selectFrom("analysisFailures")
      .select((build) => [
        build.fn.countAll().as("count"),
        build.fn.sum("expiresAt").as("expiries"),
      ])
      .where("kind", "=", "track")
      .executeTakeFirstOrThrow();
    return [files, analyses, count, expiries].join();
  }

  /** Reads the tracks of some files, in the order of their keys. */
  async #read(narrowed: (files: FileKeys) => FileKeys): Promise<readonly LibraryTrack[]> {
    const rows = await this.#kysely
      .selectFrom((build) => narrowed(fileKeys(build)).as("file"))
      .leftJoin("analyses as own", "own.trackKey", "file.trackKey")
      .leftJoin("analysisSpellings as spelling", "spelling.trackKey", "file.trackKey")
      .leftJoin("analyses as linked", "linked.trackKey", "spelling.analysisKey")
      .leftJoin("analysisFailures as failed", (join) =>
        join.onRef("failed.trackKey", "=", "file.trackKey").on("failed.kind", "=", "track"),
      )
      .select([
        "file.trackKey",
        "file.unread",
        "own.version as ownVersion",
        "own.analyzedAt as ownTime",
        "linked.version as linkedVersion",
        "linked.analyzedAt as linkedTime",
        "failed.failure",
        sql<number | null>`failed.expires_at - ${this.#time()}`.as("milliseconds"),
      ])
      .orderBy("file.trackKey")
      .execute();
    return rows.map(toLibraryTrack);
  }
}

type FileKeys = ReturnType<typeof fileKeys>;

/** Selects the keys of files, each once, and whether the digest of one of its files is unknown. */
const fileKeys = (build: ExpressionBuilder<Schema, never>) =>
  build
    .selectFrom("libraryFiles")
    .select([
      "trackKey",
      sql<number>`max(case when audio_digest is null then 1 else 0 end)`.as("unread"),
    ])
    .groupBy("trackKey");

interface TrackRow {
  readonly trackKey: string;
  readonly unread: number;
  readonly ownVersion: number | null;
  readonly ownTime: number | null;
  readonly linkedVersion: number | null;
  readonly linkedTime: number | null;
  readonly failure: string | null;
  readonly milliseconds: number | null;
}

function toLibraryTrack(row: TrackRow): LibraryTrack {
  const { trackKey, unread, failure, milliseconds } = row;
  const analysis = analysisOf(row);
  const secondsLeft = Math.max(0, Number(milliseconds)) / 1_000;
  return {
    trackKey: trackKey as TrackKey,
    hasDigests: unread === 0,
    ...(analysis && { analysis }),
    ...(failure !== null && { failure: { ...(JSON.parse(failure) as Failure), secondsLeft } }),
  };
}

/** Returns the analysis that a reader of the track gets: its own, unless that of its spelling is newer. */
function analysisOf(row: TrackRow): LibraryTrack["analysis"] {
  const { ownVersion, ownTime, linkedVersion, linkedTime } = row;
  const isLinked = linkedVersion !== null && linkedVersion > (ownVersion ?? -1);
  const version = isLinked ? linkedVersion : ownVersion;
  const analyzedAt = isLinked ? linkedTime : ownTime;
  return version === null || analyzedAt === null ? undefined : { version, analyzedAt };
}
