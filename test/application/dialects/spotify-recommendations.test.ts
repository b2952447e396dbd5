import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import type { Measurements } from "../../fakes/measured-audio.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

/** A tenth of the way from slow and sad to fast and happy. */
const tenth = (step: number): Measurements => ({
  durationSeconds: 100 + step * 10,
  tempo: 90 * 2 ** (step / 20),
  key: 9,
  mode: 0,
  timeSignature: 4,
  energy: step / 10,
  danceability: 0.5,
  valence: step / 10,
  loudness: -12,
  instrumentalness: 0.9,
  speechiness: 0.05,
  liveness: 0.1,
});

const measured: readonly [title: string, Measurements][] = [
  ["Zero", tenth(0)],
  ["One", tenth(1)],
  ["Four", { ...tenth(4), key: 4 }],
  ["Six", { ...tenth(6), key: 4, timeSignature: 3 }],
  ["Nine", { ...tenth(9), key: 0, mode: 1 }],
];
const keyOf = (title: string): string => trackKeyFrom("Artist", title);
const unknownKey = "0123456789abcdef";

interface Recommendations {
  readonly seeds: readonly object[];
  readonly tracks: readonly { readonly name: string }[];
}

describe("Recommendations in Spotify's format", () => {
  const analyzer = new FakeAnalyzer();
  const provider = new FakeProvider("library");
  let application: ApplicationUnderTest;

  const add = async (title: string, values: Measurements): Promise<void> => {
    analyzer.answerWith(values);
    provider.replyWith([candidate("Artist", title)]);
    await application.get(`/api/audio/search?track=${title}`);
  };

  beforeAll(async () => {
    application = await openApplicationUnderTest({ analyzer, providers: [provider] });
    for (const [title, values] of measured) {
      await add(title, values);
      await application.get(`/api/audio/analysis/${keyOf(title)}`);
    }
  });
  afterAll(() => application.close());

  const recommended = async (query: string): Promise<Recommendations> =>
    (await (await application.get(`/v1/recommendations?${query}`)).json()) as Recommendations;
  const namesOf = async (query: string): Promise<readonly string[]> =>
    (await recommended(query)).tracks.map(({ name }) => name);
  const zero = `seed_tracks=${keyOf("Zero")}`;

  it("are the tracks most similar to a seed, without the seed", async () => {
    expect(await namesOf(zero)).toEqual(["One", "Four", "Six", "Nine"]);
    expect(await namesOf(`${zero}&limit=2`)).toEqual(["One", "Four"]);
  });

  it("are near to any of several seeds", async () => {
    const names = await namesOf(`${zero},${keyOf("Nine")}&limit=2`);

    expect(names).toHaveLength(2);
    expect(names[0]).toBe("One");
    expect(names).not.toContain("Zero");
    expect(names).not.toContain("Nine");
  });

  it.each([
    ["min_energy=0.4", ["Four", "Six", "Nine"]],
    ["min_energy=0.4&max_energy=0.6", ["Four", "Six"]],
    ["min_duration_ms=150000", ["Six", "Nine"]],
    ["max_time_signature=3", ["Six"]],
    ["min_key=1&max_key=4", ["Four", "Six"]],
    ["min_mode=1", ["Nine"]],
    ["max_tempo=95", ["One"]],
    ["min_valence=2", []],
  ])("are within the bounds %s", async (bounds, names) => {
    expect(await namesOf(`${zero}&${bounds}`)).toEqual(names);
  });

  it.each([
    ["target_energy=0.9", "Nine"],
    ["target_energy=0.65&target_time_signature=3", "Six"],
    ["target_duration_ms=140000", "Four"],
    ["target_mode=1", "Nine"],
    ["target_tempo=103", "Four"],
  ])("begin with the track that comes closest to %s", async (target, name) => {
    const names = await namesOf(`${zero}&${target}`);

    expect(names[0]).toBe(name);
    expect(names).toHaveLength(4);
  });

  it("say of each seed among how many tracks they were chosen", async () => {
    const { seeds } = await recommended(`${zero}&min_energy=0.4&market=DE`);

    expect(seeds).toEqual([
      {
        initialPoolSize: 5,
        afterFilteringSize: 3,
        afterRelinkingSize: 3,
        id: keyOf("Zero"),
        type: "track",
        href: `${application.url}/v1/tracks/${keyOf("Zero")}`,
      },
    ]);
  });

  it("analyse a seed first, and ask to repeat the request where that takes long", async () => {
    await add("New", tenth(5));
    const release = analyzer.hold();

    const pending = await application.get(`/v1/recommendations?seed_tracks=${keyOf("New")}`, {
      prefer: "wait=0",
    });
    release();
    const names = await namesOf(`seed_tracks=${keyOf("New")}&max_energy=0.8`);

    expect(pending.status).toBe(503);
    expect(pending.headers.get("retry-after")).toBe("2");
    expect(await pending.json()).toMatchObject({ error: { status: 503 } });
    expect(names).toContain("Six");
  });

  it.each([
    ["", 400, "seed_tracks"],
    ["seed_artists=4NHQUGzhtTLFvgF5SZesLK", 400, "seed_artists"],
    [`${zero}&seed_genres=jazz`, 400, "seed_genres"],
    [`seed_tracks=${Array.from({ length: 6 }, () => keyOf("Zero")).join(",")}`, 400, "at most 5"],
    ["seed_tracks=nonsense", 400, "seed_tracks"],
    [`${zero}&limit=101`, 400, "limit"],
    [`${zero}&limit=0`, 400, "limit"],
    [`${zero}&min_tempo=fast`, 400, "min_tempo"],
    [`${zero}&target_popularity=50`, 400, "popularity is not measured"],
    [`${zero}&min_loudnes=1`, 400, "min_loudnes"],
    [`seed_tracks=${unknownKey}`, 404, unknownKey],
  ])("refuse %j with %d", async (query, status, word) => {
    const response = await application.get(`/v1/recommendations?${query}`);

    expect(response.status).toBe(status);
    expect(await response.json()).toEqual({
      error: { status, message: expect.stringContaining(word) as string },
    });
  });
});
