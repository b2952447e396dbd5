import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AudioDigests } from "../../ports/library/audio-digests.js";

/** What was measured on a file, and which recording that is. */
type MeasuredFile = Pick<AudioAnalysis, "estimates" | "recordingId">;

/** Returns what was measured on files: stored analyses of their audio, or new ones. */
export class MeasuredFiles {
  constructor(
    private readonly needs: {
      readonly digests: AudioDigests;
      readonly analyses: Pick<AnalysisStore, "findMany">;
      readonly analyzer: Pick<Analyzer, "analyze">;
    },
  ) {}

  /**
   * Returns the stored analysis of the audio in a file, known by its digest; where there is none, the
   * file is measured, and nothing is stored.
   *
   * @throws {DomainError} the file cannot be read or measured
   */
  async measure(path: string, signal: AbortSignal): Promise<MeasuredFile> {
    return (
      (await this.#findStored(path, signal)) ??
      (await this.needs.analyzer.analyze({ kind: "file", path }, signal))
    );
  }

  async #findStored(path: string, signal: AbortSignal): Promise<MeasuredFile | undefined> {
    const { digests, analyses } = this.needs;
    const found = await digests.digestOf(path, { signal });
    if (found === undefined) return undefined;
    const [analysis] = await analyses.findMany([found.recordingId]);
    return analysis?.excerptSeconds === undefined ? analysis : undefined;
  }
}
