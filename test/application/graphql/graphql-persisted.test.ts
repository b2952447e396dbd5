import { createHash } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { print } from "graphql";
import { TrackKeyDocument } from "../../generated/operations.js";
import { askGraphql, codesOf, postGraphql, type Answer } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const names = { artist: "Pink Floyd", track: "Money" };
const money = { trackKey: "bc24aaa5a97c70ed" };
const sha256 = (text: string): string => createHash("sha256").update(text).digest("hex");
const hashed = (text: string) => ({ persistedQuery: { version: 1, sha256Hash: sha256(text) } });
const query = print(TrackKeyDocument);

type RequestParts = Readonly<Record<string, unknown>>;

const postTo = (application: ApplicationUnderTest, parts: RequestParts): Promise<Answer<unknown>> =>
  postGraphql(application.url, JSON.stringify({ variables: names, ...parts }), {
    authorization: `Bearer ${application.token}`,
  });

const getFrom = (application: ApplicationUnderTest, parts: RequestParts): Promise<Response> => {
  const parameters = Object.entries({ variables: names, ...parts }).map(
    ([name, value]): [string, string] => [
      name,
      typeof value === "string" ? value : JSON.stringify(value),
    ],
  );
  return application.get(`/graphql?${new URLSearchParams(parameters).toString()}`);
};

describe("Persisted queries, automatic", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest();
  });
  afterAll(() => application.close());

  it("are sent in full once, and by their hash from then on", async () => {
    const text = `# first\n${query}`;
    const extensions = hashed(text);

    const unknown = await postTo(application, { extensions });
    const registered = await postTo(application, { query: text, extensions });
    const named = await postTo(application, { extensions });

    expect(codesOf(unknown)).toEqual(["PERSISTED_QUERY_NOT_FOUND"]);
    expect([registered.data, named.data]).toEqual([money, money]);
  });

  it("may be requested by their hash in a URL", async () => {
    const extensions = hashed(query);
    await postTo(application, { query, extensions });

    const response = await getFrom(application, { extensions });

    expect(await response.json()).toEqual({ data: money });
    expect(response.headers.get("cache-control")).toBe("private, max-age=86400");
    expect(response.headers.get("etag")).not.toBeNull();
  });

  it("have a response that may not be cached when they are unknown", async () => {
    const response = await getFrom(application, { extensions: hashed("{ unheard }") });

    expect(await response.text()).toContain("PERSISTED_QUERY_NOT_FOUND");
    expect(response.headers.get("cache-control")).toBe("private, no-cache, must-revalidate");
  });

  it("are refused when the hash is that of another text", async () => {
    const answer = await postTo(application, { query, extensions: hashed("{ __typename }") });

    expect([answer.status, answer.errors?.[0]?.message]).toEqual([
      400,
      "provided sha does not match query",
    ]);
  });

  it("are not stored when they are refused", async () => {
    const tooDeep = `{ __type(name: "Track") ${"{ ofType ".repeat(30)}{ name }${" }".repeat(30)} }`;
    const extensions = hashed(tooDeep);

    const refused = await postTo(application, { query: tooDeep, extensions, variables: {} });
    const named = await postTo(application, { extensions, variables: {} });

    expect([codesOf(refused), codesOf(named)]).toEqual([
      ["INVALID_INPUT"],
      ["PERSISTED_QUERY_NOT_FOUND"],
    ]);
  });

  it("are not stored for callers without a key", async () => {
    const text = `# ${"a".repeat(45_000)}\n{ __typename }`;
    const parts = { query: text, extensions: hashed(text) };
    const withoutKey = await postGraphql(application.url, JSON.stringify(parts));
    const wrongKey = await postGraphql(application.url, JSON.stringify(parts), {
      authorization: "Bearer ot_live_00000000_000000",
    });

    const named = await postTo(application, { extensions: hashed(text), variables: {} });

    expect([withoutKey.data, wrongKey.data]).toEqual([
      { __typename: "Query" },
      { __typename: "Query" },
    ]);
    expect(codesOf(named)).toEqual(["PERSISTED_QUERY_NOT_FOUND"]);
  });

  it("are protected against requests of foreign pages", async () => {
    const extensions = JSON.stringify(hashed(query));
    const url = `${application.url}/graphql?${new URLSearchParams({ extensions }).toString()}`;

    const response = await fetch(url);

    expect(response.status).toBe(400);
    expect(await response.text()).toContain("Cross-Site Request Forgery");
  });
});

