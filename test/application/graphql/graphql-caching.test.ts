import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const money = trackKeyFrom("Pink Floyd", "Money");
const nobody = trackKeyFrom("Nobody", "Nothing");
const key = 'trackKey(artist: "Pink Floyd", track: "Money")';
const tracks = "tracks(first: 1) { totalCount }";

describe("An answer over GraphQL", () => {
  const provider = new FakeProvider("library", [candidate("Pink Floyd", "Money")]);
  const analyzer = new FakeAnalyzer();
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({ providers: [provider], analyzer });
    await ask('{ search(track: "Money") { unavailableProviders } }');
    await ask(`{ analysis(trackKey: "${money}") { __typename } }`);
  });
  afterAll(() => application.close());

  const ask = (query: string, headers: Readonly<Record<string, string>> = {}): Promise<Response> =>
    application.get(`/graphql?${new URLSearchParams({ query }).toString()}`, headers);

  it.each([
    ["a key", `{ ${key} }`],
    ["a key in a fragment", `{ ...F __typename } fragment F on Query { ... { ${key} } }`],
  ])("about %s, which does not change, may be cached by its client only", async (_, query) => {
    const { headers } = await ask(query);

    expect(headers.get("cache-control")).toBe("private, max-age=86400");
    expect(headers.get("etag")).toMatch(/^"[\w-]{27}"$/);
    expect(headers.get("vary")).toBe("Accept, Authorization");
  });

  it.each([
    ["a track", `{ track(trackKey: "${money}") { artist } }`],
    ["an analysis that is there", `{ analysis(trackKey: "${money}") { __typename } }`],
    ["analyses that are there", `{ analyses(trackKeys: ["${money}"]) { __typename } }`],
    ["a key and a track", `{ ${key} track(trackKey: "${money}") { artist } }`],
    ["what sounds similar", `{ track(trackKey: "${money}") { similar { __typename } } }`],
  ])("about %s is revalidated each time, and may be cached", async (_, query) => {
    const { headers } = await ask(query);

    expect(headers.get("cache-control")).toBe("private, no-cache");
    expect(headers.get("etag")).toMatch(/^"[\w-]{27}"$/);
    expect(headers.get("vary")).toBe("Accept, Authorization");
  });

  it("about the schema may be cached by shared caches", async () => {
    const { headers } = await ask("{ __schema { queryType { name } } }");

    expect(headers.get("cache-control")).toBe("public, max-age=300");
    expect(headers.get("etag")).not.toBeNull();
  });

  it.each([
    ["that is nothing but a type name", "{ __typename }"],
    ["to a search", '{ search(track: "Money") { results { trackName } } }'],
    ["to a search that finds nothing", '{ search(track: "zzzz") { results { trackName } } }'],
    ["about an id", `{ lookup(id: "${money}") { isAmbiguous } }`],
    ["about a key and a search", `{ ${key} search(track: "Money") { unavailableProviders } }`],
    [
      "with an analysis in a search",
      '{ search(track: "Money") { results { analysis { __typename } } } }',
    ],
    ["about the catalogue, which grows", `{ ${tracks} }`],
    ["about a key and the catalogue", `{ ${key} ${tracks} }`],
    ["about an unknown track", `{ track(trackKey: "${nobody}") { artist } }`],
    ["with an analysis that failed", `{ analysis(trackKey: "${nobody}") { __typename } }`],
    [
      "with an analysis that does not exist",
      `{ analyses(trackKeys: ["${nobody}"]) { __typename } }`,
    ],
    ["with an error", '{ search(track: "") { unavailableProviders } }'],
    ["to an invalid query", "{"],
    ["to what does not fit the schema", "{ trackss }"],
  ])("%s may not be cached", async (_, query) => {
    const { headers } = await ask(query);

    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("etag")).toBeNull();
  });

  it("is not sent again to a client that has it", async () => {
    const query = `{ analysis(trackKey: "${money}") { ... on TrackAnalysis { tempo } } }`;
    const tag = (await ask(query)).headers.get("etag") ?? "";

    const again = await ask(query, { "if-none-match": `"other", W/${tag}` });

    expect([again.status, await again.text()]).toEqual([304, ""]);
    expect(again.headers.get("etag")).toBe(tag);
    expect(again.headers.get("cache-control")).toBe("private, no-cache");
  });

  it("is sent to a client that has another version", async () => {
    const tags = [];
    for (const query of [`{ ${key} }`, `{ other: ${key} }`]) {
      tags.push((await ask(query)).headers.get("etag"));
    }
    const plain = await ask(`{ ${key} }`, { "if-none-match": tags[1] ?? "" });

    expect(tags[0]).not.toBe(tags[1]);
    expect([plain.status, await plain.json()]).toEqual([200, { data: { trackKey: money } }]);
  });

  it("has a different tag in each media type", async () => {
    const tags = [];
    for (const accept of ["application/json", "application/graphql-response+json"]) {
      tags.push((await ask(`{ ${key} }`, { accept })).headers.get("etag"));
    }

    expect(tags[0]).not.toBe(tags[1]);
  });

  it("to a POST has no tag, because it cannot be requested again by its URL", async () => {
    const { headers } = await askGraphql(application, `{ ${key} }`);

    expect(headers.get("etag")).toBeNull();
  });
});
