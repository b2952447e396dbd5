import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { readFileSync } from "node:fs";
import { cacheExchange, type CacheExchangeOpts } from "@urql/exchange-graphcache";
import { relayPagination } from "@urql/exchange-graphcache/extras";
import { Client, fetchExchange, gql } from "@urql/core";
import { buildSchema, introspectionFromSchema } from "graphql";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { CountingAnalysisStore } from "../../graphql/counting-analysis-store.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const schema = buildSchema(
  readFileSync(new URL("../../../schema/schema.graphql", import.meta.url), "utf8"),
);

const titles = Array.from({ length: 25 }, (_, n) => `Track ${n}`);
const trackKeys = titles.map((title) => trackKeyFrom("Ann", title));
const key = trackKeyFrom("Ann", "Track 0");
const unknown = "0123456789abcdef";

const nodes = `query ($ids: [ID!]!) {
  nodes(ids: $ids) {
    __typename
    id
    ... on Track { trackKey trackName }
    ... on TrackAnalysis { trackKey tempo }
    ... on Playlist { name tracks(first: 1) { id } }
  }
}`;
const trackById = gql`
  query ($id: ID!) {
    node(id: $id) {
      id
      ... on Track {
        trackName
      }
    }
  }
`;
const trackByKey = gql`
  query ($key: TrackKey!) {
    track(trackKey: $key) {
      id
      trackName
      analysis {
        ... on TrackAnalysis {
          id
          tempo
        }
      }
    }
  }
`;

const listOfAll =
  "{ tracks(first: 100) { edges { node { id analysis { ... on TrackAnalysis { id } } } } } }";

const pageOfTracks = gql<Page>`
  query ($after: String) {
    tracks(first: 2, after: $after) {
      edges {
        node {
          id
        }
      }
      pageInfo {
        endCursor
      }
    }
  }
`;

type Introspection = NonNullable<CacheExchangeOpts["schema"]>;

interface Page {
  readonly tracks: {
    readonly edges: readonly { readonly node: { readonly id: string } }[];
    readonly pageInfo: { readonly endCursor: string };
  };
}

interface Nodes {
  readonly nodes: readonly (Readonly<Record<string, unknown>> | null)[];
}

