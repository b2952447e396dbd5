import { type Kysely, type Migration, Migrator } from "kysely";
import { FIRST_MIGRATION, MIGRATION_TABLE, type OpenedDialect } from "../opened-dialect.js";
import type { Schema } from "../tables.js";
import { createApiKeys } from "./0001-create-api-keys.js";
import { createAnalyses } from "./0002-create-analyses.js";
import { createCacheEntries } from "./0003-create-cache-entries.js";
import { createLibraryFiles } from "./0004-create-library-files.js";
import { knowRecordings } from "./0005-know-recordings.js";
import { findLibraryFilesByCode } from "./0006-find-library-files-by-code.js";
import { createTimelines } from "./0007-create-timelines.js";
import { browseTheCatalogue } from "./0008-browse-the-catalogue.js";
import { keepWebhooks } from "./0009-keep-webhooks.js";
import { sendEachEventOnce } from "./0010-send-each-event-once.js";
import { keepTheCatalogue } from "./0011-keep-the-catalogue.js";
import { joinEstimates } from "./0012-join-estimates.js";
import { keepJobs } from "./0013-keep-jobs.js";
import { rememberFailures } from "./0014-remember-failures.js";
import { shareLimits } from "./0015-share-limits.js";
import { keepUploads } from "./0016-keep-uploads.js";
import { dateJobs } from "./0017-date-jobs.js";
import { runRecordingsOnce } from "./0018-run-recordings-once.js";
import { tellOfJobs } from "./0019-tell-of-jobs.js";
import { traceJobs } from "./0020-trace-jobs.js";
import { knowAudio } from "./0021-know-audio.js";
import { keepFolders } from "./0022-keep-folders.js";
import { keepPlaylists } from "./0023-keep-playlists.js";
import { keepReleaseDetails } from "./0027-keep-release-details.js";
import { keepIdLinks } from "./0028-keep-id-links.js";
import { keepSoundEmbeddings } from "./0029-keep-sound-embeddings.js";
import { keepCredits } from "./0030-keep-credits.js";
import { identifyRecordings } from "./0031-identify-recordings.js";
import { linkPerformances } from "./0032-link-performances.js";
import { knowDirectories } from "./0036-know-directories.js";
import { pinRecordings } from "./0034-pin-recordings.js";
import { keepCorrections } from "./0037-keep-corrections.js";
import { foldMoreLetters } from "./0038-fold-more-letters.js";
import { knowCoversBeside } from "./0039-know-covers-beside.js";
import { showScans } from "./0040-show-scans.js";
import { divideFiles } from "./0041-divide-files.js";
import { dropRecordingKeys } from "./0042-drop-recording-keys.js";
import { sealRows } from "./0043-seal-rows.js";
import { knowHeldFiles } from "./0044-know-held-files.js";
import { knowStatesOfCovers } from "./0045-know-states-of-covers.js";
import { orderTracksOfFiles } from "./0046-order-tracks-of-files.js";
import { knowWhatIsGone } from "./0047-know-what-is-gone.js";
import { keepRowsOfPlaylists } from "./0048-keep-rows-of-playlists.js";
import { knowMusicServers } from "./0049-know-music-servers.js";
import { knowMountedSongs } from "./0050-know-mounted-songs.js";
import { knowSongsOfRecordings } from "./0051-know-songs-of-recordings.js";
import { knowArtistsOfSongs } from "./0052-know-artists-of-songs.js";
import { knowPlaylistFiles } from "./0053-know-playlist-files.js";
import { keepPlaylistsOnServers } from "./0054-keep-playlists-on-servers.js";
import { keepLayouts } from "./0055-keep-layouts.js";
import { keepAnswers } from "./0026-keep-answers.js";
import { keepSessions } from "./0025-keep-sessions.js";
import { keepTaggedValues } from "./0024-keep-tagged-values.js";

