import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import type { AnalysisCatalogue } from "../../../src/ports/analysis/analysis-catalogue.js";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import type { LibraryStore } from "../../../src/ports/library/library-store.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { fileOf } from "../library-store.contract.js";

/** Two stores of one database. */
export interface OpenedStores {
  readonly store: AnalysisStore;
  readonly files: LibraryStore;
}

/** Two stores of one database, and the catalogue of its analyses. */
export interface OpenedCatalogue extends OpenedStores {
  readonly catalogue: AnalysisCatalogue;
}

/** Removes an analysis as the library does: its only file turns out to hold another recording. */
export async function replaceBytes(
  files: LibraryStore,
  { artist, trackName, recordingId }: Pick<Analysis, "artist" | "trackName" | "recordingId">,
): Promise<void> {
  const file = fileOf(artist, trackName, { recordingId });
  await files.save([file]);
  await files.saveRecording(file, recordingOf("without an analysis"));
  await files.remove([file]);
}