describe("Objects with an id", () => {
  let database: Database;
  let store: CountingAnalysisStore;
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const catalogue = new CatalogueIndex(database);
    store = new CountingAnalysisStore(new SqlAnalysisStore({ database, catalogue }));
    const provider = new FakeProvider(
      "library",
      titles.map((title) => candidate("Ann", title)),
    );
    const analyzer = new FakeAnalyzer();
    analyzer.answerWith({ tempo: 100 });
    const fakes = { analyzer, providers: [provider], analyses: store, catalogue };
    application = await openApplicationUnderTest(fakes);
    await application.get("/api/audio/search?track=Track&limit=50");
    await Promise.all(trackKeys.map((each) => application.get(`/api/audio/analysis/${each}`)));
  });
  afterAll(async () => {
    await application.close();
    await database.close();
  });

  const read = (ids: readonly string[], headers = {}) =>
    askGraphql<Nodes, Record<string, unknown>>(application, nodes, { ids }, headers);

  const savePlaylist = async (name: string) => {
    const { access, playlists } = application.services;
    const { token, apiKey } = await access.issue({ name, scopes: ["read"] });
    const { id } = await playlists.create(apiKey.lookup, { name });
    return { id, headers: { authorization: `Bearer ${token}` } };
  };

  it("have the id under which they are found again, of each type", async () => {
    const { id, headers } = await savePlaylist("Mine");
    const document = `query ($key: TrackKey!, $id: ID!) {
      track(trackKey: $key) { id analysis { ... on TrackAnalysis { id } } }
      playlist(id: $id) { id }
    }`;
    const { data } = await askGraphql<
      { track: { id: string; analysis: { id: string } }; playlist: { id: string } },
      Record<string, unknown>
    >(application, document, { key, id }, headers);
    const ids = [data.track.id, data.track.analysis.id, data.playlist.id];

    const found = await read(ids, headers);

    expect(new Set(ids).size).toBe(3);
    expect(found.errors).toBeUndefined();
    expect(found.data.nodes).toEqual([
      { __typename: "Track", id: ids[0], trackKey: key, trackName: "Track 0" },
      { __typename: "TrackAnalysis", id: ids[1], trackKey: key, tempo: 100 },
      { __typename: "Playlist", id, name: "Mine", tracks: [{ id: expect.any(String) as string }] },
    ]);
  });

  it("are read together, in the order of the ids", async () => {
    const { data: listed } = await askGraphql<
      { tracks: { edges: readonly { node: { id: string; analysis: { id: string } } }[] } },
      Record<string, unknown>
    >(application, listOfAll, {});
    const ids = listed.tracks.edges.flatMap(({ node }) => [node.analysis.id, node.id]);
    store.readCount = 0;

    const { data, errors } = await read(ids);

    expect(errors).toBeUndefined();
    expect(data.nodes.map((node) => node?.["id"])).toEqual(ids);
    expect(store.readCount).toBeLessThanOrEqual(2);
  });

  it("are null where there is none, and where a playlist is that of another key", async () => {
    const { id } = await savePlaylist("Theirs");

    const { data, errors, headers } = await read([
      ...[`tr_${unknown}`, `ta_${unknown}`, `pl_${unknown}`, id],
    ]);

    expect([data.nodes, errors]).toEqual([[null, null, null, null], undefined]);
    expect(headers.get("cache-control")).toBe("no-store");
  });

  it.each([
    ["", "no id"],
    [key, "a track key"],
    [`xx_${key}`, "of a type that does not exist"],
    [`tr_${key}0`, "too long"],
    [`TR_${key}`, "of another case"],
    [`tr_${key}\n`, "with a line break"],
  ])("are refused alone where the id is malformed: %j (%s)", async (id) => {
    const answer = await read([id, `tr_${key}`]);

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.errors?.[0]?.path).toEqual(["nodes", 0]);
    expect(answer.data.nodes).toEqual([null, expect.objectContaining({ id: `tr_${key}` })]);
  });

  it("need a key, and are a hundred at most", async () => {
    const withoutKey = await read([`tr_${key}`], { authorization: "" });
    const tooMany = await read(Array.from({ length: 101 }, () => `tr_${key}`));

    expect([withoutKey.status, codesOf(withoutKey)]).toEqual([401, ["UNAUTHENTICATED"]]);
    expect(codesOf(tooMany)).toEqual(["INVALID_INPUT"]);
  });

  it("cost one each, with what is selected below the most expensive type", async () => {
    const costOf = async (document: string, ids: readonly string[]) =>
      (await askGraphql(application, document, { ids })).headers.get("overtone-operation-cost");
    const plain = "query ($ids: [ID!]!) { nodes(ids: $ids) { id } }";
    const similar =
      "query ($ids: [ID!]!) { nodes(ids: $ids) { ... on Track { similar(first: 2) { similarity } } } }";

    const costs = [
      await costOf(plain, ["tr_1", "tr_2"]),
      await costOf(
        plain,
        Array.from({ length: 100 }, () => `tr_${key}`),
      ),
      await costOf(similar, [`tr_${key}`, `tr_${key}`]),
    ];

    expect(costs).toEqual(["2", "100", "46"]);
  });

  it("are one entry of urql's normalised cache, which joins pages, too", async () => {
    const cache = cacheExchange({
      schema: introspectionFromSchema(schema) as unknown as Introspection,
      keys: Object.fromEntries(namesWithoutId().map((name) => [name, () => null])),
      resolvers: {
        Query: {
          tracks: relayPagination(),
          node: (_, { id }) => ({ __typename: "Track", id: id as string }),
        },
      },
    });
    const client = new Client({
      url: `${application.url}/graphql`,
      fetchOptions: { headers: { authorization: `Bearer ${application.token}` } },
      exchanges: [cache, fetchExchange],
    });

    await client.query(trackByKey, { key }).toPromise();
    const again = await client
      .query(trackById, { id: `tr_${key}` }, { requestPolicy: "cache-only" })
      .toPromise();
    const first = await client.query(pageOfTracks, {}).toPromise();
    const after = first.data!.tracks.pageInfo.endCursor;
    const joined = await client.query(pageOfTracks, { after }).toPromise();

    expect(again.data).toMatchObject({ node: { trackName: "Track 0" } });
    expect(joined.data?.tracks.edges.length).toBe(4);
  });
});

/** Returns the names of the types that have no id, which urql is told to keep within their parents. */
function namesWithoutId(): readonly string[] {
  return Object.values(schema.getTypeMap()).flatMap((type) =>
    "getFields" in type && "getInterfaces" in type && type.getInterfaces().length === 0
      ? [type.name]
      : [],
  );
}
