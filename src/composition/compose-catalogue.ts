import type { LibraryFiles } from "./compose-library-files.js";
import type { Runtime } from "./compose-runtime.js";
import type { SearchServices } from "./compose-search.js";
import type { Storage } from "./compose-storage.js";
import { trackFormats } from "../adapters/formats/track-formats.js";
import { DiskPlaylistFolder } from "../adapters/playlists/disk-playlist-folder.js";
import { SniffedListReader } from "../adapters/track-lists/sniffed-list-reader.js";
import type { Config } from "../config/config.js";
import { softwareName } from "../config/package-version.js";
import { ANALYSIS_VERSION } from "../dsp/analysis-version.js";
import type { LikenessArranger } from "../ports/analysis/likeness-arranger.js";
import type { PlaylistFileRecord } from "../ports/playlists/playlist-file-record.js";
import { CatalogueService } from "../services/catalogue/catalogue-service.js";
import { ChangeFeed } from "../services/catalogue/change-feed.js";
import { RecordingService } from "../services/catalogue/recording-service.js";
import { ExportService } from "../services/export/export-service.js";
import { LocatedFiles } from "../services/export/located-files.js";
import { SelectedAnalyses } from "../services/export/selected-analyses.js";
import { LikenessService } from "../services/likeness/likeness-service.js";
import { ListImportService } from "../services/list-import/list-import-service.js";
import { DuplicatePlaylists } from "../services/duplicates/duplicate-playlists.js";
import { DuplicateService } from "../services/duplicates/duplicate-service.js";
import { PerformanceService } from "../services/performances/performance-service.js";
import { PlaylistFiles } from "../services/playlists/playlist-files.js";
import { PlaylistRows } from "../services/playlists/playlist-rows.js";
import { PlaylistService } from "../services/playlists/playlist-service.js";
import { PlaylistTracks } from "../services/playlists/playlist-tracks.js";
import { SentenceNamesReader } from "../services/sentences/sentence-names-reader.js";
import { SentenceService } from "../services/sentences/sentence-service.js";
import type { Services } from "../services/services.js";
import { AnalysedTracks } from "../services/similarity/analysed-tracks.js";
import { ArtistSimilarityService } from "../services/similarity/artist-similarity-service.js";
import { ContinuationService } from "../services/similarity/continuation-service.js";
import { MixPathService } from "../services/similarity/mix-path-service.js";
import { RecommendationService } from "../services/spotify/recommendation-service.js";
import { SimilarityService } from "../services/similarity/similarity-service.js";

/** What reads the analysed tracks. */
export type CatalogueServices = Pick<
  Services,
  | "catalogue"
  | "recordings"
  | "changes"
  | "performances"
  | "duplicates"
  | "duplicatePlaylists"
  | "sentences"
  | "similarity"
  | "artistSimilarity"
  | "recommendations"
  | "mixPaths"
  | "continuations"
  | "exports"
  | "playlists"
  | "playlistFiles"
  | "listImports"
>;

/** Composes the services that browse, compare and export analysed tracks, and keep playlists of them. */
export function composeCatalogue({
  config,
  runtime: { clock, disk, failureLog, logger, random },
  storage,
  files: { folders },
  search: { tracks },
  arranger,
}: {
  readonly config: Pick<Config, "library">;
  readonly runtime: Pick<Runtime, "clock" | "disk" | "failureLog" | "logger" | "random">;
  readonly storage: Pick<
    Storage,
    | "analyses"
    | "catalogue"
    | "directories"
    | "heldFiles"
    | "idLinks"
    | "layouts"
    | "libraryFiles"
    | "libraryNames"
    | "libraryProgress"
    | "performanceLinks"
    | "pins"
    | "playlistFileRecord"
    | "playlists"
    | "recordingChanges"
  >;
  readonly files: Pick<LibraryFiles, "folders">;
  readonly search: Pick<SearchServices, "tracks">;
  readonly arranger: LikenessArranger;
}): CatalogueServices {
  const { analyses: store, catalogue, directories, libraryFiles, performanceLinks } = storage;
  const analysed = new AnalysedTracks({ store, tracks });
  const performances = new PerformanceService({ store, links: performanceLinks, tracks });
  const similarity = new SimilarityService({
    catalogue,
    analysed,
    tracks,
    performances,
    analysisVersion: ANALYSIS_VERSION,
  });
  const mixPaths = new MixPathService({ catalogue, analysed, tracks, performances });
  const selected = new SelectedAnalyses({ store, catalogue, similarity, performances });
  const files = new LocatedFiles({ library: libraryFiles, folders });
  const exports = new ExportService({
    selected,
    store,
    files,
    formats: trackFormats,
    software: softwareName(),
    clock,
  });
  const duplicates = new DuplicateService({
    store,
    tracks,
    files,
    clock,
    held: storage.heldFiles,
    progress: storage.libraryProgress,
    links: performanceLinks,
    library: libraryFiles,
  });
  const likeness = new LikenessService({ catalogue, layouts: storage.layouts, arranger });
  const folder = playlistFolderOf({ config, disk, record: storage.playlistFileRecord });
  const found = new PlaylistTracks({ store, selected, similarity, mixPaths, performances, clock });
  const playlists = new PlaylistService({
    store: storage.playlists,
    rows: new PlaylistRows({
      store: storage.playlists,
      analyses: store,
      analysed,
      tracks,
      found,
      clock,
    }),
    analysed,
    clock,
    random,
    hasFolder: folder !== undefined,
  });
  return {
    catalogue: new CatalogueService({ store, catalogue, performances, likeness }),
    recordings: new RecordingService({
      store,
      library: libraryFiles,
      directories,
      pins: storage.pins,
    }),
    changes: new ChangeFeed({ changes: storage.recordingChanges, clock }),
    performances,
    duplicates,
    duplicatePlaylists: new DuplicatePlaylists({ duplicates, exports }),
    sentences: new SentenceService({
      catalogue,
      store,
      similarity,
      tracks,
      names: new SentenceNamesReader({ catalogue, store }),
    }),
    similarity,
    artistSimilarity: new ArtistSimilarityService({ catalogue }),
    recommendations: new RecommendationService({ store, similarity, performances }),
    mixPaths,
    continuations: new ContinuationService({
      catalogue,
      store,
      analysed,
      tracks,
      performances,
      clock,
    }),
    exports,
    playlists,
    playlistFiles: new PlaylistFiles({ playlists, exports, folder, logger, failures: failureLog }),
    listImports: new ListImportService({
      clock,
      playlists,
      links: storage.idLinks,
      names: storage.libraryNames,
      reader: new SniffedListReader(),
    }),
  };
}

/** Returns the folder that playlists are written into; `undefined` where none is configured. */
function playlistFolderOf({
  config,
  disk,
  record,
}: {
  readonly config: Pick<Config, "library">;
  readonly disk: Runtime["disk"];
  readonly record: PlaylistFileRecord;
}): DiskPlaylistFolder | undefined {
  const { playlistFolder: folder, playlistPaths: paths } = config.library;
  return folder === undefined ? undefined : new DiskPlaylistFolder({ folder, record, paths, disk });
}
