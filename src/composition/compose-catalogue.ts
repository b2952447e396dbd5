import { join } from "node:path";
import { trackFormats } from "../adapters/formats/track-formats.js";
import { DiskPlaylistFolder } from "../adapters/playlists/disk-playlist-folder.js";
import type { Database } from "../adapters/storage/database.js";
import { SqlPlaylistStore } from "../adapters/storage/playlists/sql-playlist-store.js";
import { softwareName } from "../config/package-version.js";
import type { AnalysisStore } from "../ports/analysis/analysis-store.js";
import type { SoundCatalogue } from "../ports/analysis/sound-catalogue.js";
import type { LibraryFolders } from "../ports/library/library-folders.js";
import type { LibraryStore } from "../ports/library/library-store.js";
import type { Clock } from "../ports/runtime/clock.js";
import type { Logger } from "../ports/runtime/logger.js";
import type { RandomSource } from "../ports/runtime/random-source.js";
import { CatalogueService } from "../services/catalogue/catalogue-service.js";
import { ExportService } from "../services/export/export-service.js";
import { LocatedFiles } from "../services/export/located-files.js";
import { SelectedAnalyses } from "../services/export/selected-analyses.js";
import type { FailureLog } from "../services/failure-log.js";
import { PlaylistFiles } from "../services/playlists/playlist-files.js";
import { PlaylistService } from "../services/playlists/playlist-service.js";
import { PlaylistTracks } from "../services/playlists/playlist-tracks.js";
import type { TrackService } from "../services/search/track-service.js";
import type { Services } from "../services/services.js";
import { AnalysedTracks } from "../services/similarity/analysed-tracks.js";
import { MixPathService } from "../services/similarity/mix-path-service.js";
import { RecommendationService } from "../services/similarity/recommendation-service.js";
import { SimilarityService } from "../services/similarity/similarity-service.js";

/** What reads the analysed tracks. */
type CatalogueServices = Pick<
  Services,
  | "catalogue"
  | "similarity"
  | "recommendations"
  | "mixPaths"
  | "exports"
  | "playlists"
  | "playlistFiles"
>;

/**
 * Composes the services that browse, compare and export analysed tracks, and keep playlists of them.
 *
 * @param playlistFolder the folder that playlists are written into
 */
export function composeCatalogue({
  playlistFolder,
  ...needs
}: {
  readonly database: Database;
  readonly store: AnalysisStore;
  readonly catalogue: SoundCatalogue;
  readonly tracks: TrackService;
  readonly library: LibraryStore;
  readonly folders: LibraryFolders;
  readonly clock: Clock;
  readonly random: RandomSource;
  readonly logger: Logger;
  readonly failures: FailureLog;
  readonly playlistFolder: string | undefined;
  readonly dataFolder: string;
}): CatalogueServices {
  const { store, tracks } = needs;
  const analysed = new AnalysedTracks({ store, tracks });
  const sound = { ...needs, analysed };
  const similarity = new SimilarityService(sound);
  const mixPaths = new MixPathService(sound);
  const selected = new SelectedAnalyses({ store, similarity, mixPaths });
  const files = new LocatedFiles(needs);
  const software = softwareName();
  const exporting = { ...needs, selected, files, formats: trackFormats, software };
  const exports = new ExportService(exporting);
  const record = join(needs.dataFolder, "playlist-files.json");
  const folder =
    playlistFolder === undefined
      ? undefined
      : new DiskPlaylistFolder({ folder: playlistFolder, record });
  const playlists = new PlaylistService({
    ...{ ...needs, analysed, hasFolder: folder !== undefined },
    store: new SqlPlaylistStore(needs),
    tracks: new PlaylistTracks({ store, selected, similarity, mixPaths }),
  });
  return {
    ...{ similarity, mixPaths, exports, playlists },
    catalogue: new CatalogueService({ store }),
    recommendations: new RecommendationService({ store, similarity }),
    playlistFiles: new PlaylistFiles({ ...needs, playlists, exports, folder }),
  };
}
