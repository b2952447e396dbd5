import { serverAudits, type Audit } from "graphql-http";
import { openApplicationUnderTest, type ApplicationUnderTest } from "./application-under-test.js";

/** graphql-http's audits of "GraphQL over HTTP"; they ask for `__typename` and need no key. */
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
  ])("has for every %s an audit: %i", (word, count) => {
    expect(named(word)).toHaveLength(count);
  });

  it.each([...named("MUST"), ...named("SHOULD")])("$name", async (audit) => {
    const result = await audit.fn();

    expect(result).toMatchObject({ status: "ok" });
  });
});
