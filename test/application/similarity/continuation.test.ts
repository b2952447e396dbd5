import { byField, estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { StandInMusicServer, type StandInSong } from "../../fakes/stand-in-music-server.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const COUNT = 24;
const path = "/api/audio/continuation";
const titleOf = (number: number): string => `Song ${number}`;
const artistOf = (number: number): string => `Artist ${number % 6}`;
const keyOf = (number: number): string => trackKeyFrom(artistOf(number), titleOf(number));

const songOf = (number: number): StandInSong => ({
  id: `id-${number}`,
  bytes: taggedAiff({ TIT2: titleOf(number), TPE1: artistOf(number) }, undefined, number),
  ...{ suffix: "aiff", title: titleOf(number), artist: artistOf(number) },
  album: `Album ${number % 8}`,
  path: `${number}.aiff`,
  ...(number === 3 && { starred: "2026-01-01T00:00:00Z" }),
  ...(number === 20 && { played: "2026-02-01T00:00:00Z", playCount: 2 }),
});

/** What an edge answers: titles, or the parameter or the code that is wrong. */
type Continued = readonly string[] | string;

describe("What is heard next", () => {
  let server: StandInMusicServer;
  let application: ApplicationUnderTest;

  beforeAll(async () => {
    const numbers = Array.from({ length: COUNT }, (_, number) => number);
    server = await StandInMusicServer.open(numbers.map(songOf));
    const analyzer = new FakeAnalyzer();
    application = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer },
      { LIBRARY_DIRS: await musicFolder(), DATA_DIR: await musicFolder() },
    );
    const { musicServers, library } = application.services;
    await musicServers.add(addedMusicServer({ url: server.url, requestsPerSecond: 1_000 }));
    await library.scanAll();
    for (const number of numbers) {
      const share = number / COUNT;
      const values = byField(estimateFields, () => share);
      const rhythm = { tempo: 100 + 20 * share, timeSignature: 4 };
      analyzer.answerWith({ ...values, ...rhythm, key: 0, mode: 1 });
      await application.get(`/api/audio/analysis/${keyOf(number)}`);
    }
  });
  afterAll(async () => {
    await application.close();
    await server.close();
    await removeMusicFolders();
  });

  /** Asks over REST; lists are separated by commas. */
  async function overRest(asked: Readonly<Record<string, unknown>>): Promise<Continued> {
    const query = Object.entries(asked).map(([name, value]) => `${name}=${String(value)}`);
    const response = await application.get(`${path}?${query.join("&")}`);
    const { data, error } = (await response.json()) as {
      data?: { track: { trackName: string } }[];
      error?: { code: string; parameter?: string };
    };
    return data?.map(({ track }) => track.trackName) ?? error?.parameter ?? error!.code;
  }

  /** Asks over GraphQL what `overRest` asks. */
  async function overGraphql({
    limit: first,
    ...asked
  }: Readonly<Record<string, unknown>>): Promise<Continued> {
    const named = ["seeds", "unlike", "heard"].flatMap((name) =>
      name in asked ? [[name, (asked[name] as string[]).map((key) => ({ key }))]] : [],
    );
    const from = (asked["from"] as string[] | undefined)?.map((one) => one.toUpperCase());
    const input = { ...asked, ...Object.fromEntries(named), ...(from && { from }) };
    const query = `query ($input: ContinuationInput!, $first: Int) {
      continueFrom(input: $input, first: $first) { like similarity track { trackName } }
    }`;
    type Data = { continueFrom: { track: { trackName: string } }[] | null } | null;
    const { data, errors } = await askGraphql<Data, Record<string, unknown>>(application, query, {
      input,
      first,
    });
    const extensions = errors?.[0]?.extensions;
    const wrong = (extensions?.["parameter"] ?? extensions?.["code"]) as string;
    return data?.continueFrom?.map(({ track }) => track.trackName) ?? wrong;
  }

  it.each<[string, Readonly<Record<string, unknown>>]>([
    ["a seed", { seeds: [keyOf(2)], limit: 5 }],
    ["two seeds", { seeds: [keyOf(2), keyOf(20)], limit: 8, artistSpacing: 1, albumSpacing: 0 }],
    ["what it is unlike", { seeds: [keyOf(10)], unlike: [keyOf(20)], limit: 6 }],
    ["what was heard", { seeds: [keyOf(2)], heard: [keyOf(3), keyOf(4)], limit: 5 }],
    ["exploration", { seeds: [keyOf(2)], exploration: 0.8, chance: 5, limit: 5 }],
    ["favourites", { from: ["favourites"], limit: 4 }],
    ["plays", { from: ["favourites", "plays"], limit: 6 }],
    ["bounds", { seeds: [keyOf(12)], maxTempoChangePercent: 1, limit: 6 }],
    ["an unknown track", { seeds: ["0123456789abcdef"] }],
    ["no seed", { limit: 5 }],
    ["too much of it", { seeds: [keyOf(2)], exploration: 2 }],
  ])("is the same over REST and GraphQL: %s", async (_name, asked) => {
    const [rest, graphql] = [await overRest(asked), await overGraphql(asked)];

    expect(graphql).toEqual(rest);
    expect(rest.length).toBeGreaterThan(0);
  });

  it("is near the seeds, without them and what was heard, and with artists and albums apart", async () => {
    const heard = [keyOf(1), keyOf(4)];

    const found = await overRest({ seeds: [keyOf(2)], heard, limit: 4, albumSpacing: 2 });

    const numbers = (found as string[]).map((title) => Number(title.replace("Song ", "")));
    expect(numbers).toHaveLength(4);
    for (const number of [1, 2, 4]) expect(numbers).not.toContain(number);
    const artists = [1, 4, ...numbers].map(artistOf);
    for (const [index, artist] of artists.entries()) {
      if (index >= 2) expect(artists.slice(Math.max(0, index - 3), index)).not.toContain(artist);
    }
    expect(Math.max(...numbers)).toBeLessThan(16);
  });

  it("begins with what users of a music server like or have played", async () => {
    const response = await application.get(`${path}?from=favourites,plays&limit=6`);
    const { data } = (await response.json()) as { data: { like: string; similarity: number }[] };
    const listed = await application.get("/api/audio/tracks?order=trackName&limit=100");
    const { data: all } = (await listed.json()) as {
      data: { trackName: string; recordingId: string }[];
    };
    const of = (number: number): string | undefined =>
      all.find(({ trackName }) => trackName === titleOf(number))?.recordingId;

    const seeds = new Set(data.map(({ like }) => like));

    expect(seeds).toEqual(new Set([of(3), of(20)]));
    for (const { similarity } of data) expect(similarity).toBeGreaterThan(0);
  });
});
