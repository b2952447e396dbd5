import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { graphqlEdge, restEdge, type SimilarityEdge } from "./similarity-edges.js";

const keyOf = (artist: string, title: string): string => trackKeyFrom(artist, title);

/** Artist, title, tempo, key, energy; the keys are minor. */
const measured: readonly [string, string, number, number, number][] = [
  ["Ann", "Start", 100, 9, 0.1],
  ["Ann", "One", 103, 4, 0.25],
  ["Bea", "One", 103, 3, 0.24],
  ["Ann", "Two", 106, 4, 0.4],
  ["Cyd", "Two", 107, 11, 0.42],
  ["Ann", "End", 110, 4, 0.6],
];

const ordinary = {
  ...{
    mode: 0,
    danceability: 0.5,
    valence: 0.5,
    loudness: -12,
    happy: 0.5,
    sad: 0.4,
    relaxed: 0.4,
  },
  ...{ aggressive: 0.2, instrumentalness: 0.9, speechiness: 0.05, liveness: 0.1 },
  ...{ approachability: 0.6, engagement: 0.5 },
};

let application: ApplicationUnderTest;

beforeAll(async () => {
  const analyzer = new FakeAnalyzer();
  const provider = new FakeProvider("library");
  application = await openApplicationUnderTest({ analyzer, providers: [provider] });
  for (const [artist, title, tempo, key, energy] of measured) {
    analyzer.answerWith({ ...ordinary, tempo, key, energy, arousal: energy });
    provider.replyWith([candidate(artist, title)]);
    const path = `/api/audio/analysis/${keyOf(artist, title)}?artist=${artist}&track=${title}`;
    await application.get(path);
  }
});
afterAll(() => application.close());

describe.each([
  ["GraphQL", graphqlEdge, "filter.", "excludedTracks"],
  ["REST", restEdge, "", "exclude"],
])("Conditions on similar tracks and mixes over %s", (_edge, edgeOf, prefix, excluded) => {
  let edge: SimilarityEdge;

  beforeAll(() => {
    edge = edgeOf(application);
  });

  const [from, to] = [keyOf("Ann", "Start"), keyOf("Ann", "End")];
  const findSimilar = (asked: object) => edge.similar(from, asked);
  const mix = (asked: Parameters<SimilarityEdge["mix"]>[0]) =>
    edge.mix({ from, to, length: 4, ...asked });

  it("leave the most similar tracks that meet a filter", async () => {
    const all = await findSimilar({});
    const fast = await findSimilar({ filter: { tempo: { gte: 105 }, text: "two" } });
    const first = await findSimilar({ filter: { tempo: { gte: 105 } }, first: 1 });

    const expected = all.found.filter((name) => name.endsWith("Two"));
    expect(all.found).toHaveLength(5);
    expect(fast.found).toEqual(expected);
    expect(first.found).toEqual([expected[0]]);
  });

  it.each([
    [{ keyIn: ["9A", "12A"] }, ["Ann One", "Ann Two", "Ann End"]],
    [{ camelotCompatibleWith: "9A", energy: { lte: 0.5 } }, ["Ann One", "Ann Two", "Cyd Two"]],
    [{ mood: { happy: { gte: 0.6 } } }, []],
    [{ confidence: { tempo: { lte: 1 } }, text: "bea", analysed: true }, ["Bea One"]],
    [{ source: "nowhere" }, []],
  ])("leave similar tracks that meet %j", async (filter, expected) => {
    const { found, wrong } = await findSimilar({ filter });

    expect([[...found].sort(), wrong]).toEqual([[...expected].sort(), undefined]);
  });

  it("hold between the ends of a mix, which need not meet them", async () => {
    const { found } = await mix({ filter: { tempo: { gte: 105, lte: 109 } } });

    const [first, ...others] = found.map(({ name }) => name);
    expect([first, others.pop()]).toEqual(["Ann Start", "Ann End"]);
    expect([...others].sort()).toEqual(["Ann Two", "Cyd Two"]);
  });

  it("limit the change of tempo in each step", async () => {
    const { found } = await mix({ maxTempoChangePercent: 3.9 });
    const nearest = await mix({ maxTempoChangePercent: 1 });

    const changes = found.flatMap(({ transition }) =>
      transition ? [Math.abs(transition.tempoChangePercent!)] : [],
    );
    expect(changes).toHaveLength(3);
    expect(Math.max(...changes)).toBeLessThanOrEqual(3.9);
    // By 103 and 106, of which the step to 110 is the largest.
    expect(nearest.found.map(({ name }) => name).slice(2)).toEqual(["Ann Two", "Ann End"]);
    expect(nearest.unmet).toEqual([
      {
        ...{ rule: "maxTempoChangePercent", asked: 1, found: 3.8 },
        why: "Tempo steps of at most 1 %: with 4 tracks, the smallest maximum found is 3.8 %.",
      },
    ]);
  });

  it("name the one that no mix meets, and the others hold", async () => {
    const { found, unmet } = await mix({
      ...{ maxTempoChangePercent: 1, artistSpacing: 1, compatibleKeysOnly: false },
    });

    const artists = found.map(({ artist }) => artist);
    expect(unmet.map(({ rule }) => rule)).toEqual(["maxTempoChangePercent"]);
    expect(artists.some((artist, place) => place > 0 && artist === artists[place - 1])).toBe(false);
  });

  it("keep to compatible keys", async () => {
    const { found } = await mix({ compatibleKeysOnly: true });

    const relations = found.flatMap(({ transition }) => transition?.keyRelation ?? []);
    expect(relations).toHaveLength(3);
    expect(relations.filter((one) => ["parallel", "distant", "unknown"].includes(one))).toEqual([]);
  });

  it("keep tracks of one artist apart", async () => {
    const { found } = await mix({ artistSpacing: 1 });

    const artists = found.map(({ artist }) => artist);
    expect(artists).toEqual(["Ann", expect.any(String), expect.any(String), "Ann"]);
    expect(artists.some((artist, place) => place > 0 && artist === artists[place - 1])).toBe(false);
  });

  it("hold together", async () => {
    const { found } = await mix({
      ...{ maxTempoChangePercent: 4, artistSpacing: 2 },
      filter: { energy: { gte: 0.2, lte: 0.45 } },
    });

    const names = found.map(({ name }) => name);
    expect(names).toEqual(["Ann Start", "Bea One", "Cyd Two", "Ann End"]);
  });

  it("leave out tracks that are excluded", async () => {
    const all = await mix({});
    const some = await mix({ exclude: [keyOf("Bea", "One"), keyOf("Ann", "Two")] });

    expect(all.found).toHaveLength(4);
    expect(some.found.map(({ name }) => name)).toEqual([
      ...["Ann Start", "Ann One", "Cyd Two", "Ann End"],
    ]);
  });

  it("may be null or empty, as if they were absent", async () => {
    const plain = await mix({});
    const open = await mix({ compatibleKeysOnly: false, filter: {} });

    expect(plain.found).toHaveLength(4);
    expect(open.found).toEqual(plain.found);
  });

  it.each([
    [{ maxTempoChangePercent: -1 }, "maxTempoChangePercent"],
    [{ maxTempoChangePercent: 101 }, "maxTempoChangePercent"],
    [{ artistSpacing: 50 }, "artistSpacing"],
    [{ artistSpacing: -1 }, "artistSpacing"],
    [{ exclude: Array.from({ length: 101 }, () => to) }, excluded],
    [{ filter: { analysed: false } }, `${prefix}analysed`],
    [{ filter: { keyIn: ["H"] } }, `${prefix}keyIn`],
  ])("are refused where they are outside of their range: %j", async (asked, parameter) => {
    const { found, wrong } = await mix(asked);

    expect([found, wrong]).toEqual([[], parameter]);
  });

  it.each([
    [{ filter: { analysed: false } }, `${prefix}analysed`],
    [{ filter: { camelotCompatibleWith: "13A" } }, `${prefix}camelotCompatibleWith`],
    [{ filter: { mode: 2 } }, `${prefix}mode`],
    [{ filter: { text: "x".repeat(201) } }, `${prefix}text`],
  ])("are refused for similar tracks: %j", async (asked, parameter) => {
    const { found, wrong } = await findSimilar(asked);

    expect([found, wrong]).toEqual([[], parameter]);
  });
});

