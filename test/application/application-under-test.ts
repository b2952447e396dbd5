import { configFrom } from "../../src/config/config.js";
import type { Implementations } from "../../src/composition/implementations.js";
import { openServer } from "../../src/server/server.js";
import type { Services } from "../../src/services/services.js";
import { FakeAnalyzer } from "../fakes/fake-analyzer.js";
import { FakeAudioSource } from "../fakes/fake-audio-source.js";
import { FakeProvider } from "../fakes/fake-provider.js";
import { inProcessReaders } from "../fakes/in-process-readers.js";
import { RecordingLogger } from "../fakes/recording-logger.js";
import { offline } from "./offline.js";

/** The application on a port of this machine, and a key with the scope read. */
export interface ApplicationUnderTest {
  readonly url: string;
  readonly token: string;
  readonly services: Services;
  readonly logger: RecordingLogger;
  /** Sends a GET with the key, unless the headers contain another one. */
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<Response>;
  close(): Promise<void>;
}

/**
 * Opens the whole application, with a database in memory and fakes for everything outside the
 * process: a provider that finds nothing, a source that has every track, an analyzer with a fixed
 * result.
 *
 * @param given other fakes; `undefined` for the real implementation
 * @param environment other configuration, by the names of its variables
 */
export async function openApplicationUnderTest(
  given: { readonly [Name in keyof Implementations]?: Implementations[Name] | undefined } = {},
  environment: Readonly<Record<string, string>> = {},
): Promise<ApplicationUnderTest> {
  const logger = new RecordingLogger();
  const config = configFrom({
    ...offline,
    PORT: "0",
    DATABASE_URL: "sqlite::memory:",
    ANALYSIS_CONCURRENCY: "2",
    RATE_LIMIT_PER_SECOND: "100000",
    ...environment,
  });
  const server = await openServer(config, {
    logger,
    analyzer: new FakeAnalyzer(),
    sources: [new FakeAudioSource()],
    providers: [new FakeProvider("library")],
    ...inProcessReaders(),
    ...given,
  } as Partial<Implementations>);
  const { url, services } = server;
  const { token } = await services.access.issue({ name: "tests", scopes: ["read"] });
  const get: ApplicationUnderTest["get"] = (path, headers = {}) =>
    fetch(url + path, { headers: { authorization: `Bearer ${token}`, ...headers } });
  return { url, token, services, logger, get, close: () => server.close() };
}
