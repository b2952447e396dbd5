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

/** Opens an application on a database, with few connections, so that requests wait for one. */
const openOn = (url: string, analyzer: FakeAnalyzer): Promise<ApplicationUnderTest> =>
  openApplicationUnderTest(
    { analyzer, providers: [new FakeProvider("library", [candidate("Pink Floyd", "Money")])] },
    { DATABASE_URL: url, DATABASE_CONNECTIONS: "2" },
  );

/** Sends many identical requests at once, to each application in turn, and counts the answers. */
async function answersTo(
  path: string,
  applications: readonly ApplicationUnderTest[],
): Promise<ReadonlyMap<string, number>> {
  const counts = new Map<string, number>();
  const ask = async (_: unknown, index: number): Promise<void> => {
    const response = await applications[index % applications.length]!.get(path);
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
}

/** What is to be counted. */
const ALL_ANSWERED = new Map([["200", REQUESTS]]);

describe.each(databaseSystems)("Identical requests at once on %s", (system) => {
  const databases = openedDatabases(system);
  let application: ApplicationUnderTest;
  let analyzer: FakeAnalyzer;

  beforeEach(async () => {
    analyzer = new FakeAnalyzer();
    application = await openOn(await databases.createUrl(), analyzer);
    await application.get("/api/audio/search?track=Money");
  });
  afterEach(() => application.close());

  it.each(paths)("are all answered, where they ask for %s", async (_what, path) => {
    await application.get(`/api/audio/analysis/${money}`);

    expect(await answersTo(path, [application])).toEqual(ALL_ANSWERED);
  });

  it("share one job, and wait for it", async () => {
    const path = `/api/audio/analysis/${money}`;

    expect(await answersTo(path, [application])).toEqual(ALL_ANSWERED);
    expect(analyzer.received).toHaveLength(1);
  });
});

describe("Identical requests at once to two servers on one PostgreSQL database", () => {
  const databases = openedDatabases("PostgreSQL");
  let applications: readonly ApplicationUnderTest[];
  let analyzers: readonly FakeAnalyzer[];

  beforeEach(async () => {
    const url = await databases.createUrl();
    analyzers = [new FakeAnalyzer(), new FakeAnalyzer()];
    const opened: ApplicationUnderTest[] = [];
    for (const analyzer of analyzers) opened.push(await openOn(url, analyzer));
    applications = opened;
    await applications[0]!.get("/api/audio/search?track=Money");
  });
  afterEach(() => Promise.all(applications.map((application) => application.close())));

  it.each(paths)("are all answered, where they ask for %s", async (_what, path) => {
    await applications[1]!.get(`/api/audio/analysis/${money}`);

    expect(await answersTo(path, applications)).toEqual(ALL_ANSWERED);
  });

  it("share one job, and wait for it", async () => {
    expect(await answersTo(`/api/audio/analysis/${money}`, applications)).toEqual(ALL_ANSWERED);
    expect(analyzers.flatMap(({ received }) => received)).toHaveLength(1);
  });
});
