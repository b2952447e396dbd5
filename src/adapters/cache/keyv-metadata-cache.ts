import { createHash } from "node:crypto";
import { Keyv } from "keyv";
import type { Sound } from "../../domain/fingerprint/sound.js";
import { trackIdText } from "../../domain/track/track-id.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { CandidatePage, Track } from "../../domain/track/track.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { MetadataCache, ProviderQuery } from "../../ports/metadata/metadata-cache.js";
import type { CacheLookup } from "../../ports/runtime/metrics.js";
import type { Database } from "../storage/database.js";
import { RecentReads } from "../storage/recent-reads.js";
import { KeyvSqlStore } from "./keyv-sql-store.js";

/** Versions of the stored formats. One is raised when its format changes, so that old entries are ignored. */
const ANSWERS_LAYOUT = "v2";
const TRACKS_LAYOUT = "v1";

const DEFAULT_EMPTY_TTL_SECONDS = 300;

/** Number of tracks held in memory; each takes some two kilobytes. */
const MAX_TRACKS_REMEMBERED = 1000;

/** Maximum time that a search waits for a write to the cache; a slower write continues in the background. */
const WRITE_WAIT_MILLISECONDS = 250;

interface KeyvMetadataCacheOptions {
  readonly database: Database;
  /** How long results and tracks are cached; seconds, > 0. */
  readonly ttlSeconds: number;
  /** How long an empty result is cached, where that is shorter; seconds, > 0. */
  readonly emptyTtlSeconds?: number;
  readonly clock: Clock;
  readonly logger: Logger;
  /** Called after every lookup; must not throw. */
  readonly observe?: (lookup: CacheLookup) => void;
}

/**
 * A read track. An absent one is remembered too, because tracks of the library are read here first;
 * a track that another process has just saved may thus be absent for one second.
 */
interface CachedTrack {
  readonly track: Track | undefined;
}

/** Caches provider results and found tracks through Keyv, in the application's database. */
export class KeyvMetadataCache implements MetadataCache {
  readonly #answers: Keyv<CandidatePage>;
  readonly #tracks: Keyv<Track>;
  readonly #reads: RecentReads<CachedTrack>;

  constructor(private readonly options: KeyvMetadataCacheOptions) {
    this.#answers = openKeyv(options, `answers.${ANSWERS_LAYOUT}`);
    this.#tracks = openKeyv(options, `tracks.${TRACKS_LAYOUT}`);
    this.#reads = new RecentReads({ ...options, max: MAX_TRACKS_REMEMBERED });
  }

  async findCandidates(provider: string, query: ProviderQuery): Promise<CandidatePage | undefined> {
    const answer = await this.#orElse("read", undefined, () =>
      this.#answers.get(queryKey(provider, query)),
    );
    this.#count("answers", [answer]);
    return answer;
  }

  async saveCandidates(provider: string, query: ProviderQuery, page: CandidatePage): Promise<void> {
    const { ttlSeconds, emptyTtlSeconds = DEFAULT_EMPTY_TTL_SECONDS } = this.options;
    const seconds =
      page.candidates.length === 0 ? Math.min(emptyTtlSeconds, ttlSeconds) : ttlSeconds;
    await this.#write(() => this.#answers.set(queryKey(provider, query), page, seconds * 1000));
  }

  async findTracks(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]> {
    if (trackKeys.length === 0) return [];
    const found = await this.#orElse("read", [], () =>
      this.#reads.findMany(trackKeys, (missing) => this.#readTracks(missing)),
    );
    const tracks = trackKeys.map((_, index) => found[index]?.track);
    this.#count("tracks", tracks);
    return tracks;
  }

  /** Reads them from the database, and does not count these lookups, which follow others. */
  async findTracksAnew(trackKeys: readonly TrackKey[]): Promise<readonly (Track | undefined)[]> {
    const found = await this.#orElse("read", [], () => this.#readTracks(trackKeys));
    return trackKeys.map((_, index) => found[index]?.track);
  }

  async saveTracks(tracks: readonly Track[]): Promise<void> {
    if (tracks.length === 0) return;
    const ttl = this.options.ttlSeconds * 1000;
    const entries = tracks.map((track) => ({ key: track.trackKey, value: track, ttl }));
    await this.#write(() => this.#reads.change(() => this.#tracks.setMany(entries)));
  }

  async #readTracks(trackKeys: readonly string[]): Promise<readonly CachedTrack[]> {
    const tracks = await this.#tracks.getMany<Track>([...trackKeys]);
    return tracks.map((track) => ({ track }));
  }

  #count(cache: CacheLookup["cache"], found: readonly unknown[]): void {
    const hits = found.filter((entry) => entry !== undefined).length;
    this.options.observe?.({ cache, hits, misses: found.length - hits });
  }

  /** Writes, but waits only a short time: another process may lock the database for seconds. */
  async #write(work: () => Promise<unknown>): Promise<void> {
    const isWritten = new AbortController();
    const writing = this.#orElse("written", undefined, work).finally(() => isWritten.abort());
    await Promise.race([
      writing,
      this.options.clock.sleep(WRITE_WAIT_MILLISECONDS, isWritten.signal),
    ]);
  }

  /** Runs the work; where it fails, logs a warning and returns `otherwise`. */
  async #orElse<T, U>(done: string, otherwise: U, work: () => Promise<T>): Promise<T | U> {
    try {
      return await work();
    } catch (error) {
      this.options.logger.warn(`The metadata cache cannot be ${done}.`, { error });
      return otherwise;
    }
  }
}

/** Opens a Keyv. Its own expiry is not stored, because it reads the system clock and not the given one. */
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

/** The key of a query. Queries that differ only in letter case or white space have the same key. */
function queryKey(provider: string, query: ProviderQuery): string {
  if ("kind" in query) return JSON.stringify([provider, trackIdText(query)]);
  if ("fingerprint" in query) return JSON.stringify([provider, ...soundKey(query)]);
  const { track, artist, isOfAnyName, limit, offset = 0 } = query;
  return JSON.stringify([
    provider,
    foldForQuery(track),
    artist === undefined ? null : foldForQuery(artist),
    limit,
    offset,
    ...(isOfAnyName ? ["any name"] : []),
  ]);
}

/** A digest, because a fingerprint has thousands of letters. */
const soundKey = ({ fingerprint, durationSeconds }: Sound): readonly string[] => [
  createHash("sha256").update(fingerprint).digest("base64url"),
  String(Math.round(durationSeconds)),
];

/** Ignores letter case and white space only: providers may distinguish accents and punctuation. */
function foldForQuery(name: string): string {
  return name.normalize("NFC").toLowerCase().replace(/\s+/gu, " ").trim();
}
