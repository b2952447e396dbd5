import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { LibraryProvider } from "../../../src/adapters/metadata/library/library-provider.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import { ProviderUnavailableError } from "../../../src/domain/errors/provider-errors.js";
import type { LibraryFile } from "../../../src/domain/library/library-file.js";
import type { SearchQuery } from "../../../src/domain/track/search-query.js";
import type { CandidatePage, TrackCandidate } from "../../../src/domain/track/track.js";
import type { MetadataProvider } from "../../../src/ports/metadata/metadata-provider.js";
import type { SearchService } from "../../../src/services/search/search-service.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { libraryFile } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";
import { searchAmong } from "./search-among.js";

const query: SearchQuery = { track: "Salt", limit: 10 };
const neverAborted = new AbortController().signal;
const MINUTE = 60_000;

/** A provider that does not reply until the test calls `answerWith`. */
class SlowProvider implements MetadataProvider {
  readonly isCacheable = true;
  requestCount = 0;
  signal: AbortSignal | undefined;
  #answer: (answer: readonly TrackCandidate[] | Error) => void = () => undefined;

  constructor(readonly name: string) {}

  searchTracks(_query: SearchQuery, signal: AbortSignal): Promise<CandidatePage> {
    this.requestCount += 1;
    this.signal = signal;
    return new Promise((resolve, reject) => {
      this.#answer = (answer) =>
        answer instanceof Error ? reject(answer) : resolve({ candidates: answer, hasMore: false });
    });
  }

  async answerWith(answer: readonly TrackCandidate[] | Error): Promise<void> {
    await waitUntil(() => this.requestCount > 0);
    this.#answer(answer);
  }
}

