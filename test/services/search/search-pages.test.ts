import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import {
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { InvalidInputError } from "../../../src/domain/errors/request-errors.js";
import { parseSearchCursor } from "../../../src/domain/track/search-cursor.js";
import type { CandidateQuery } from "../../../src/domain/track/search-query.js";
import type {
  CandidatePage,
  SearchOutcome,
  TrackCandidate,
} from "../../../src/domain/track/track.js";
import type { MetadataProvider } from "../../../src/ports/metadata/metadata-provider.js";
import type { SearchService } from "../../../src/services/search/search-service.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";
import { searchAmong } from "./search-among.js";

const neverAborted = new AbortController().signal;
const names = { track: "Salt" };

/** A remote catalogue, whose replies are cached. */
class RemoteProvider extends FakeProvider {
  override readonly isCacheable: boolean = true;
}

/** A catalogue that does not reply to queries from an offset on. */
class HalfProvider implements MetadataProvider {
  readonly isCacheable = true;
  readonly queries: CandidateQuery[] = [];

  constructor(
    readonly name: string,
    private readonly candidates: readonly TrackCandidate[],
    private readonly repliesUpTo: number,
  ) {}

  searchTracks(query: CandidateQuery, signal: AbortSignal): Promise<CandidatePage> {
    this.queries.push(query);
    const { limit, offset = 0 } = query;
    if (offset >= this.repliesUpTo) {
      return new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason as Error));
      });
    }
    const candidates = this.candidates.slice(offset, offset + limit);
    return Promise.resolve({ candidates, hasMore: this.candidates.length > offset + limit });
  }
}

/** Candidates of so many tracks, several of each in a row. */
const songs = (trackCount: number, copies = 1, artist = "Oake"): readonly TrackCandidate[] =>
  Array.from({ length: trackCount * copies }, (_, index) =>
    candidate(artist, `Salt ${String(Math.floor(index / copies)).padStart(4, "0")}`),
  );

const keysOf = ({ results }: SearchOutcome): string[] => results.map(({ track }) => track.trackKey);

