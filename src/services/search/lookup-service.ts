import { trackIdText, type TrackId } from "../../domain/track/track-id.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import type { Track } from "../../domain/track/track.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { MetadataCache } from "../../ports/metadata/metadata-cache.js";
import type { TrackDirectory } from "../../ports/metadata/track-directory.js";
import { mergeCandidates } from "./candidate-merge.js";
import type { FailureLog } from "../operations/failure-log.js";
import { CachedQueries } from "./cached-queries.js";
import { failureOfAll, ConcurrentQueries } from "./concurrent-queries.js";
import type { TrackService } from "./track-service.js";

/** What goes by an id. */
export interface Lookup {
  /** One per track key, in the order of the directories, perhaps none. */
  readonly tracks: readonly Track[];
  /** Whether the id alone does not say which track is meant: there are several. */
  readonly isAmbiguous: boolean;
  /** Names of the providers that could not answer. */
  readonly unavailableProviders: readonly string[];
}

/** Finds tracks by the ids that they have anywhere. */
export class LookupService {
  readonly #tracks: TrackService;
  readonly #directories: readonly TrackDirectory[];
  readonly #cache: MetadataCache;
  readonly #cachedQueries: CachedQueries;
  readonly #concurrentQueries: ConcurrentQueries;

  constructor(needs: {
    readonly tracks: TrackService;
    /** In order of preference: the first that knows a track names it. */
    readonly directories: readonly TrackDirectory[];
    readonly cache: MetadataCache;
    readonly failures: FailureLog;
    readonly clock: Clock;
    /** How long the directories may take, all together; milliseconds, > 0. */
    readonly deadlineMilliseconds: number;
  }) {
    this.#tracks = needs.tracks;
    this.#directories = needs.directories;
    this.#cache = needs.cache;
    this.#cachedQueries = new CachedQueries(needs);
    this.#concurrentQueries = new ConcurrentQueries(needs);
  }

  /**
   * The tracks that go by an id, whose metadata is then remembered, so that they can be analysed.
   *
   * Directories that could not answer are named, unless no directory found the track. Their answers
   * are remembered as answers to searches are.
   *
   * @param options.isFresh whether to ask the directories even where their answers are remembered
   * @throws {ProviderError} nothing was found, and a directory could not answer
   */
  async find(
    id: TrackId,
    signal: AbortSignal,
    { isFresh = false }: { readonly isFresh?: boolean } = {},
  ): Promise<Lookup> {
    if (id.kind === "trackKey") {
      const track = await this.#tracks.find(id.trackKey);
      return lookupOf(track === undefined ? [] : [track], []);
    }
    const knowing = this.#directories.filter((directory) => directory.knows(id.kind));
    const { values: answers, failed } = await this.#concurrentQueries.run(
      knowing,
      signal,
      (directory, either) =>
        this.#cachedQueries.find(directory, id, {
          signal: either,
          isFresh,
          ask: (joint) => directory.find(id, joint),
        }),
    );
    const tracks = mergeCandidates(answers.flat());
    if (tracks.length === 0 && failed.length > 0) throw failureOfAll(failed);
    await this.#cache.saveTracks(tracks);
    return lookupOf(
      await this.#tracks.withLengths(tracks),
      failed.map(({ provider }) => provider),
    );
  }

  /**
   * The same, where finding nothing is a failure.
   *
   * @throws {UnknownTrackIdError} nothing goes by the id
   * @throws {ProviderError} nothing was found, and a directory could not answer
   */
  async get(
    id: TrackId,
    signal: AbortSignal,
    options?: { readonly isFresh?: boolean },
  ): Promise<Lookup> {
    const lookup = await this.find(id, signal, options);
    if (lookup.tracks.length === 0) throw new UnknownTrackIdError(trackIdText(id));
    return lookup;
  }
}

const lookupOf = (tracks: readonly Track[], unavailableProviders: readonly string[]): Lookup => ({
  tracks,
  isAmbiguous: tracks.length > 1,
  unavailableProviders,
});
