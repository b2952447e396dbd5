import { openedDatabases } from "../../adapters/storage/opened-databases.js";
import { type ApplicationUnderTest, openApplicationUnderTest } from "../application-under-test.js";

describe("Two servers on one PostgreSQL database", () => {
  const servers: ApplicationUnderTest[] = [];
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.close();
  });
  const databases = openedDatabases("PostgreSQL");

  /** Opens two servers, and returns a function that sends a GET to one, with one key for both. */
  async function open(environment: Readonly<Record<string, string>>) {
    const given = { ...environment, DATABASE_URL: await databases.createUrl() };
    while (servers.length < 2) servers.push(await openApplicationUnderTest({}, given));
    const headers = { authorization: `Bearer ${servers[0]!.token}` };
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
});
