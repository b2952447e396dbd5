import { DiskAudioReader } from "../../../../src/adapters/library/disk-audio-reader.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { SqlDirectoryStore } from "../../../../src/adapters/storage/library/sql-directory-store.js";
import { SqlFolderStore } from "../../../../src/adapters/storage/library/sql-folder-store.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import type { Logger } from "../../../../src/ports/runtime/logger.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import type { AudioDigests } from "../../../../src/ports/library/audio-digests.js";
import type { LibraryFolders } from "../../../../src/ports/library/library-folders.js";
import type { LibraryStore } from "../../../../src/ports/library/library-store.js";
import { FileRecordings } from "../../../../src/services/analysis/file-recordings.js";
import { LibraryFolderService } from "../../../../src/services/library/library-folder-service.js";
import type { LibraryScans } from "../../../../src/services/library/library-scans.js";
import { LibraryService } from "../../../../src/services/library/library-service.js";
import { openedScans } from "./opened-scans.js";
import { diskAudio } from "../../../fakes/disk-audio.js";

/** The digests of audio that cannot be told from its tags, and holds no recording. */
const noDigests: AudioDigests = { digestOf: () => Promise.resolve(undefined) };

/** Opens the service of a library. */
export function openedLibrary(
  database: Database,
  {
    folders,
    store,
    digests = noDigests,
    logger = new RecordingLogger(),
    scans = openedScans(database),
  }: {
    readonly folders: LibraryFolders;
    readonly store: LibraryStore;
    readonly digests?: AudioDigests;
    readonly logger?: Logger;
    readonly scans?: LibraryScans;
  },
): LibraryService {
  const analyses = new SqlAnalysisStore({ database });
  const clock = new ManualClock();
  const settings = new SqlFolderStore({ database, clock });
  const directories = new SqlDirectoryStore({ database, clock });
  return new LibraryService({
    folders,
    knownFolders: new LibraryFolderService({ folders, settings, files: store, directories }),
    store,
    directories,
    logger,
    clock,
    recordings: new FileRecordings({ files: store, folders, audio: diskAudio, digests, analyses }),
    settings,
    audio: diskAudio,
    reader: new DiskAudioReader(),
    scans,
  });
}
