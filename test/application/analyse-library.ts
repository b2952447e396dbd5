import { neverAborted } from "../../src/domain/abort-signals.js";
import type { Application } from "../../src/services/services.js";

/** Analyses all files of the library that were scanned, and waits until none is left. */
export async function analyseLibrary({ services }: Pick<Application, "services">): Promise<void> {
  const { libraryAnalysis } = services;
  libraryAnalysis.wake();
  await libraryAnalysis.finish(neverAborted());
}
