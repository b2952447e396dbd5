import { finish } from "../../../src/adapters/storage/sliced-work.js";
import { parseSimilarityWeights } from "../../../src/domain/catalogue/similarity.js";
import type { MeasuredTrack } from "../../../src/domain/catalogue/measured-track.js";
import {
  closenessFrom,
  squaredDistanceBetween,
} from "../../../src/services/similarity/nearest-tracks.js";
import {
  similarArtists,
  type NearArtist,
} from "../../../src/services/similarity/similar-artists.js";
import { nearly, randomTracks, tableOf, trackOf } from "./made-up-tracks.js";

const weights = parseSimilarityWeights();

/** Returns a track by an artist, in the middle of everything but for its energy. */
const by = (artist: string, name: string, energy: number): MeasuredTrack =>
  trackOf(name, { energy, arousal: energy, valence: energy, happy: energy }, artist);

const found = (
  tracks: readonly MeasuredTrack[],
  artist: string,
  first = 10,
): readonly NearArtist[] | undefined => {
  const table = tableOf(tracks);
  return finish(similarArtists(table, { artist, first, weights }));
};

const namesOf = (artists: readonly NearArtist[] | undefined) =>
  artists?.map(({ artist }) => artist);

describe("similarArtists", () => {
  const quiet = ["One", "Two", "Three"].map((name) => by("quiet", name, 0.1));
  const calm = ["One", "Two", "Three"].map((name) => by("calm", name, 0.15));
  const loud = ["One", "Two", "Three"].map((name) => by("loud", name, 0.95));
  const tracks = [...quiet, ...calm, ...loud];

  it("orders artists by how close their tracks are, and leaves the artist itself out", () => {
    expect(namesOf(found(tracks, "Quiet"))).toEqual(["calm", "loud"]);
    expect(namesOf(found(tracks, "quiet", 1))).toEqual(["calm"]);
  });

  it("takes the mean of the similarities of all pairs of tracks, and three as all on average", () => {
    const crowd = randomTracks(60).map((track, index) => ({
      ...track,
      artist: `artist ${index % 4}`,
    }));
    const table = tableOf(crowd);
    const ofArtist = (number: number) =>
      crowd.filter(({ artist }) => artist === `artist ${number}`);
    const seeds = [...ofArtist(0)]
      .sort((one, other) => (one.recordingId < other.recordingId ? -1 : 1))
      .filter((_, index, all) => [0, 1, 3, 5, 7, 9, 11, 13].includes(index) && all.length === 15);
    const closenessTo = (others: readonly MeasuredTrack[]) =>
      seeds.flatMap((seed) =>
        others.map((other) => closenessFrom(squaredDistanceBetween(table, seed, other, weights))),
      );
    const sum = (numbers: readonly number[]) => numbers.reduce((total, one) => total + one, 0);
    const all = closenessTo([1, 2, 3].flatMap(ofArtist));
    const expected = [1, 2, 3].map((number): [string, number] => {
      const own = closenessTo(ofArtist(number));
      const prior = 3 * seeds.length;
      const mean = sum(all) / all.length;
      return [`artist ${number}`, (sum(own) + prior * mean) / (own.length + prior)];
    });

    const similar = finish(similarArtists(table, { artist: "artist 0", first: 9, weights }));

    expect(seeds).toHaveLength(8);
    expect(
      Object.fromEntries(similar!.map(({ artist, similarity }) => [artist, similarity])),
    ).toEqual(
      Object.fromEntries(
        expected.map(([artist, similarity]) => [artist, expect.closeTo(similarity, 10) as unknown]),
      ),
    );
  });

  it("has an artist of many close tracks before one of a single track that is closer", () => {
    const near = Array.from({ length: 9 }, (_, index) => by("near", `${index}`, 0.13));
    const single = nearly(quiet[0]!, "copy", 0.001);

    const similar = found([...tracks, ...near, { ...single, artist: "single" }], "quiet");

    expect(namesOf(similar)?.indexOf("near")).toBe(0);
    expect(namesOf(similar)).toContain("single");
  });

  it("counts what an artist recorded with guests, whatever the spelling of the name", () => {
    const guests = [by("calm feat. loud", "With a guest", 0.15), by("CALM", "In capitals", 0.15)];

    expect(namesOf(found([...tracks, ...guests], "QUIET ft. Somebody"))).toEqual(["calm", "loud"]);
  });

  it("names the tracks of both that are closest to each other, at most three", () => {
    const [calmest] = found([...tracks, by("calm", "Far", 0.9)], "quiet", 1)!;

    const idsOf = (list: readonly MeasuredTrack[]) => list.map(({ recordingId }) => recordingId);
    expect([...calmest!.own].sort()).toEqual(idsOf(calm).sort());
    expect([...calmest!.others].sort()).toEqual(idsOf(quiet).sort());
  });

  it("knows nothing of an artist without tracks, nor of one among whose tracks none is asked for", () => {
    const table = tableOf(tracks);
    const among = Uint32Array.of(3, 4, 5);

    expect(found(tracks, "nobody")).toBeUndefined();
    expect(
      finish(similarArtists(table, { artist: "quiet", first: 3, weights, among })),
    ).toBeUndefined();
    expect(namesOf(found(quiet, "quiet"))).toEqual([]);
  });
});