describe("Conditions in a URL", () => {
  const keys = `from=${keyOf("Ann", "Start")}&to=${keyOf("Ann", "End")}`;

  it.each([
    ["maxTempoChangePercent=fast", "maxTempoChangePercent", "must be a number"],
    ["artistSpacing=1.5", "artistSpacing", "must be an integer from 0 to 49"],
    ["compatibleKeysOnly=yes", "compatibleKeysOnly", "must be true or false"],
    ["tempo.gte=fast", "tempo.gte", "must be a number"],
    ["tempo=120", "tempo", "is not a parameter of this path"],
    ["limit=5", "limit", "is not a parameter of this path"],
    ["artistSpacing=1&artistSpacing=2", "artistSpacing", "must be given once"],
  ])("are refused with a reason: %s", async (query, parameter, reason) => {
    const response = await application.get(`/api/audio/mix-path?${keys}&${query}`);

    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      error: { parameter, message: `The parameter "${parameter}" ${reason}.` },
    });
  });

  it("hold in exports of mixes and of similar tracks", async () => {
    const textOf = async (path: string): Promise<string> => {
      const response = await application.get(`/api/audio/${path}`, { accept: "text/csv" });
      return response.text();
    };

    const mix = await textOf(`mix-path?${keys}&length=4&artistSpacing=1&energy.lte=0.45`);
    const similar = await textOf(`tracks/${keyOf("Ann", "Start")}/similar?tempo.gte=106.5`);

    const titles = (csv: string): unknown[] => csv.match(/\b(?:Ann|Bea|Cyd),(?:\w+)/g) ?? [];
    expect(titles(mix)).toEqual(["Ann,Start", "Bea,One", "Cyd,Two", "Ann,End"]);
    expect(titles(similar).sort()).toEqual(["Ann,End", "Cyd,Two"]);
  });

  it("are named in a header of an export that does not meet them", async () => {
    const unmetOf = async (rules: string): Promise<string | null> => {
      const path = `/api/audio/mix-path?${keys}&length=4&${rules}`;
      const response = await application.get(path, { accept: "text/csv" });
      await response.text();
      return response.headers.get("Overtone-Unmet");
    };

    const both = await unmetOf("maxTempoChangePercent=1&artistSpacing=9");

    expect(both).toBe("maxTempoChangePercent, artistSpacing");
    expect(await unmetOf("maxTempoChangePercent=4")).toBeNull();
  });
});

it("Mixes are the same over REST and GraphQL, with tempo, key and energy of each step", async () => {
  const asked = {
    ...{ from: keyOf("Ann", "Start"), to: keyOf("Ann", "End"), length: 5, artistSpacing: 1 },
    filter: { energy: { lte: 0.5 } },
  };

  const overRest = await restEdge(application).mix(asked);
  const overGraphql = await graphqlEdge(application).mix(asked);

  expect(overRest.found.length).toBeGreaterThan(3);
  expect(overRest).toEqual(overGraphql);
  expect(overRest.found[1]!.values).toEqual({
    ...{ tempo: 103, key: 3, mode: 0, keyString: "D# minor", camelot: "2A", openKey: "7m" },
    energy: 0.24,
  });
});
