import { Client, fetchExchange } from "@urql/core";
import {
  analysedKeys,
  analysedTitles,
  openWithAnalysedTracks,
  unanalysedTitle,
} from "../../graphql/titles-in-catalogue.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

const [first] = analysedKeys;

describe("What a front-end developer guesses, sent by urql,", () => {
  let application: ApplicationUnderTest;
  let client: Client;

  beforeAll(async () => {
    application = await openWithAnalysedTracks();
    const { url, token } = application;
    client = new Client({
      url: `${url}/graphql`,
      fetchOptions: { headers: { authorization: `Bearer ${token}` } },
      exchanges: [fetchExchange],
    });
  });
  afterAll(() => application.close());

  const ask = async (query: string, variables: Record<string, unknown> = {}) => {
    const { data, error } = await client
      .query<Readonly<Record<string, unknown>>>(query, variables)
      .toPromise();
    return { data, errors: error?.graphQLErrors };
  };

  describe("the values of a track without a fragment", () => {
    it("are reached from every list of tracks", async () => {
      const values = "{ trackName mood { happy } features { tempo keyString mood { happy } } }";

      const { data, errors } = await ask(`{
        tracks(first: 1) { nodes ${values} edges { node ${values} } totalCount }
        moods(first: 1, threshold: 0.9) { mood count tracks ${values} }
      }`);

      const one = { trackName: "Five", mood: { happy: 0.9 } };
      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        tracks: { nodes: [one], edges: [{ node: one }], totalCount: 5 },
        moods: [
          {
            mood: "HAPPY",
            count: 1,
            tracks: [{ ...one, features: { tempo: 104, keyString: "A minor", mood: one.mood } }],
          },
          ...["SAD", "RELAXED", "AGGRESSIVE"].map((mood) => ({ mood, count: 0, tracks: [] })),
        ],
      });
    });

    it("are those of its analysis", async () => {
      const fields = `trackKey trackName artist durationMs tempo key keyString mode timeSignature energy liveness
        danceability instrumentalness speechiness valence arousal approachability engagement mood { happy sad relaxed aggressive }`;

      const { data } = await ask(
        `query ($by: TrackRef!) {
          track(by: $by) { mood { happy sad relaxed aggressive } features { ${fields} } analysis { ... on TrackAnalysis { ${fields} } } }
        }`,
        { by: { key: first } },
      );

      const { features, analysis, mood } = data?.["track"] as Record<string, { mood: unknown }>;
      expect(features).toMatchObject({ trackName: "One", tempo: 100, keyString: "A minor" });
      expect(features).toEqual(analysis);
      expect(mood).toEqual(features?.mood);
    });

    it("are null where they are not ready, and no analysis starts", async () => {
      const query = `query ($track: String!) {
        search(track: $track) { results { track { trackName mood { happy } features { tempo } analysis { __typename ... on AnalysisPending { state } } } } }
      }`;

      const { data, errors } = await ask(query, { track: unanalysedTitle });

      expect(errors).toBeUndefined();
      expect(data).toMatchObject({
        search: {
          results: expect.arrayContaining([
            {
              track: {
                ...{ trackName: "Six", mood: null, features: null },
                analysis: { __typename: "AnalysisPending", state: "NOT_REQUESTED" },
              },
            },
          ]) as unknown,
        },
      });
    });
  });

  describe("a search as a connection", () => {
    const query = `query ($track: String!, $first: Int, $after: String) {
      search(track: $track, first: $first, after: $after) {
        results { trackKey } nodes { trackKey } edges { cursor node { trackKey } } pageInfo { startCursor endCursor hasNextPage }
      }
    }`;
    interface Page {
      readonly results: readonly object[];
      readonly nodes: readonly object[];
      readonly edges: readonly { readonly cursor: string; readonly node: object }[];
      readonly pageInfo: Readonly<Record<string, unknown>>;
    }

    it("has the results as nodes and edges, and goes on after the cursor of any edge", async () => {
      const read = async (variables: object): Promise<Page> =>
        (await ask(query, { track: "o", ...variables })).data?.["search"] as Page;

      const { results, nodes, edges, pageInfo } = await read({ first: 4 });
      const after = await Promise.all(edges.map(({ cursor }) => read({ first: 1, after: cursor })));

      const all = (await read({})).results;
      expect([all.length, nodes]).toEqual([6, all.slice(0, 4)]);
      expect([nodes, edges.map(({ node }) => node)]).toEqual([results, results]);
      expect([pageInfo["startCursor"], pageInfo["endCursor"]]).toEqual(
        [edges[0], edges.at(-1)].map((edge) => edge?.cursor),
      );
      expect(after.flatMap((page) => page.nodes)).toEqual(all.slice(1, 5));
    });

    it("takes `first` before `limit`, with the same bounds", async () => {
      const both = await ask('{ search(track: "o", limit: 3, first: 1) { nodes { trackKey } } }');
      const { errors } = await ask('{ search(track: "o", first: 51) { nodes { trackKey } } }');

      expect(both.data).toMatchObject({ search: { nodes: [{}] } });
      expect(errors?.[0]?.extensions).toMatchObject({ code: "INVALID_INPUT", parameter: "first" });
    });
  });

  describe("an id", () => {
    it.each(["ID!", "String!"])("is taken as a variable of the type %s", async (type) => {
      const query = `query ($id: ${type}) { track(by: { id: $id }) { trackName } }`;
      const inFragment = `query ($id: ${type}) { ...F } fragment F on Query { track(by: { id: $id }) { trackName } }`;

      const answers = await Promise.all(
        [query, inFragment].map((text) => ask(text, { id: first })),
      );

      const found = { data: { track: { trackName: "One" } }, errors: undefined };
      expect(answers).toEqual([found, found]);
    });

    it("is taken in a list of texts", async () => {
      const { data, errors } = await ask(
        "query ($ids: [String!]!) { nodes(ids: $ids) { __typename } }",
        { ids: [`tr_${first}`] },
      );

      expect([data, errors]).toEqual([{ nodes: [{ __typename: "Track" }] }, undefined]);
    });

    it("is not taken for another text, nor another type for it", async () => {
      const text = await ask("query ($id: ID!) { search(track: $id) { nodes { artist } } }", {
        id: "o",
      });
      const number = await ask("query ($id: Int!) { track(by: { id: $id }) { artist } }", {
        id: 7,
      });

      const codes = [text, number].map(({ errors }) => errors?.[0]?.extensions["code"]);
      expect(codes).toEqual(["GRAPHQL_VALIDATION_FAILED", "GRAPHQL_VALIDATION_FAILED"]);
    });
  });

  it("a field that fails leaves the results of the others", async () => {
    const unknown = '{ key: "0000000000000000" }';

    const { data, errors } = await ask(`{
      library { tracks }
      apiKeys { name }
      playlist(id: "pl_0000000000000000") { name }
      mixPath(start: ${unknown}, end: ${unknown}) { steps { progress } }
      moods(threshold: 2) { mood }
      lookup(by: { id: "nothing" }) { isAmbiguous }
      trackColumns(fields: [TEMPO], filter: { analysed: false }) { count }
      nodes(ids: [${Array.from({ length: 101 }, (_, n) => `"${n}"`).join()}]) { id }
    }`);

    const failing = ["apiKeys", "playlist", "mixPath", "moods", "lookup", "trackColumns", "nodes"];
    expect(data).toMatchObject({ library: { tracks: 0 } });
    expect(failing.map((name) => data?.[name])).toEqual(failing.map(() => null));
    expect(errors?.map(({ path }) => path?.[0]).sort()).toEqual([...failing].sort());
  });

  it("a mutation that fails leaves what the ones before it returned", async () => {
    const { token } = await application.services.access.issue({
      ...{ name: "writer", scopes: ["read", "write"] },
    });

    const { data, error } = await client
      .mutation(
        `mutation { savePlaylist(input: { name: "Kept" }) { name } deletePlaylist(id: "pl_0000000000000000") }`,
        {},
        { fetchOptions: { headers: { authorization: `Bearer ${token}` } } },
      )
      .toPromise();

    expect(data).toEqual({ savePlaylist: { name: "Kept" }, deletePlaylist: null });
    expect(error?.graphQLErrors[0]?.extensions["code"]).toBe("NOT_FOUND");
  });

  it("the nodes of a connection are those of its edges", async () => {
    const { data } = await ask(
      "{ tracks(orderBy: { field: TEMPO }) { nodes { trackName } edges { node { trackName } } } }",
    );

    const nodes = analysedTitles.map((trackName) => ({ trackName }));
    expect(data).toMatchObject({ tracks: { nodes, edges: nodes.map((node) => ({ node })) } });
  });
});
