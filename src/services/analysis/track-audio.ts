import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import type { Track } from "../../domain/track/track.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AudioSource } from "../../ports/analysis/audio-source.js";

/** An analysis, but for when it was made. */
export type Measured = Omit<Analysis, "analyzedAt">;

/** Measures tracks on the best audio that can be had. */
export class TrackAudio {
  readonly #sources: readonly AudioSource[];
  readonly #analyzer: Analyzer;

  constructor(needs: {
    /** In order of preference. */
    readonly sources: readonly AudioSource[];
    readonly analyzer: Analyzer;
  }) {
    this.#sources = needs.sources;
    this.#analyzer = needs.analyzer;
  }

  /** Whether a source has the whole recording, and not an excerpt; one that fails has not. */
  async hasWhole(track: Track, signal: AbortSignal): Promise<boolean> {
    for (const source of this.#sources.filter(isWhole)) {
      const audio = await source.find(track, signal).catch(() => undefined);
      if (audio !== undefined) return true;
    }
    return false;
  }

  /**
   * What is measured on the audio of the first source whose audio can be. Of an excerpt, the length
   * is the recording's where that is known.
   *
   * @param wish.missing why there is none, where no source has the audio
   * @param wish.isWholeWanted whether excerpts do not count
   * @throws {AudioUnavailableError} a source has the audio, but not now; later sources are not asked
   * @throws {Error} the last failure, where all failed that have the audio; `missing` where none has
   */
  async measure(
    track: Track,
    signal: AbortSignal,
    wish: { readonly missing: Error; readonly isWholeWanted: boolean },
  ): Promise<Measured> {
    let failure: unknown = wish.missing;
    for (const source of this.#sources) {
      if (wish.isWholeWanted && !isWhole(source)) continue;
      try {
        const measured = await this.#measureWith(source, track, signal);
        if (measured !== undefined) return measured;
      } catch (error) {
        // An excerpt of another source would be kept for the recording that will be back.
        if (error instanceof AudioUnavailableError) throw error;
        failure = error;
      }
      if (signal.aborted) break;
    }
    throw failure;
  }

  async #measureWith(
    source: AudioSource,
    track: Track,
    signal: AbortSignal,
  ): Promise<Measured | undefined> {
    const audio = await source.find(track, signal);
    if (audio === undefined) return undefined;
    const { trackKey, artist, trackName } = track;
    const names = { trackKey, artist, trackName, source: source.name };
    const analysis = await this.#analyzer.analyze(audio, signal).catch(async (error: unknown) => {
      // The folder may have gone away after the audio was found: then the source says so.
      if (error instanceof AudioUndecodableError) await source.find(track, signal);
      throw error;
    });
    if (isWhole(source)) return { ...analysis, ...names };
    const excerptSeconds = analysis.durationSeconds;
    const durationSeconds = track.durationSeconds ?? excerptSeconds;
    return { ...analysis, ...names, durationSeconds, excerptSeconds };
  }
}

const isWhole = ({ coverage }: AudioSource): boolean => coverage !== "excerpt";