/** All migrations, oldest first. Their names are stored in the database: they never change, and sort. */
export const MIGRATIONS: Readonly<Record<string, Migration>> = {
  [FIRST_MIGRATION]: createApiKeys,
  "0002-create-analyses": createAnalyses,
  "0003-create-cache-entries": createCacheEntries,
  "0004-create-library-files": createLibraryFiles,
  "0005-know-recordings": knowRecordings,
  "0006-find-library-files-by-code": findLibraryFilesByCode,
  "0007-create-timelines": createTimelines,
  "0008-browse-the-catalogue": browseTheCatalogue,
  "0009-keep-webhooks": keepWebhooks,
  "0010-send-each-event-once": sendEachEventOnce,
  "0011-keep-the-catalogue": keepTheCatalogue,
  "0012-join-estimates": joinEstimates,
  "0013-keep-jobs": keepJobs,
  "0014-remember-failures": rememberFailures,
  "0015-share-limits": shareLimits,
  "0016-keep-uploads": keepUploads,
  "0017-date-jobs": dateJobs,
  "0018-run-recordings-once": runRecordingsOnce,
  "0019-tell-of-jobs": tellOfJobs,
  "0020-trace-jobs": traceJobs,
  "0021-know-audio": knowAudio,
  "0022-keep-folders": keepFolders,
  "0023-keep-playlists": keepPlaylists,
  "0024-keep-tagged-values": keepTaggedValues,
  "0025-keep-sessions": keepSessions,
  "0026-keep-answers": keepAnswers,
  "0027-keep-release-details": keepReleaseDetails,
  "0028-keep-id-links": keepIdLinks,
  "0029-keep-sound-embeddings": keepSoundEmbeddings,
  "0030-keep-credits": keepCredits,
  "0031-identify-recordings": identifyRecordings,
  "0032-link-performances": linkPerformances,
  "0034-pin-recordings": pinRecordings,
  "0036-know-directories": knowDirectories,
  "0037-keep-corrections": keepCorrections,
  "0038-fold-more-letters": foldMoreLetters,
  "0039-know-covers-beside": knowCoversBeside,
  "0040-show-scans": showScans,
  "0041-divide-files": divideFiles,
  "0042-drop-recording-keys": dropRecordingKeys,
  "0043-seal-rows": sealRows,
  "0044-know-held-files": knowHeldFiles,
  "0045-know-states-of-covers": knowStatesOfCovers,
  "0046-order-tracks-of-files": orderTracksOfFiles,
  "0047-know-what-is-gone": knowWhatIsGone,
  "0048-keep-rows-of-playlists": keepRowsOfPlaylists,
  "0049-know-music-servers": knowMusicServers,
  "0050-know-mounted-songs": knowMountedSongs,
  "0051-know-songs-of-recordings": knowSongsOfRecordings,
  "0052-know-artists-of-songs": knowArtistsOfSongs,
  "0053-know-playlist-files": knowPlaylistFiles,
  "0054-keep-playlists-on-servers": keepPlaylistsOnServers,
  "0055-keep-layouts": keepLayouts,
};

/** Names of all migrations, ascending. */
export const migrationNames: readonly string[] = Object.keys(MIGRATIONS);

/** The table that a database has until a copy to it is complete. */
export const UNFINISHED_COPY = "unfinished_copy";

/**
 * Migrates the database to the latest schema. Where it is up to date, does nothing and takes no lock.
 *
 * @param opened with whether the database may have an unfinished copy
 * @throws {Error} the database knows a migration that this version does not, or has an unfinished copy
 */
export async function migrateToLatest(
  kysely: Kysely<Schema>,
  opened: Pick<OpenedDialect, "lockForMigration" | "migrations" | "tables"> & {
    readonly mayBeUnfinished: boolean;
  },
): Promise<void> {
  if (await isUpToDate(kysely, opened)) return;

  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve({ ...MIGRATIONS, ...opened.migrations }) },
  });
  await opened.lockForMigration(async () => {
    if (await isUpToDate(kysely, opened)) return;
    const { error } = await migrator.migrateToLatest();
    if (error instanceof Error) throw error;
    if (error !== undefined) throw new Error("The migration failed.", { cause: error });
  });
}

type Tables = Pick<OpenedDialect, "tables"> & { readonly mayBeUnfinished: boolean };

async function isUpToDate(kysely: Kysely<Schema>, opened: Tables): Promise<boolean> {
  const applied = await appliedMigrations(kysely, opened);
  const unknown = applied.find((name) => !(name in MIGRATIONS));
  if (unknown !== undefined) {
    throw new Error(
      `The database was written by a newer version of Overtone, with the migration "${unknown}". Update Overtone, or use another database.`,
    );
  }
  return applied.length === Object.keys(MIGRATIONS).length;
}

async function appliedMigrations(
  kysely: Kysely<Schema>,
  { tables, mayBeUnfinished }: Tables,
): Promise<readonly string[]> {
  const { rows } = await tables.execute(kysely);
  const existing = rows.map(({ name }) => name);
  if (!mayBeUnfinished && existing.includes(UNFINISHED_COPY)) {
    throw new Error(
      "The database has an unfinished copy of another. Run the same `overtone copy` again, or delete this database.",
    );
  }
  if (!existing.includes(MIGRATION_TABLE)) return [];
  const applied = await (kysely as unknown as Kysely<MigrationSchema>)
    .selectFrom(MIGRATION_TABLE)
    .select("name")
    .execute();
  return applied.map(({ name }) => name);
}

interface MigrationSchema {
  readonly [MIGRATION_TABLE]: { readonly name: string };
}
