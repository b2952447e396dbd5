import type { Implementations } from "../../../src/composition/implementations.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { configFrom } from "../../../src/config/config.js";
import { openServer } from "../../../src/server/server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { json, StandInProviderServer } from "../../fakes/stand-in-provider-server.js";
import { openedDatabases } from "../../adapters/storage/opened-databases.js";
import { offline } from "../offline.js";

describe("Two servers on one PostgreSQL database", () => {
  const servers: Awaited<ReturnType<typeof openServer>>[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const databases = openedDatabases("PostgreSQL");

  /** Opens two servers, and returns a function that sends a GET to one, with one key for both. */
  async function open(
    environment: Readonly<Record<string, string>>,
    given: Partial<Implementations> = {},
  ) {
    const url = await databases.createUrl();
    const config = configFrom({ ...offline, PORT: "0", DATABASE_URL: url, ...environment });
    const logger = new RecordingLogger();
    const fakes = {
      logger,
      analyzer: new FakeAnalyzer(),
      ...inProcessReaders(),
      ...given,
    };
    while (servers.length < 2) servers.push(await openServer(config, fakes));
    const access = servers[0]!.services.access;
    const { token } = await access.issue({ name: "tests", scopes: ["read"] });
    const headers = { authorization: `Bearer ${token}` };
    return (at: number, path: string) => fetch(`${servers[at % 2]!.url}${path}`, { headers });
  }

  it("count the requests of a key together", async () => {
    const limit = 10;
    const ask = await open({ RATE_LIMIT_PER_SECOND: `${limit}` });
    const begun = performance.now();

    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, at) => ask(at, "/api/audio/moods")),
    );
    const windows = Math.floor((performance.now() - begun) / 1_000) + 1;

    const allowed = answers.filter(({ status }) => status === 200);
    const remaining = allowed.map(({ headers }) => Number(headers.get("ratelimit-remaining")));
    expect(allowed.length).toBeGreaterThanOrEqual(limit);
    expect(allowed.length).toBeLessThanOrEqual(limit * windows);
    expect(new Set(remaining)).toEqual(new Set(Array.from({ length: limit }, (_, left) => left)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  });

  it("send requests to a provider at its pace together", async () => {
    const starts: number[] = [];
    const nothing = json({ recordings: [] });
    const musicbrainz = await StandInProviderServer.open((...exchange) => {
      starts.push(performance.now());
      nothing(...exchange);
    });
    const ask = await open({
      METADATA_PROVIDERS: "musicbrainz",
      MUSICBRAINZ_BASE_URL: musicbrainz.baseUrl,
    });

    const answers = await Promise.all(
      [0, 1, 2].map((at) => ask(at % 2, `/api/audio/search?track=${at}`)),
    );
    await musicbrainz.close();

    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(starts).toHaveLength(3);
    // Two seconds together and one apart, less by what their ways to the stand-in differ.
    expect(starts[2]! - starts[0]!).toBeGreaterThan(1_500);
  });

  it("know a track that a client has just found on the other", async () => {
    const providers = [new FakeProvider("library", [candidate("Ann Waits", "Salt")])];
    const ask = await open({}, { providers });
    const track = `/api/audio/tracks/${trackKeyFrom("Ann Waits", "Salt")}`;

    const before = await ask(1, track);
    await ask(0, "/api/audio/search?track=Salt");
    const after = await ask(1, track);

    expect([before.status, after.status]).toEqual([404, 200]);
  });
});