describe("The pages of a search", () => {
  let database: Database;
  let clock: ManualClock;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    clock = new ManualClock();
  });

  afterEach(() => database.close());

  function searched(...providers: readonly MetadataProvider[]): SearchService {
    const logger = new RecordingLogger();
    const cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 86_400 });
    return searchAmong(providers, { cache, clock });
  }

  const pageAfter = (
    service: SearchService,
    cursor: string | null,
    limit: number,
  ): Promise<SearchOutcome> =>
    service.search({ ...names, limit }, neverAborted, {
      after: parseSearchCursor(cursor, names, "cursor"),
    });

  /** Reads all pages, with limits that alternate. */
  async function readAll(
    service: SearchService,
    ...limits: readonly number[]
  ): Promise<readonly SearchOutcome[]> {
    const pages: SearchOutcome[] = [];
    for (let cursor: string | null = null; ;) {
      const page = await pageAfter(service, cursor, limits[pages.length % limits.length]!);
      pages.push(page);
      if (!page.hasNextPage) return pages;
      cursor = page.endCursor;
    }
  }

  it("have as many results as the limit where candidates of one track are merged", async () => {
    const provider = new RemoteProvider("deezer", songs(60, 3));

    const { results } = await searched(provider).search({ ...names, limit: 50 }, neverAborted);

    expect(results).toHaveLength(50);
    expect(provider.queries.map(({ offset }) => offset)).toEqual([0, 50, 100]);
  });

  it("query only those providers again that have more", async () => {
    const many = new RemoteProvider("deezer", songs(80, 4));
    const few = new RemoteProvider("itunes", songs(3, 1, "Ann"));

    const { results } = await searched(many, few).search({ ...names, limit: 20 }, neverAborted);

    expect(results).toHaveLength(20);
    expect([many.queries.length, few.queries.length]).toEqual([2, 1]);
  });

  it("query no provider again where the limit is reached", async () => {
    const provider = new RemoteProvider("deezer", songs(60, 2));

    const { results } = await searched(provider).search({ ...names, limit: 25 }, neverAborted);

    expect(results).toHaveLength(25);
    expect(provider.queries).toHaveLength(1);
  });

  it("query a provider four times at most for a page with results, and go on after it", async () => {
    const repeating = [...songs(1, 250), ...songs(20, 1, "Ann")];
    const provider = new RemoteProvider("deezer", repeating);
    const service = searched(provider);

    const first = await pageAfter(service, null, 10);
    const queryCount = provider.queries.length;
    const second = await pageAfter(service, first.endCursor, 10);

    expect([first.results.length, queryCount]).toEqual([1, 4]);
    expect(first.hasNextPage).toBe(true);
    expect(second.results).toHaveLength(10);
  });

  it.each([[[50]], [[30]], [[7, 50, 1]]])(
    "with limits of %j have every track of two providers once",
    async (limits) => {
      const [deezer, itunes] = [songs(130, 2), songs(170, 1, "Ann")];
      const shared = songs(70);
      const service = searched(
        new RemoteProvider("deezer", deezer),
        new RemoteProvider("itunes", [...shared, ...itunes]),
      );

      const pages = await readAll(service, ...limits);

      const keys = pages.flatMap(keysOf);
      expect(new Set(keys).size).toBe(keys.length);
      expect(keys).toHaveLength(130 + 170);
      expect(pages.at(-1)?.hasNextPage).toBe(false);
    },
  );

  it("are each ordered by decreasing score", async () => {
    const worseFirst = [...songs(60), candidate("Oake", "Salt")];
    const service = searched(new RemoteProvider("deezer", worseFirst));

    const pages = await readAll(service, 45);

    for (const { results } of pages) {
      const scores = results.map(({ matchScore }) => matchScore);
      expect(scores).toEqual([...scores].sort((one, other) => other - one));
    }
    expect(pages[1]?.results[0]?.track.trackName).toBe("Salt");
  });

  it("say what lies beside them", async () => {
    const service = searched(new RemoteProvider("deezer", songs(3)));

    const first = await pageAfter(service, null, 2);
    const last = await pageAfter(service, first.endCursor, 2);

    expect(first).toMatchObject({ hasPreviousPage: false, hasNextPage: true });
    expect(last).toMatchObject({ hasPreviousPage: true, hasNextPage: false });
    expect(keysOf(await pageAfter(service, first.startCursor, 1))).toEqual(keysOf(first).slice(1));
  });

  it("go on after any of their results, also where scores mix the rounds of a page", async () => {
    const worseFirst = [...songs(60), candidate("Oake", "Salt"), ...songs(9, 1, "Salt")];
    const service = searched(new RemoteProvider("deezer", worseFirst));
    const first = await pageAfter(service, null, 30);
    const mixed = await pageAfter(service, first.endCursor, 40);

    const rests = await Promise.all(
      mixed.results.map((_, n) => pageAfter(service, mixed.cursorAfter(n + 1), 50)),
    );

    const tracks = rests.map((rest, n) =>
      keysOf(mixed)
        .slice(0, n + 1)
        .concat(keysOf(rest))
        .sort(),
    );
    expect(mixed.results[0]?.track.trackName).toBe("Salt");
    expect(tracks[0]).toHaveLength(40);
    expect(tracks).toEqual(tracks.map(() => keysOf(mixed).sort()));
  });

  it("come from the cache, in this process and another", async () => {
    const provider = new RemoteProvider("deezer", songs(90));
    const first = await pageAfter(searched(provider), null, 40);
    const second = await pageAfter(searched(provider), first.endCursor, 40);
    provider.replyWith(new ProviderUnavailableError("deezer"));

    const again = await pageAfter(searched(provider), first.endCursor, 40);

    expect({ ...again, cursorAfter: null }).toEqual({ ...second, cursorAfter: null });
    expect(provider.queries).toHaveLength(2);
  });

  it("end after ten queries to each provider", async () => {
    const provider = new RemoteProvider("deezer", songs(1000));

    const pages = await readAll(searched(provider), 50);

    expect(pages.flatMap(keysOf)).toHaveLength(500);
    expect(provider.queries).toHaveLength(10);
  });

  it("lack no track of a provider that failed in between, once it replies", async () => {
    const late = new RemoteProvider("itunes", songs(80, 1, "Ann"));
    const service = searched(new RemoteProvider("deezer", songs(120)), late);
    const first = await pageAfter(service, null, 50);
    const second = await pageAfter(service, first.endCursor, 50);
    late.replyWith(new ProviderUnavailableError("itunes"));
    const third = await pageAfter(service, second.endCursor, 50);
    late.replyWith(songs(80, 1, "Ann"));

    const fourth = await pageAfter(service, third.endCursor, 50);
    const fifth = await pageAfter(service, fourth.endCursor, 50);

    const keys = [first, second, third, fourth, fifth].flatMap(keysOf);
    expect(third.unavailableProviders).toEqual(["itunes"]);
    expect(new Set(keys).size).toBe(keys.length);
    expect(keys).toHaveLength(120 + 80);
    expect(fifth.hasNextPage).toBe(false);
  });

  it("leave out a provider that failed on the first page", async () => {
    const absent = new RemoteProvider("itunes", new ProviderUnavailableError("itunes"));
    const service = searched(new RemoteProvider("deezer", songs(60)), absent);
    const first = await pageAfter(service, null, 50);
    absent.replyWith(songs(60, 1, "Ann"));

    const second = await pageAfter(service, first.endCursor, 50);

    expect(first.unavailableProviders).toEqual(["itunes"]);
    expect(second).toMatchObject({ hasNextPage: false, unavailableProviders: [] });
    expect(keysOf(second)).toHaveLength(10);
  });

  it("fail where no provider replies, and have the same tracks later", async () => {
    const provider = new RemoteProvider("deezer", songs(90));
    const service = searched(provider);
    const first = await pageAfter(service, null, 50);
    provider.replyWith(new ProviderRateLimitedError("deezer", 7));

    const failing = pageAfter(service, first.endCursor, 50);

    await expect(failing).rejects.toThrow(ProviderRateLimitedError);
    provider.replyWith(songs(90));
    expect(keysOf(await pageAfter(service, first.endCursor, 50))).toHaveLength(40);
  });

  it("keep to one deadline for all queries, with the tracks found by then", async () => {
    const provider = new HalfProvider("deezer", songs(60, 3), 50);
    const searching = searched(provider).search({ ...names, limit: 30 }, neverAborted);
    await waitUntil(() => provider.queries.length === 2);

    clock.advance(4_000);
    const { results, unavailableProviders, hasNextPage } = await searching;

    expect(results).toHaveLength(17);
    expect(unavailableProviders).toEqual(["deezer"]);
    expect(hasNextPage).toBe(true);
  });

  it("refuse a cursor whose tracks the providers no longer have", async () => {
    const provider = new RemoteProvider("deezer", songs(90));
    const service = searched(provider);
    const first = await pageAfter(service, null, 50);
    provider.replyWith(songs(90, 1, "Ann"));
    clock.advance(86_400_000);

    const expired = pageAfter(service, first.endCursor, 50);

    await expect(expired).rejects.toThrow(InvalidInputError);
    await expect(expired).rejects.toThrow(
      'The parameter "cursor" has expired, because the providers reply differently now; search again without it.',
    );
  });
});

