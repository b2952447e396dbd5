import { isSameRecording, recordingKeyFrom } from "../../domain/track/recording.js";
import type { Track } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";

/** Links the spellings of a recording to its analysis. */
export class RecordingAnalyses {
  constructor(private readonly needs: { readonly store: AnalysisStore }) {}

  /**
   * Links a track to the analysis that its recording has under another spelling, and returns
   * whether there is one of that version or a newer one. Where both lengths are known, they must agree. An
   * analysis of the whole recording is preferred.
   *
   * @param options.isWholeWanted returns whether analyses of excerpts are ignored; called where there
   * is no other
   */
  async linkSpelling(
    track: Track,
    version: number,
    { isWholeWanted }: { readonly isWholeWanted: () => Promise<boolean> },
  ): Promise<boolean> {
    const { trackKey, artist, trackName } = track;
    const analyses = await this.needs.store.findByRecording(recordingKeyFrom(track));
    const candidates = analyses.filter(
      (analysis) =>
        analysis.version >= version &&
        analysis.trackKey !== trackKey &&
        isSameRecording(analysis, track),
    );
    const whole = candidates.find(({ excerptSeconds }) => excerptSeconds === undefined);
    const chosen = whole ?? candidates[0];
    if (chosen === undefined) return false;
    if (whole === undefined && (await isWholeWanted())) return false;
    await this.needs.store.saveSpelling({
      trackKey,
      artist,
      trackName,
      analysisKey: chosen.trackKey,
    });
    return true;
  }
}