describe("Persisted queries, off", () => {
  it("are refused with the standard code, and queries sent in full are run", async () => {
    const application = await openApplicationUnderTest({}, { PERSISTED_QUERIES: "off" });

    const named = await postTo(application, { extensions: hashed(query) });
    const whole = await postTo(application, { query });
    await application.close();

    expect(codesOf(named)).toEqual(["PERSISTED_QUERY_NOT_SUPPORTED"]);
    expect(whole.data).toEqual(money);
  });
});

describe("Persisted queries, of a safelist", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    application = await openApplicationUnderTest({}, { PERSISTED_QUERIES: "safelist" });
  });
  afterAll(() => application.close());

  it("are run if they are on the list, by text or by hash", async () => {
    const answers = [
      await postTo(application, { query }),
      await postTo(application, { query: query.replaceAll("\n", " # laid out\n\n") }),
      await postTo(application, { extensions: hashed(query) }),
    ];

    expect(answers.map(({ data }) => data)).toEqual([money, money, money]);
  });

  it.each([
    ["another operation", "{ __typename }"],
    [
      "a listed operation and more",
      query.replace("{\n", '{\n  more: trackKey(artist: "a", track: "b")\n'),
    ],
    ["introspection", "{ __schema { queryType { name } } }"],
    ["what does not fit the schema", "{ tracksss }"],
  ])("are refused without details for %s", async (_, other) => {
    const answer = await askGraphql(application, other);

    expect(codesOf(answer)).toEqual(["QUERY_NOT_IN_SAFELIST"]);
    expect(answer.errors).toHaveLength(1);
  });

  it("are not added by clients", async () => {
    const other = "{ __typename }";

    await postTo(application, { query: other, extensions: hashed(other) });
    const answer = await postTo(application, { extensions: hashed(other) });

    expect(codesOf(answer)).toEqual(["PERSISTED_QUERY_NOT_FOUND"]);
  });
});

describe("A safelist", () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-safelist-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  const openWith = async (manifest: string): Promise<ApplicationUnderTest> => {
    const path = join(folder, "manifest.json");
    await writeFile(path, manifest);
    return openApplicationUnderTest({}, { PERSISTED_QUERIES: "safelist", SAFELIST_PATH: path });
  };

  const operation = { id: "1", name: "TrackKey", type: "query", body: query };

  it.each([
    [
      "Apollo's manifest",
      { format: "apollo-persisted-query-manifest", version: 1, operations: [operation] },
    ],
    ["an object of documents by their ids", { "1": query }],
  ])("may be %s", async (_, manifest) => {
    const application = await openWith(JSON.stringify(manifest));

    const extensions = { persistedQuery: { version: 1, sha256Hash: "1" } };
    const answer = await postTo(application, { extensions });
    await application.close();

    expect(answer.data).toEqual(money);
  });

  it.each([
    ["is not JSON", "query {"],
    ["is a list", "[]"],
    ["contains no operation", "{}"],
    ["contains something else", '{"1": 1}'],
    ["cannot be parsed", '{"1": "query {"}'],
  ])("that %s prevents the start, with a message", async (_, manifest) => {
    const opening = openWith(manifest);

    await expect(opening).rejects.toThrow(/^The safelist ".*manifest\.json" (cannot|contains)/);
  });
});
