import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { databaseSystems, openedDatabases } from "../../adapters/storage/opened-databases.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const REQUESTS = 500;

const money = trackKeyFrom("Pink Floyd", "Money");

const asGraphql = (query: string): string => `/graphql?query=${encodeURIComponent(query)}`;

/** What is asked at once, many times. */
const paths: readonly (readonly [string, string])[] = [
  ["an analysis", `/api/audio/analysis/${money}`],
  ["a search", "/api/audio/search?track=Money"],
  ["similar tracks", `/api/audio/tracks/${money}/similar`],
  ["a list", "/api/audio/tracks"],
  ["moods", "/api/audio/moods"],
  [
    "an analysis over GraphQL",
    asGraphql(
      `{ track(by: { key: "${money}" }) { analysis { __typename } similar { similarity } } }`,
    ),
  ],
  ["a search over GraphQL", asGraphql('{ search(track: "Money") { results { trackKey } } }')],
];

describe.each(databaseSystems)("Identical requests at once on %s", (system) => {
  const databases = openedDatabases(system);
  let application: ApplicationUnderTest;
  let analyzer: FakeAnalyzer;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer();
    const providers = [new FakeProvider("library", [candidate("Pink Floyd", "Money")])];
    application = await openApplicationUnderTest(
      { analyzer, providers },
      { DATABASE_URL: await databases.createUrl(), DATABASE_CONNECTIONS: "2" },
    );
    await application.get("/api/audio/search?track=Money");
  });
  afterEach(() => application.close());

  const answersTo = async (path: string): Promise<ReadonlyMap<string, number>> => {
    const counts = new Map<string, number>();
    const ask = async (): Promise<void> => {
      const response = await application.get(path);
      const { error, errors } = (await response.json()) as {
        error?: { code: string };
        errors?: unknown;
      };
      const problem = error?.code ?? (errors === undefined ? "" : JSON.stringify(errors));
      const answer = `${response.status} ${problem}`.trim();
      counts.set(answer, (counts.get(answer) ?? 0) + 1);
    };
    await Promise.all(Array.from({ length: REQUESTS }, ask));
    return counts;
  };

  it.each(paths)("are all answered, where they ask for %s", async (_what, path) => {
    await application.get(`/api/audio/analysis/${money}`);

    expect(await answersTo(path)).toEqual(new Map([["200", REQUESTS]]));
  });

  it("share one job, and wait for it", async () => {
    expect(await answersTo(`/api/audio/analysis/${money}`)).toEqual(new Map([["200", REQUESTS]]));
    expect(analyzer.received).toHaveLength(1);
  });
});
