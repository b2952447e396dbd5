import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { KeyvMetadataCache } from "../../src/adapters/cache/keyv-metadata-cache.js";
import { InProcessJobQueue } from "../../src/adapters/queue/in-process-job-queue.js";
import { MemoryRateLimiter } from "../../src/adapters/runtime/memory-rate-limiter.js";
import { NodeRandomSource } from "../../src/adapters/runtime/node-random-source.js";
import { SystemClock } from "../../src/adapters/runtime/system-clock.js";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../src/adapters/storage/sql-analysis-store.js";
import { SqlApiKeyStore } from "../../src/adapters/storage/sql-api-key-store.js";
import { createHttpApp } from "../../src/http-app.js";
import type { AudioSource } from "../../src/ports/audio-source.js";
import type { Clock } from "../../src/ports/clock.js";
import type { MetadataProvider } from "../../src/ports/metadata-provider.js";
import { AccessService } from "../../src/services/access-service.js";
import { AnalysisService } from "../../src/services/analysis-service.js";
import { CatalogueService } from "../../src/services/catalogue-service.js";
import { FailureLog } from "../../src/services/failure-log.js";
import { HealthService } from "../../src/services/health-service.js";
import { LibraryService } from "../../src/services/library-service.js";
import { RememberedFailures } from "../../src/services/remembered-failures.js";
import { SearchService } from "../../src/services/search-service.js";
import type { Services } from "../../src/services/services.js";
import { TrackService } from "../../src/services/track-service.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../fakes/fake-audio-source.js";
import { FakeProvider } from "../fakes/fake-provider.js";
import { RecordingLogger } from "../fakes/recording-logger.js";

/** What an application test may choose; the rest is real, in memory, and patient. */
export interface Choices {
  readonly providers?: readonly MetadataProvider[];
  readonly sources?: readonly AudioSource[];
  readonly analyzer?: FakeAnalyzer;
  readonly clock?: Clock;
  readonly requestsPerSecond?: number;
  readonly waitMilliseconds?: number;
}

/** The application behind a port of this machine, and a key that may read. */
export interface ApplicationUnderTest {
  readonly url: string;
  readonly token: string;
  readonly services: Services;
  readonly logger: RecordingLogger;
  /** Asks with the key, unless the headers say otherwise. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

/** Builds the application around fakes and listens. */
export async function openApplicationUnderTest(
  choices: Choices = {},
): Promise<ApplicationUnderTest> {
  const logger = new RecordingLogger();
  const database = await openDatabase({ url: "sqlite::memory:" });
  const clock = choices.clock ?? new SystemClock();
  const jobs = new InProcessJobQueue({ concurrency: 2, limit: 1000 });
  const store = new SqlAnalysisStore({ database });
  const keys = new SqlApiKeyStore({ database });
  const cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 1000 });
  const library: any = { findByTrackKey: async () => [], count: async () => 0 };
  const failureLog = new FailureLog({ logger });
  const failures = new RememberedFailures({ clock });
  const providers = choices.providers ?? [new FakeProvider("library")];
  const search = new SearchService({ providers, cache, failures: failureLog });
  const tracks = new TrackService({ cache, library, analyses: store });
  const limiter = new MemoryRateLimiter({
    requestsPerSecond: choices.requestsPerSecond ?? 100_000,
  });
  const services: Services = {
    search,
    tracks,
    analyses: new AnalysisService({
      store,
      jobs,
      sources: choices.sources ?? [new FakeAudioSource()],
      analyzer: choices.analyzer ?? new FakeAnalyzer(),
      tracks,
      search,
      failures,
      clock,
      longestWaitMilliseconds: choices.waitMilliseconds ?? 20_000,
    }),
    catalogue: new CatalogueService({ store }),
    library: new LibraryService({
      folders: {} as any,
      store: library,
      analyses: store,
      failures,
    }),
    access: new AccessService({ keys, clock, random: new NodeRandomSource(), limiter }),
    health: new HealthService({ checks: [{ name: "database", check: () => keys.list() }] }),
    failures: failureLog,
  };
  const { token } = await services.access.issue({ name: "test", scopes: ["read"] });
  const server = createServer(
    createHttpApp({ services, logger, graphql: (_q, r) => void r.status(501).end() }),
  );
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    token,
    services,
    logger,
    get: (path, headers = {}) =>
      fetch(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } }),
    async close() {
      server.closeAllConnections();
      await new Promise((done) => server.close(done));
      await jobs.close();
      await database.close();
    },
  };
}
