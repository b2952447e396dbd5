import { DiskAudioReader } from "../../../../src/adapters/library/disk-audio-reader.js";
import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { SqlAudioContents } from "../../../../src/adapters/storage/library/sql-audio-contents.js";
import { SqlFolderStore } from "../../../../src/adapters/storage/library/sql-folder-store.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import type { LibraryFolders } from "../../../../src/ports/library/library-folders.js";
import type { LibraryStore } from "../../../../src/ports/library/library-store.js";
import { AudioIdentity } from "../../../../src/services/analysis/audio-identity.js";
import { LibraryFolderService } from "../../../../src/services/library/library-folder-service.js";
import { LibraryService } from "../../../../src/services/library/library-service.js";
import { FailureLog } from "../../../../src/services/failure-log.js";
import { rememberedFailures } from "../../../adapters/storage/failures-of-database.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";

/** Opens the service of a library whose audio has no digests. */
export function openedLibrary(
  database: Database,
  { folders, store }: { readonly folders: LibraryFolders; readonly store: LibraryStore },
): LibraryService {
  const analyses = new SqlAnalysisStore({ database });
  const remembered = rememberedFailures(database);
  const identity = new AudioIdentity({
    ...{ files: store, folders, analyses, contents: new SqlAudioContents({ database }) },
    digests: { digestOf: () => Promise.resolve(undefined) },
    failures: new FailureLog({ logger: new RecordingLogger() }),
  });
  const settings = new SqlFolderStore({ database, clock: new ManualClock() });
  return new LibraryService({
    folders,
    knownFolders: new LibraryFolderService({ folders, settings, files: store }),
    store,
    analyses,
    remembered,
    identity,
    settings,
    reader: new DiskAudioReader(),
  });
}
