import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import {
  SearchWithAnalysesDocument,
  TracksByTempoDocument,
  TracksDocument,
  type TracksQueryVariables,
} from "../../generated/operations.js";
import { askGraphql, codesOf } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const measured: readonly [artist: string, title: string, Measurements][] = [
  ["Adagio", "Slow", { tempo: 60, key: 2, mode: 1, timeSignature: 3, happy: 0.2, energy: 0.1 }],
  ["Brisk", "Fast", { tempo: 140, key: 9, mode: 0, timeSignature: 4, happy: 0.9, energy: 0.9 }],
  ["Canter", "Middle", { tempo: 100, key: 9, mode: 0, timeSignature: 4, happy: 0.6, energy: 0.5 }],
  ["Drone", "Still", { tempo: null, key: 9, mode: 1, durationSeconds: 600, energy: 0.3 }],
];

describe("Browsing analysed tracks over GraphQL", () => {
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const analyzer = new FakeAnalyzer();
    const provider = new FakeProvider("library");
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    for (const [artist, title, values] of measured) {
      analyzer.answerWith(values);
      provider.replyWith([candidate(artist, title)]);
      const variables = { track: title, compute: true };
      await askGraphql(application, SearchWithAnalysesDocument, variables);
    }
  });
  afterAll(() => application.close());

  const titles = async (variables: TracksQueryVariables): Promise<(string | undefined)[]> => {
    const { data } = await askGraphql(application, TracksDocument, variables);
    return data.tracks.edges.map(({ node }) => node?.trackName);
  };

  it("lists all of them by artist by default", async () => {
    expect(await titles({})).toEqual(["Slow", "Fast", "Middle", "Still"]);
  });

  it.each<[TracksQueryVariables["filter"], string[]]>([
    [{ tempo: { gte: 100 } }, ["Fast", "Middle"]],
    [{ tempo: { gte: 100, lte: 100 } }, ["Middle"]],
    [{ tempo: { lte: 99.9 } }, ["Slow"]],
    [{ key: 9 }, ["Fast", "Middle", "Still"]],
    [{ key: 9, mode: 0, timeSignature: 4 }, ["Fast", "Middle"]],
    [{ mood: { happy: { gte: 0.5, lte: 0.7 } } }, ["Middle"]],
    [{ durationMs: { gte: 60_000 } }, ["Still"]],
    [{ text: "canter MID" }, ["Middle"]],
    [{ energy: { gte: 0.3 }, mood: { happy: null }, tempo: null }, ["Fast", "Middle", "Still"]],
    [{ text: "nobody" }, []],
  ])("filters by %j", async (filter, expected) => {
    expect(await titles({ filter })).toEqual(expected);
  });

  it.each<[TracksQueryVariables["orderBy"], string[]]>([
    [{ field: "TEMPO", direction: "ASC" }, ["Slow", "Middle", "Fast", "Still"]],
    [{ field: "TEMPO", direction: "DESC" }, ["Fast", "Middle", "Slow", "Still"]],
    [{ field: "TRACK_NAME" }, ["Fast", "Middle", "Slow", "Still"]],
    [{ field: "HAPPY", direction: "DESC" }, ["Fast", "Middle", "Slow", "Still"]],
    [{ field: "ENERGY" }, ["Slow", "Still", "Middle", "Fast"]],
  ])("orders by %j, tracks without a value last", async (orderBy, expected) => {
    expect(await titles({ orderBy })).toEqual(expected);
  });

  it("pages in either direction", async () => {
    const orderBy = { field: "TEMPO", direction: "ASC" } as const;
    const ask = async (variables: TracksQueryVariables) =>
      (await askGraphql(application, TracksDocument, { orderBy, ...variables })).data.tracks;

    const first = await ask({ first: 3 });
    const second = await ask({ first: 3, after: first.pageInfo.endCursor });
    const back = await ask({ last: 2, before: second.pageInfo.startCursor });

    const names = (page: typeof first) => page.edges.map(({ node }) => node?.trackName);
    expect(names(first)).toEqual(["Slow", "Middle", "Fast"]);
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    expect(names(second)).toEqual(["Still"]);
    expect(second.pageInfo).toMatchObject({ hasNextPage: false, hasPreviousPage: true });
    expect(names(back)).toEqual(["Middle", "Fast"]);
    expect(back.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: true });
  });

  it("counts the tracks on all pages, and returns the analyses", async () => {
    const { data } = await askGraphql(application, TracksByTempoDocument, {
      from: 90,
      to: 150,
      key: 9,
      first: 1,
    });

    expect(data.tracks).toMatchObject({
      totalCount: 2,
      edges: [
        {
          node: {
            artist: "Canter",
            trackName: "Middle",
            analysis: { tempo: 100, keyString: "A minor" },
          },
        },
      ],
      pageInfo: { hasNextPage: true },
    });
  });

  it("has no cursors on an empty page", async () => {
    const { data } = await askGraphql(application, TracksDocument, { filter: { text: "nobody" } });

    expect(data.tracks).toEqual({
      edges: [],
      pageInfo: { hasNextPage: false, hasPreviousPage: false, startCursor: null, endCursor: null },
    });
  });

  it.each<[TracksQueryVariables, string]>([
    [{ first: 0 }, "first"],
    [{ first: 101 }, "first"],
    [{ first: -1 }, "first"],
    [{ last: 0 }, "last"],
    [{ first: 1, last: 1 }, "last"],
    [{ before: "bm9uZQ" }, "before"],
    [{ first: 1, after: "no cursor" }, "after"],
    [{ filter: { mood: { happy: { gte: 1.5 } } } }, "filter.mood.happy.gte"],
    [{ filter: { tempo: { gte: 200, lte: 100 } } }, "filter.tempo.gte"],
  ])("refuses %j", async (variables, parameter) => {
    const answer = await askGraphql(application, TracksDocument, variables);

    expect(codesOf(answer)).toEqual(["INVALID_INPUT"]);
    expect(answer.errors?.[0]?.extensions).toMatchObject({ parameter });
  });
});
