import type { Analysis } from "../../domain/analysis/analysis.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import { acoustIdFingerprint, packFingerprint } from "../../domain/fingerprint/fingerprint-text.js";
import type { Sound } from "../../domain/fingerprint/sound.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import { trackKeyFrom } from "../../domain/track/track-key.js";
import type { Track, TrackCandidate } from "../../domain/track/track.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { FingerprintCatalogue } from "../../ports/analysis/fingerprint-catalogue.js";
import type { SoundDirectory } from "../../ports/metadata/sound-directory.js";
import type { PerformanceService } from "../performances/performance-service.js";
import { trackFrom } from "../search/candidate-merge.js";
import { failureOfAll, type ProviderQueries } from "../search/provider-queries.js";
import { roundedToFourDecimals } from "../similarity/similarity-reasons.js";

/** A name that a recording may have. */
export interface NameSuggestion {
  /** "library", or the name of the directory of sounds that knows it, e.g. "acoustid". */
  readonly source: string;
  /** How sure the source is, [0, 1], with four decimals. */
  readonly score: number;
  /** The name, with what the source knows of it; that of the library is another recording. */
  readonly track: Track;
  /** UUID of the AcoustID track; only of a directory of sounds. */
  readonly soundId?: string;
}

/** Names that a recording may have, and who was asked. */
export interface NameSuggestions {
  /** Those of the library first, of each source the best first. Only other names than its own; may be empty. */
  readonly suggestions: readonly NameSuggestion[];
  /** Who was asked: "library", and directories of sounds where one is configured and can know the recording. */
  readonly sources: readonly string[];
  /** Names of the directories that failed. */
  readonly unavailableProviders: readonly string[];
}

/** The source of names of recordings in the own library. */
const LIBRARY = "library";

/** Suggests names of recordings by how they sound. It stores none: users accept one by correcting the name. */
export class SuggestionService {
  constructor(
    private readonly needs: {
      readonly analyses: Pick<AnalysisStore, "findMany">;
      readonly fingerprints: Pick<FingerprintCatalogue, "findFingerprints">;
      readonly performances: Pick<PerformanceService, "findSame">;
      readonly queries: ProviderQueries;
      /** None where no key of one is configured. */
      readonly directories: readonly SoundDirectory[];
    },
  ) {}

  /**
   * Returns the names of other recordings of the same performance, and those that directories of sounds know. Replies of
   * directories are cached like those to searches.
   *
   * @throws {UnknownTrackIdError} no analysed recording has the id
   * @throws {ProviderError} no name was found, and a directory failed
   */
  async suggest(recordingId: RecordingId, signal: AbortSignal): Promise<NameSuggestions> {
    const [analysis] = await this.needs.analyses.findMany([recordingId]);
    if (analysis === undefined) throw new UnknownTrackIdError(recordingId);
    const sound = await this.#soundOf(analysis);
    const directories = sound ? this.needs.directories : [];
    const [[own = []], { replies, failed }] = await Promise.all([
      this.needs.performances.findSame([recordingId]),
      this.needs.queries.withDeadline(signal, (deadline) =>
        this.needs.queries.run(
          directories.flatMap((provider) => (sound ? [{ provider, query: sound }] : [])),
          {
            deadline,
            isFresh: false,
            send: async (directory, query, joint) => ({
              candidates: await directory.findBySound(query, joint),
              hasMore: false,
            }),
          },
        ),
      ),
    ]);
    const found = [
      ...own.flatMap(({ track, score }) =>
        score === null ? [] : [{ source: LIBRARY, score, track }],
      ),
      ...replies.flatMap(({ provider, candidates }) =>
        candidates.map((candidate) => suggestionFrom(provider, candidate)),
      ),
    ];
    const suggestions = otherNames(analysis, found);
    if (suggestions.length === 0 && failed.length > 0) throw failureOfAll(failed);
    return {
      suggestions,
      sources: [LIBRARY, ...directories.map(({ name }) => name)],
      unavailableProviders: failed.map(({ provider }) => provider),
    };
  }

  /** Returns the sound of a recording; `undefined` for an excerpt or without a fingerprint, which no directory knows. */
  async #soundOf(analysis: Analysis): Promise<Sound | undefined> {
    const { recordingId, durationSeconds, excerptSeconds } = analysis;
    const [words] = await this.needs.fingerprints.findFingerprints([recordingId]);
    if (excerptSeconds !== undefined || words === undefined || words.length === 0) return undefined;
    return { fingerprint: packFingerprint(acoustIdFingerprint(words)), durationSeconds };
  }
}

function suggestionFrom(
  source: string,
  { soundMatch, ...candidate }: TrackCandidate,
): NameSuggestion {
  const trackKey = trackKeyFrom(candidate.artist, candidate.trackName);
  const { score = 0, soundId } = soundMatch ?? {};
  return {
    source,
    score,
    track: trackFrom(trackKey, candidate),
    ...(soundId !== undefined && { soundId }),
  };
}

/** Returns the suggestions of other names than that of a recording, the first of each source and name. */
function otherNames(
  { trackKey }: Analysis,
  suggestions: readonly NameSuggestion[],
): readonly NameSuggestion[] {
  const found = new Map<string, NameSuggestion>();
  for (const suggestion of suggestions) {
    const name = `${suggestion.source} ${suggestion.track.trackKey}`;
    if (suggestion.track.trackKey === trackKey || found.has(name)) continue;
    found.set(name, { ...suggestion, score: roundedToFourDecimals(suggestion.score) });
  }
  return [...found.values()];
}
