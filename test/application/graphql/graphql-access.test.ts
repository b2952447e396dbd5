import { FakeProvider } from "../../fakes/fake-provider.js";
import { SearchDocument, TrackKeyDocument } from "../../generated/operations.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const names = { artist: "Pink Floyd", track: "Money" };

describe("GraphQL", () => {
  const provider = new FakeProvider("library");
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ providers: [provider] });
  });
  afterAll(() => application.close());

  const tokenWith = async (scopes: readonly ("read" | "write")[]): Promise<string> =>
    (await application.services.access.issue({ name: "tests", scopes })).token;

  const without = (authorization: string): Promise<Awaited<ReturnType<typeof askGraphql>>> =>
    askGraphql(application, TrackKeyDocument, names, { authorization });

  it.each([
    ["no key", ""],
    ["an unknown key", `Bearer ot_live_00000000_${"0".repeat(48)}`],
    ["something else", "Basic YTpi"],
  ])("returns no data to %s", async (_, authorization) => {
    const answer = await without(authorization);

    expect(answer.status).toBe(401);
    expect(answer.headers.get("www-authenticate")).toBe("Bearer");
    expect(codesOf(answer)).toEqual(["UNAUTHENTICATED"]);
    expect(answer.data).toBeUndefined();
  });

  it("returns no data to a revoked key", async () => {
    const token = await tokenWith(["read"]);
    await application.services.access.revoke(token);

    const answer = await without(`Bearer ${token}`);

    expect([answer.status, codesOf(answer)]).toEqual([401, ["UNAUTHENTICATED"]]);
  });

  it("returns no data to a key without the scope read", async () => {
    const answer = await without(`Bearer ${await tokenWith(["write"])}`);

    expect(answer.status).toBe(403);
    expect(answer.errors?.[0]?.extensions).toEqual({ code: "FORBIDDEN", scope: "read" });
  });

  it.each([
    ["its schema", "{ __schema { queryType { name } } }"],
    ["a type", '{ __type(name: "Track") { name } }'],
    [
      "its root, through a fragment",
      "{ ...F ... { __typename } } fragment F on Query { __typename }",
    ],
  ])("returns %s without a key", async (_, query) => {
    const answer = await askGraphql(application, query, {}, { authorization: "" });

    expect([answer.status, answer.errors]).toEqual([200, undefined]);
  });

  it.each([
    ["beside introspection", '{ __typename trackKey(artist: "a", track: "b") }'],
    ["in a fragment", '{ ...F } fragment F on Query { trackKey(artist: "a", track: "b") }'],
    ["in an inline fragment", '{ ... { trackKey(artist: "a", track: "b") } }'],
    ["under the name of introspection", '{ __typename: trackKey(artist: "a", track: "b") }'],
    ["that is skipped", '{ trackKey(artist: "a", track: "b") @skip(if: true) }'],
  ])("requires a key for data %s", async (_, query) => {
    const answer = await askGraphql(application, query, {}, { authorization: "" });

    expect([answer.status, codesOf(answer)]).toEqual([401, ["UNAUTHENTICATED"]]);
  });

  it("runs no operation without a key", async () => {
    const headers = { authorization: "" };

    const answer = await askGraphql(application, SearchDocument, { track: "Money" }, headers);

    expect(answer.data).toBeUndefined();
    expect(provider.queries).toEqual([]);
  });

  it("refuses a key over its rate limit, with Retry-After", async () => {
    const limited = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "1" });
    const ask = () => askGraphql(limited, TrackKeyDocument, names);

    const answers = await Promise.all([ask(), ask(), ask(), ask()]);
    await limited.close();

    const refused = answers.find(({ status }) => status === 429);
    expect(refused && codesOf(refused)).toEqual(["RATE_LIMITED"]);
    expect(refused?.headers.get("retry-after")).toMatch(/^[1-9][0-9]*$/);
    expect(refused?.headers.get("ratelimit-limit")).toBe("1");
  });

  it("limits introspection from an address without a key to a fifth of the rate of a key", async () => {
    const rated = await openApplicationUnderTest({}, { RATE_LIMIT_PER_SECOND: "10" });
    const headers = { authorization: "" };
    const ask = () => askGraphql(rated, "{ __typename }", {}, headers);
    const page = () => rated.get("/graphql", { ...headers, accept: "text/html" });

    const answers = await Promise.all(Array.from({ length: 6 }, ask));
    const others = await Promise.all([page(), rated.get("/health/live", headers)]);
    const withKey = await askGraphql(rated, TrackKeyDocument, names);
    await rated.close();

    const refused = answers.filter(({ status }) => status === 429);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
    expect(refused.length).toBeGreaterThanOrEqual(2);
    expect(refused.flatMap(codesOf)).toEqual(refused.map(() => "RATE_LIMITED"));
    expect(refused[0]?.errors?.[0]?.message).toBe("This address has exceeded its rate limit.");
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect([...others, withKey].map(({ status }) => status)).toEqual([200, 200, 200]);
  });

  it("forbids shared caches to store its responses", async () => {
    const answer = await askGraphql(application, TrackKeyDocument, names);

    expect(answer.headers.get("cache-control")).toMatch(/^private\b/);
  });
});
