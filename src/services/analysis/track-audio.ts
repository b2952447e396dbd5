import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  AudioUnavailableError,
} from "../../domain/errors/availability-errors.js";
import type { Analysis, AudioAnalysis } from "../../domain/analysis/analysis.js";
import { releaseDetailsOf } from "../../domain/track/release-details.js";
import type { Track } from "../../domain/track/track.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { NewJob } from "../../ports/analysis/job-queue.js";
import type { AudioSource } from "../../ports/analysis/audio-source.js";

/** An analysis without the time when it was computed. */
export type Measured = Omit<Analysis, "analyzedAt">;

/** Measures jobs on the best available audio. */
export class TrackAudio {
  constructor(
    private readonly needs: {
      /** In order of preference. */
      readonly sources: readonly AudioSource[];
      readonly analyzer: Analyzer;
    },
  ) {}

  /**
   * Measures the audio of the first source whose audio can be measured. For an excerpt, the length
   * is that of the recording where it is known.
   *
   * @param options.missing the error where no source has the audio
   * @throws {AudioChangedError} a file was changed while it was read; later sources are not tried
   * @throws {AudioUnavailableError} a source has the audio, but cannot read it at the moment; later
   * sources are not tried
   * @throws {Error} the last failure, where every source with the audio failed; `missing` where no
   * source has it
   */
  async measure(
    job: NewJob,
    signal: AbortSignal,
    options: { readonly missing: Error },
  ): Promise<Measured> {
    let failure: unknown = options.missing;
    for (const source of this.needs.sources) {
      try {
        const measured = await this.#measureWith(source, job, signal);
        if (measured !== undefined) return measured;
      } catch (error) {
        // An excerpt of a later source would be stored although the recording may soon be readable again.
        if (error instanceof AudioUnavailableError || error instanceof AudioChangedError)
          throw error;
        failure = error;
      }
      if (signal.aborted) break;
    }
    throw failure;
  }

  async #measureWith(
    source: AudioSource,
    job: NewJob,
    signal: AbortSignal,
  ): Promise<Measured | undefined> {
    const audio = await source.find(job, signal);
    if (audio === undefined) return undefined;
    try {
      return measuredOf(job.track, source, await this.needs.analyzer.analyze(audio, signal));
    } catch (error) {
      // The folder may have become unreadable after the audio was found: then the source throws that.
      if (error instanceof AudioUndecodableError) await this.#look(source, job, signal);
      throw error;
    } finally {
      source.release?.(audio);
    }
  }

  async #look(source: AudioSource, job: NewJob, signal: AbortSignal): Promise<void> {
    const audio = await source.find(job, signal);
    if (audio) source.release?.(audio);
  }
}

/**
 * Returns what was measured on the audio that a source has for a track. For an excerpt, the length is
 * that of the recording where it is known.
 */
export function measuredOf(
  track: Track,
  source: Pick<AudioSource, "name" | "coverage">,
  analysis: AudioAnalysis,
): Measured {
  const { trackKey, artist, trackName } = track;
  const release = releaseDetailsOf(track);
  const names = {
    ...{ trackKey, artist, trackName, source: source.name },
    ...(Object.keys(release).length > 0 && { release }),
  };
  if (isWhole(source)) return { ...analysis, ...names };
  const excerptSeconds = analysis.durationSeconds;
  const durationSeconds = track.durationSeconds ?? excerptSeconds;
  return { ...analysis, ...names, durationSeconds, excerptSeconds };
}

const isWhole = ({ coverage }: Pick<AudioSource, "coverage">): boolean => coverage !== "excerpt";