describe("A search", () => {
  let database: Database;
  let clock: ManualClock;
  let deezer: SlowProvider;
  let itunes: SlowProvider;
  let cache: KeyvMetadataCache;
  let service: SearchService;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    clock = new ManualClock();
    const logger = new RecordingLogger();
    [deezer, itunes] = [new SlowProvider("deezer"), new SlowProvider("itunes")];
    cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 86_400 });
    service = searched(deezer, itunes);
  });

  afterEach(() => database.close());

  it("returns the results that arrive by the deadline, and names and aborts the other providers", async () => {
    const searching = service.search(query, neverAborted);
    await deezer.answerWith([candidate("Mirabel Oake", "Salt")]);
    await waitUntil(
      async () => (await cache.findCandidates("deezer", { ...query, limit: 50 })) !== undefined,
    );

    clock.advance(4_000);
    const { results, unavailableProviders } = await searching;

    expect(results.map(({ track }) => track.artist)).toEqual(["Mirabel Oake"]);
    expect(unavailableProviders).toEqual(["itunes"]);
    expect(itunes.signal?.aborted).toBe(true);
  });

  it("fails when no provider has responded by the deadline", async () => {
    const searching = service.search(query, neverAborted);
    await waitUntil(() => itunes.requestCount > 0);

    clock.advance(4_000);

    await expect(searching).rejects.toThrow(ProviderUnavailableError);
  });

  it("sends one request per provider for a hundred simultaneous searches, and none an hour later", async () => {
    const searching = Array.from({ length: 100 }, () => service.search(query, neverAborted));
    await deezer.answerWith([candidate("Mirabel Oake", "Salt")]);
    await itunes.answerWith([candidate("Mirabel Oake", "Salt")]);
    const outcomes = await Promise.all(searching);

    clock.advance(60 * MINUTE);
    const later = await service.search(query, neverAborted);

    expect([deezer.requestCount, itunes.requestCount]).toEqual([1, 1]);
    expect(outcomes.every(({ results }) => results.length === 1)).toBe(true);
    expect({ ...later, cursorAfter: null }).toEqual({ ...outcomes[0], cursorAfter: null });
  });

  it("caches for minutes that nothing was found, and does not cache failures", async () => {
    const first = service.search(query, neverAborted);
    await deezer.answerWith([]);
    await itunes.answerWith(new ProviderUnavailableError("itunes"));
    await first;

    const second = service.search(query, neverAborted);
    await waitUntil(() => itunes.requestCount >= 2);
    await itunes.answerWith([]);
    await second;
    clock.advance(5 * MINUTE);
    const third = service.search(query, neverAborted);
    await waitUntil(() => deezer.requestCount >= 2);
    await Promise.all([deezer.answerWith([]), itunes.answerWith([])]);
    await third;

    expect([deezer.requestCount, itunes.requestCount]).toEqual([2, 3]);
  });

  it("that bypasses the cache sends a new request, and caches its result", async () => {
    const first = service.search(query, neverAborted);
    await Promise.all([deezer.answerWith([]), itunes.answerWith([])]);
    await first;

    const fresh = service.search(query, neverAborted, { isFresh: true });
    await waitUntil(() => deezer.requestCount >= 2 && itunes.requestCount >= 2);
    await deezer.answerWith([candidate("Mirabel Oake", "Salt")]);
    await itunes.answerWith([]);
    await fresh;
    const { results } = await service.search(query, neverAborted);

    expect(results).toHaveLength(1);
    expect([deezer.requestCount, itunes.requestCount]).toEqual([2, 2]);
  });

  it("continues when one of its callers aborts, and ends when the last does", async () => {
    const [one, other] = [new AbortController(), new AbortController()];
    const first = service.search(query, one.signal);
    const second = service.search(query, other.signal);
    await waitUntil(() => deezer.requestCount > 0 && itunes.requestCount > 0);

    one.abort(new Error("left"));
    const isStillRunning = deezer.signal?.aborted === false;
    other.abort(new Error("left too"));

    await expect(first).rejects.toThrow("left");
    await expect(second).rejects.toThrow("left too");
    expect(isStillRunning).toBe(true);
    expect(deezer.signal?.aborted).toBe(true);
  });

  it.each([
    [3, 3],
    [30, 30],
    [50, 45],
  ])(
    "among 45 tracks, most of them with several files, with a limit of %i returns %i",
    async (limit, count) => {
      const store = new SqlLibraryStore({ database });
      await store.save(filesOfWaltzes(45));
      const searching = searched(new LibraryProvider({ store }));

      const { results } = await searching.search({ track: "Slow Waltz", limit }, neverAborted);

      expect(new Set(results.map(({ track }) => track.trackKey)).size).toBe(count);
      expect(results).toHaveLength(count);
    },
  );

  it("returns the closest match first, in whatever order the providers reply", async () => {
    const search = service.search(query, neverAborted);
    await deezer.answerWith([candidate("Ann", "Sea Salt"), candidate("Ann", "Salt")]);
    await itunes.answerWith([candidate("Ann", "Salted")]);

    const { results } = await search;

    expect(results.map(({ track }) => track.trackName)).toEqual(["Salt", "Salted", "Sea Salt"]);
  });

  it("queries a provider that is not cacheable each time", async () => {
    const local = new FakeProvider("library", [candidate("Ann", "Salt")]);
    const searches = searched(local);

    await searches.search(query, neverAborted);
    await searches.search(query, neverAborted);

    expect(local.queries).toHaveLength(2);
  });

  it("with a smaller limit returns the beginning of the result of a larger one", async () => {
    const songs = Array.from({ length: 20 }, (_, index) => `Salt ${"x".repeat(20 - index)}`);
    const twice = songs.flatMap((song) => [candidate("Oake", song), candidate("Oake", song)]);
    const searching = searched(new FakeProvider("deezer", twice));

    const few = await searching.search({ track: "Salt", limit: 3 }, neverAborted);
    const many = await searching.search({ track: "Salt", limit: 50 }, neverAborted);

    expect(few.results).toHaveLength(3);
    expect(many.results).toHaveLength(20);
    expect(few.results).toEqual(many.results.slice(0, 3));
  });

  function searched(...providers: readonly MetadataProvider[]): SearchService {
    return searchAmong(providers, { cache, clock });
  }
});

/** One to four files of each track. */
const filesOfWaltzes = (trackCount: number): readonly LibraryFile[] =>
  Array.from({ length: trackCount }, (_, index) =>
    Array.from({ length: 1 + (index % 4) }, (__, copy) =>
      libraryFile("Overtone", `Slow Waltz ${index + 10}`, {
        relativePath: `${index}/${copy}.flac`,
      }),
    ),
  ).flat();
