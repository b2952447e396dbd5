import { trackFormats } from "./adapters/formats/track-formats.js";
import { packageVersion } from "./config/package-version.js";
import type { AnalysisStore } from "./ports/analysis/analysis-store.js";
import type { SoundCatalogue } from "./ports/analysis/sound-catalogue.js";
import type { LibraryFolders } from "./ports/library/library-folders.js";
import type { LibraryStore } from "./ports/library/library-store.js";
import type { Clock } from "./ports/runtime/clock.js";
import { CatalogueService } from "./services/catalogue/catalogue-service.js";
import { ExportService } from "./services/export/export-service.js";
import { LocatedFiles } from "./services/export/located-files.js";
import { SelectedAnalyses } from "./services/export/selected-analyses.js";
import type { TrackService } from "./services/search/track-service.js";
import type { Services } from "./services/services.js";
import { AnalysedTracks } from "./services/similarity/analysed-tracks.js";
import { MixPathService } from "./services/similarity/mix-path-service.js";
import { SimilarityService } from "./services/similarity/similarity-service.js";

/** What reads the analysed tracks. */
type CatalogueServices = Pick<Services, "catalogue" | "similarity" | "mixPaths" | "exports">;

/** Composes the services that browse, compare and export analysed tracks. */
export function composeCatalogue(needs: {
  readonly store: AnalysisStore;
  readonly catalogue: SoundCatalogue;
  readonly tracks: TrackService;
  readonly library: LibraryStore;
  readonly folders: LibraryFolders;
  readonly clock: Clock;
}): CatalogueServices {
  const { store, tracks } = needs;
  const sound = { ...needs, analysed: new AnalysedTracks({ store, tracks }) };
  const similarity = new SimilarityService(sound);
  const mixPaths = new MixPathService(sound);
  const selected = new SelectedAnalyses({ store, similarity, mixPaths });
  const files = new LocatedFiles(needs);
  const software = `Overtone ${packageVersion()}`;
  const exporting = { ...needs, selected, files, formats: trackFormats, software };
  return {
    ...{ similarity, mixPaths },
    catalogue: new CatalogueService({ store }),
    exports: new ExportService(exporting),
  };
}
