import { Keyv } from "keyv";
import { trackIdText } from "../../domain/track/track-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { Track, TrackCandidate } from "../../domain/track/track.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { MetadataCache, ProviderQuery } from "../../ports/metadata/metadata-cache.js";
import type { CacheLookup } from "../../ports/runtime/metrics.js";
import type { Database } from "../storage/database.js";
import { KeyvSqlStore } from "./keyv-sql-store.js";

/** Raised whenever what is kept could look different: old entries are then unknown. */
const LAYOUT = "v1";

const DEFAULT_EMPTY_TTL_SECONDS = 300;

/** How long a search waits until its findings are kept; what takes longer goes on beside it. */
const WRITE_WAIT_MILLISECONDS = 250;

interface KeyvMetadataCacheOptions {
  readonly database: Database;
  /** How long answers and tracks are remembered; seconds, > 0. */
  readonly ttlSeconds: number;
  /** How long an empty answer is remembered, where that is shorter; seconds, > 0. */
  readonly emptyTtlSeconds?: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Told of everything that is looked up; must not throw. */
  readonly observe?: (lookup: CacheLookup) => void;
}

/** Provider answers and found tracks on Keyv, kept in the application's database. */
export class KeyvMetadataCache implements MetadataCache {
  readonly #answers: Keyv<readonly TrackCandidate[]>;
  readonly #tracks: Keyv<Track>;
  readonly #ttlSeconds: number;
  readonly #emptyTtlSeconds: number;
  readonly #clock: Clock;
  readonly #logger: Logger;
  readonly #observe: (lookup: CacheLookup) => void;

  constructor(options: KeyvMetadataCacheOptions) {
    this.#answers = openKeyv(options, `answers.${LAYOUT}`);
    this.#tracks = openKeyv(options, `tracks.${LAYOUT}`);
    this.#ttlSeconds = options.ttlSeconds;
    this.#emptyTtlSeconds = Math.min(
      options.emptyTtlSeconds ?? DEFAULT_EMPTY_TTL_SECONDS,
      options.ttlSeconds,
    );
    this.#clock = options.clock;
    this.#logger = options.logger;
    this.#observe = options.observe ?? (() => undefined);
  }

  async findCandidates(
    provider: string,
    question: ProviderQuery,
  ): Promise<readonly TrackCandidate[] | undefined> {
    const answer = await this.#orElse("read", undefined, () =>
      this.#answers.get(answerKey(provider, question)),
    );
    this.#count("answers", [answer]);
    return answer;
  }

  async saveCandidates(
    provider: string,
    question: ProviderQuery,
    candidates: readonly TrackCandidate[],
  ): Promise<void> {
    const ttlSeconds = candidates.length === 0 ? this.#emptyTtlSeconds : this.#ttlSeconds;
    await this.#write(() =>
      this.#answers.set(answerKey(provider, question), candidates, ttlSeconds * 1000),
    );
  }

  async findTracks(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]> {
    const unknown = trackKeys.map(() => undefined);
    if (trackKeys.length === 0) return unknown;
    const tracks = await this.#orElse("read", unknown, () =>
      this.#tracks.getMany<Track>([...trackKeys]),
    );
    this.#count("tracks", tracks);
    return tracks;
  }

  async saveTracks(tracks: readonly Track[]): Promise<void> {
    if (tracks.length === 0) return;
    const ttl = this.#ttlSeconds * 1000;
    const entries = tracks.map((track) => ({ key: track.trackKey, value: track, ttl }));
    await this.#write(() => this.#tracks.setMany(entries));
  }

  #count(cache: CacheLookup["cache"], found: readonly unknown[]): void {
    const hits = found.filter((entry) => entry !== undefined).length;
    this.#observe({ cache, hits, misses: found.length - hits });
  }

  /** Another process may hold the database for seconds, which must not hold up a search. */
  async #write(work: () => Promise<unknown>): Promise<void> {
    const isWritten = new AbortController();
    const writing = this.#orElse("written", undefined, work).finally(() => isWritten.abort());
    await Promise.race([writing, this.#clock.sleep(WRITE_WAIT_MILLISECONDS, isWritten.signal)]);
  }

  /** Runs the work; where it fails, says so and goes on without the cache. */
  async #orElse<T, U>(done: string, otherwise: U, work: () => Promise<T>): Promise<T | U> {
    try {
      return await work();
    } catch (error) {
      this.#logger.warn(`The metadata cache cannot be ${done}.`, { error });
      return otherwise;
    }
  }
}

/** Keyv's own expiry is left out of what is kept, because it reads the wall clock and not ours. */
function openKeyv<T>({ database, clock }: KeyvMetadataCacheOptions, namespace: string): Keyv<T> {
  return new Keyv<T>({
    store: new KeyvSqlStore({ database, clock }),
    namespace,
    useKeyPrefix: false,
    throwOnErrors: true,
    emitErrors: false,
    serialize: ({ value }) => JSON.stringify({ value }),
    deserialize: (text) => JSON.parse(text) as { value?: never },
  });
}

/** Queries that differ in letter case or white space alone are one. */
function answerKey(provider: string, question: ProviderQuery): string {
  if ("kind" in question) return JSON.stringify([provider, trackIdText(question)]);
  const { track, artist, limit } = question;
  return JSON.stringify([
    provider,
    folded(track),
    artist === undefined ? null : folded(artist),
    limit,
  ]);
}

function folded(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}
