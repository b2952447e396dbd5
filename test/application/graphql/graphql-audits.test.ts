import { serverAudits, type Audit } from "graphql-http";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const csrf =
  "A GET that a foreign page could send unseen is refused; with any of our headers it is answered.";

/** Optional audits that fail on purpose, with the reason, by their ids. */
const exceptions: Readonly<Record<string, string>> = { "5A70": csrf, "6A70": csrf, D6D5: csrf };

/** Sends requests like browsers for pages that passed a preflight. */
const withPreflight: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers);
  headers.set("apollo-require-preflight", "true");
  return fetch(input, { ...init, headers });
};

/** The audits of "GraphQL over HTTP" in graphql-http; they request `__typename` and need no key. */
describe("GraphQL over HTTP", () => {
  let application: ApplicationUnderTest;
  const audits = serverAudits({ url: () => `${application.url}/graphql`, fetchFn: fetch });
  const named = (word: string): Audit[] => audits.filter(({ name }) => name.startsWith(word));

  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  it.each([
    ["MUST", 13],
    ["SHOULD", 23],
    ["MAY", 25],
  ])("has %s audits: %i", (word, count) => {
    expect(named(word)).toHaveLength(count);
  });

  it.each([...named("MUST"), ...named("SHOULD")])("$name", async (audit) => {
    const result = await audit.fn();

    expect(result).toMatchObject({ status: "ok" });
  });

  const failedOf = async (which: readonly Audit[]): Promise<readonly string[]> => {
    const failed = [];
    for (const { id, fn } of which) if ((await fn()).status !== "ok") failed.push(id);
    return failed.sort();
  };

  it("passes all optional audits, except those that are listed here", async () => {
    const failed = await failedOf(named("MAY"));

    expect(failed).toEqual(Object.keys(exceptions).sort());
  });

  it("passes the listed audits for requests with the preflight header, without exceptions", async () => {
    const url = `${application.url}/graphql`;
    const auditsWithPreflight = serverAudits({ url, fetchFn: withPreflight });

    const failed = await failedOf(auditsWithPreflight.filter(({ id }) => id in exceptions));

    expect(failed).toEqual([]);
  });
});
