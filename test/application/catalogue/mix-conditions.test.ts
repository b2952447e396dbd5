import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

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

const similarTracks = `query ($trackKey: TrackKey!, $filter: TrackFilter, $first: Int = 10) {
  track(trackKey: $trackKey) { similar(first: $first, filter: $filter) { track { artist trackName } } }
}`;
const mixPath = `query (
  $from: TrackKey!, $to: TrackKey!, $length: Int = 4,
  $filter: TrackFilter, $change: Float, $spacing: Int, $compatible: Boolean
) {
  mixPath(
    from: $from, to: $to, length: $length, filter: $filter, maxTempoChangePercent: $change,
    artistSpacing: $spacing, compatibleKeysOnly: $compatible
  ) { steps { track { artist trackName } transition { tempoChangePercent keyRelation } } }
}`;

interface Step {
  readonly track: { readonly artist: string; readonly trackName: string };
  readonly transition: { readonly tempoChangePercent: number; readonly keyRelation: string } | null;
}

const namesIn = (found: readonly Pick<Step, "track">[]): readonly string[] =>
  found.map(({ track: { artist, trackName } }) => `${artist} ${trackName}`);

describe("Conditions on similar tracks and mixes", () => {
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

  const findSimilar = (variables: object) =>
    askGraphql<{ track: { similar: Step[] | null } }, Record<string, unknown>>(
      application,
      similarTracks,
      { trackKey: keyOf("Ann", "Start"), ...variables },
    );
  const mix = (variables: object) =>
    askGraphql<{ mixPath: { steps: Step[] } }, Record<string, unknown>>(application, mixPath, {
      from: keyOf("Ann", "Start"),
      to: keyOf("Ann", "End"),
      ...variables,
    });

  it("leave the most similar tracks that meet a filter", async () => {
    const all = await findSimilar({});
    const fast = await findSimilar({ filter: { tempo: { gte: 105 }, text: "two" } });
    const first = await findSimilar({ filter: { tempo: { gte: 105 } }, first: 1 });

    const expected = namesIn(all.data.track.similar!).filter((name) => name.endsWith("Two"));
    expect(all.data.track.similar).toHaveLength(5);
    expect(namesIn(fast.data.track.similar!)).toEqual(expected);
    expect(namesIn(first.data.track.similar!)).toEqual([expected[0]]);
  });

  it("hold between the ends of a mix, which need not meet them", async () => {
    const { data } = await mix({ filter: { tempo: { gte: 105, lte: 109 } } });

    const [first, ...others] = namesIn(data.mixPath.steps);
    expect([first, others.pop()]).toEqual(["Ann Start", "Ann End"]);
    expect([...others].sort()).toEqual(["Ann Two", "Cyd Two"]);
  });

  it("limit the change of tempo in each step", async () => {
    const { data } = await mix({ change: 3.9 });
    const none = await mix({ change: 1 });

    const changes = data.mixPath.steps.flatMap(({ transition }) =>
      transition ? [Math.abs(transition.tempoChangePercent)] : [],
    );
    expect(changes).toHaveLength(3);
    expect(Math.max(...changes)).toBeLessThanOrEqual(3.9);
    expect([none.data.mixPath.steps, none.errors]).toEqual([[], undefined]);
  });

  it("keep to compatible keys", async () => {
    const { data } = await mix({ compatible: true });

    const relations = data.mixPath.steps.flatMap(({ transition }) => transition?.keyRelation ?? []);
    expect(relations).toHaveLength(3);
    expect(relations.filter((one) => ["PARALLEL", "DISTANT", "UNKNOWN"].includes(one))).toEqual([]);
  });

  it("keep tracks of one artist apart", async () => {
    const { data } = await mix({ spacing: 1 });

    const artists = data.mixPath.steps.map(({ track }) => track.artist);
    expect(artists).toEqual(["Ann", expect.any(String), expect.any(String), "Ann"]);
    expect(artists.some((artist, place) => place > 0 && artist === artists[place - 1])).toBe(false);
  });

  it.each([
    [{ change: -1 }, "maxTempoChangePercent"],
    [{ change: 101 }, "maxTempoChangePercent"],
    [{ spacing: 50 }, "artistSpacing"],
    [{ spacing: -1 }, "artistSpacing"],
    [{ filter: { analysed: false } }, "filter.analysed"],
    [{ filter: { keyIn: ["H"] } }, "filter.keyIn"],
  ])("are refused where they are outside of their range: %j", async (variables, parameter) => {
    const { errors } = await mix(variables);

    expect(errors?.map(({ extensions }) => extensions)).toMatchObject([
      { code: "INVALID_INPUT", parameter },
    ]);
  });

  it("are refused for similar tracks that are not analysed", async () => {
    const { errors } = await findSimilar({ filter: { analysed: false } });

    expect(errors?.[0]?.extensions).toMatchObject({ parameter: "filter.analysed" });
  });
});
