import { refOf } from "../../../src/domain/track/track-ref.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { StoredApplication } from "./stored-application.js";

const unmusical = { tempo: null, key: null, mode: null, speechiness: 0.9 };
const one = analysisOf("Ann", "One", { tempo: 100 });
const analyses = [
  one,
  analysisOf("Ann", "Two", { tempo: 102 }),
  analysisOf("Bea", "Chapter 1", unmusical),
  { ...analysisOf("Cid", "Rain", { tempo: 101 }), release: { genre: "Field Recording" } },
];

describe("Recordings that are no music", () => {
  let stored: StoredApplication;

  beforeAll(async () => {
    stored = await StoredApplication.open(analyses);
  });
  afterAll(() => stored.close());

  /** Returns the titles of the tracks that are found at a path, in alphabetical order. */
  async function titlesAt(path: string): Promise<readonly string[]> {
    const { body } = await stored.ask("GET", `/api/audio/${path}`);
    const text = JSON.stringify(body.data);
    const titles = [...text.matchAll(/"trackName":"([^"]*)"/g)].map(([, title = ""]) => title);
    return [...new Set(titles)].sort();
  }

  it.each([
    ["", ["Chapter 1", "One", "Rain", "Two"]],
    ["kind=any", ["Chapter 1", "One", "Rain", "Two"]],
    ["kind=music", ["One", "Two"]],
    ["kind=speech", ["Chapter 1"]],
    ["kind=other", ["Rain"]],
  ])("are listed with all others, and found by their kind: %s", async (query, titles) => {
    expect(await titlesAt(`tracks?${query}`)).toEqual(titles);
  });

  it("say what they are, how sure that is and what says it", async () => {
    const { body } = await stored.ask("GET", "/api/audio/tracks?order=trackName");
    const kinds = (body.data as { kind: object }[]).map(({ kind }) => kind);

    expect(kinds).toEqual([
      { value: "speech", confidence: 0.75, method: "heuristic" },
      { value: "music", confidence: 0.75, method: "heuristic" },
      { value: "other", confidence: 1, method: "tags" },
      { value: "music", confidence: 0.75, method: "heuristic" },
    ]);
  });

  it("are no similar tracks, but for a client that asks for them", async () => {
    const similar = `tracks/${refOf(one)}/similar`;

    expect(await titlesAt(similar)).toEqual(["Two"]);
    expect(await titlesAt(`${similar}?kind=speech`)).toEqual(["Chapter 1"]);
    expect(await titlesAt(`${similar}?kind=any`)).toEqual(["Chapter 1", "Rain", "Two"]);
  });

  it("are in no mood and no playlist, but for one that asks for them", async () => {
    const moods = await stored.ask("GET", "/api/audio/moods?threshold=0.5");
    const counts = (moods.body.data as { count: number }[]).map(({ count }) => count);
    const tracksOf = async (filter: object): Promise<readonly string[]> => {
      const wanted = { name: JSON.stringify(filter), filter };
      const made = await stored.ask("POST", "/api/audio/playlists", wanted);
      const { id } = made.body.data as { id: string };
      return titlesAt(`playlists/${id}/tracks`);
    };

    expect(counts).toEqual([2, 2, 2, 2]);
    expect(await tracksOf({})).toEqual(["One", "Two"]);
    expect(await tracksOf({ kind: "speech" })).toEqual(["Chapter 1"]);
  });

  it("are found over GraphQL by the same filter", async () => {
    const query = `{ tracks(filter: { kind: SPEECH }) { nodes {
      trackName analysis { ... on TrackAnalysis { kind { value confidence method } } } } } }`;

    const { body } = await stored.ask("POST", "/graphql", { query });

    const kind = { value: "SPEECH", confidence: 0.75, method: "HEURISTIC" };
    const nodes = [{ trackName: "Chapter 1", analysis: { kind } }];
    expect(body.data).toEqual({ tracks: { nodes } });
  });

  it("are refused by no other name", async () => {
    const { status, body } = await stored.ask("GET", "/api/audio/tracks?kind=noise");

    expect(status).toBe(400);
    expect(body.error).toMatchObject({ message: expect.stringMatching(/"kind" must be one of/) });
  });
});
