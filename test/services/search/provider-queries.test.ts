import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import {
  ProviderBadResponseError,
  type ProviderError,
  ProviderRateLimitedError,
  ProviderUnavailableError,
} from "../../../src/domain/errors/provider-errors.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { failureOfAll, ProviderQueries } from "../../../src/services/search/provider-queries.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

describe("A query to several providers", () => {
  const query = { track: "Salt", limit: 10 };
  const found = [candidate("Mirabel Oake", "Salt")];
  let database: Database;
  let logger: RecordingLogger;
  let queries: ProviderQueries;

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const clock = new ManualClock();
    logger = new RecordingLogger();
    const cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 60 });
    const failures = new FailureLog({ logger });
    queries = new ProviderQueries({ cache, clock, failures, deadlineMilliseconds: 4_000 });
  });

  afterEach(() => database.close());

  const run = (...providers: FakeProvider[]): ReturnType<typeof queries.run> =>
    queries.withDeadline(new AbortController().signal, (deadline) =>
      queries.run(
        providers.map((provider) => ({ provider, query })),
        { deadline, isFresh: false, send: (provider, asked) => provider.searchTracks(asked) },
      ),
    );

  it("names each provider that failed, with its error, and logs the error once", async () => {
    const error = new ProviderBadResponseError("itunes");

    const outcome = await run(new FakeProvider("itunes", error), new FakeProvider("deezer", found));

    expect(outcome).toEqual({
      replies: [{ provider: "deezer", candidates: found, hasMore: false }],
      failed: [{ provider: "itunes", error }],
    });
    expect(logger.lines).toMatchObject([{ level: "warn", facts: { provider: "itunes" } }]);
  });

  it("rejects with any other error, and does not log it as a failure of a provider", async () => {
    const bug = new TypeError("x is not a function");

    const outcome = run(new FakeProvider("itunes", bug), new FakeProvider("deezer", found));

    await expect(outcome).rejects.toBe(bug);
    expect(logger.lines).toEqual([]);
  });
});

describe("The failure of all providers", () => {
  const unavailable = { provider: "itunes", error: new ProviderUnavailableError("itunes") };
  const limited = (
    provider: string,
    retryAfterSeconds: number,
  ): { provider: string; error: ProviderError } => ({
    provider,
    error: new ProviderRateLimitedError(provider, retryAfterSeconds),
  });

  it("is a rate limit, with the shortest retry time, where each of them limits the rate", () => {
    const failure = failureOfAll([limited("deezer", 30), limited("itunes", 5)]);

    expect(failure).toBeInstanceOf(ProviderRateLimitedError);
    expect(failure.facts).toEqual({ provider: "deezer, itunes", retryAfterSeconds: 5 });
  });

  it("is unavailability where one of them failed for another reason", () => {
    const failure = failureOfAll([limited("deezer", 30), unavailable]);

    expect(failure).toBeInstanceOf(ProviderUnavailableError);
    expect(failure.facts).toEqual({ provider: "deezer, itunes" });
  });

  it("is the error of the provider where there is only one", () => {
    const error = new ProviderBadResponseError("deezer");

    expect(failureOfAll([{ provider: "deezer", error }])).toBe(error);
  });
});