describe("A cursor of a search", () => {
  const encoded = (parts: unknown): string =>
    Buffer.from(JSON.stringify(parts)).toString("base64url");
  const digest = "0123456789abcdef";

  it.each([
    ["", "is not a cursor of a search"],
    ["bm90IGpzb24", "is not a cursor of a search"],
    [encoded({ trackCount: 1 }), "is not a cursor of a search"],
    [encoded([digest, 0, digest, 1, []]), "is not a cursor of a search"],
    [encoded([digest, 1, digest, 11, []]), "is not a cursor of a search"],
    [encoded([digest, 1, "short", 1, []]), "is not a cursor of a search"],
    [encoded([digest, 1, digest, 1, [["deezer", -1]]]), "is not a cursor of a search"],
    [encoded([digest, 1, digest, 1, [7]]), "is not a cursor of a search"],
    [encoded([digest, 1, digest, 1, [], [1]]), "is not a cursor of a search"],
    [encoded([digest, 0, digest, 1, [], [3, 2]]), "is not a cursor of a search"],
    [encoded([digest, 1, digest, 1, [], "5"]), "is not a cursor of a search"],
    [encoded([digest, 1, digest, 1, []]), "is a cursor of another search"],
    [encoded([digest, 0, digest, 1, [], [2, 5]]), "is a cursor of another search"],
  ])("is refused where it is %j", (cursor, problem) => {
    expect(() => parseSearchCursor(cursor, names, "after")).toThrow(
      `The parameter "after" ${problem}.`,
    );
  });

  it.each([null, undefined])("may be %s", (cursor) => {
    expect(parseSearchCursor(cursor, names, "after")).toBeUndefined();
  });
});
