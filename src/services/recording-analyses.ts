import { isSameRecording, recordingKeyFrom } from "../domain/recording.js";
import type { Track } from "../domain/track.js";
import type { AnalysisStore } from "../ports/analysis-store.js";

/** Lets one analysis serve all spellings of its recording. */
export class RecordingAnalyses {
  readonly #store: AnalysisStore;

  constructor({ store }: { readonly store: AnalysisStore }) {
    this.#store = store;
  }

  /**
   * Gives a track the analysis that its recording has under another spelling, and answers whether
   * there is one of that version. Where both lengths are known, they must agree.
   */
  async lend(track: Track, version: number): Promise<boolean> {
    const { trackKey, artist, trackName } = track;
    const analyses = await this.#store.findByRecording(recordingKeyFrom(track));
    const lender = analyses.find(
      (analysis) => analysis.version === version && isSameRecording(analysis, track),
    );
    if (lender === undefined) return false;
    await this.#store.keepSpelling({ trackKey, artist, trackName, analysisKey: lender.trackKey });
    return true;
  }
}
