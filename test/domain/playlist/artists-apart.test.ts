import { seededRandom } from "../../signals/random.js";
import { artistsApart } from "../../../src/domain/playlist/artists-apart.js";

/** Tracks by the artists in a text, a letter each, with their places in it. */
const tracksOf = (artists: string) =>
  [...artists].map((artist, place) => ({ artist, title: `${artist}${place}` }));

const apart = (artists: string): string =>
  artistsApart(tracksOf(artists))
    .map(({ artist }) => artist)
    .join("");

describe("Tracks whose artists are spread", () => {
  it.each([
    ["", ""],
    ["A", "A"],
    ["ABC", "ABC"],
    ["AAB", "ABA"],
    ["BAA", "ABA"],
    ["AABB", "ABAB"],
    ["ABBBCC", "ABCBCB"],
    ["AAABC", "ABACA"],
    ["CBAAA", "ACABA"],
  ])("of the artists %j come as %j", (artists, expected) => {
    expect(apart(artists)).toBe(expected);
  });

  it("never follow each other where one artist has at most half of them, rounded up", () => {
    for (let seed = 1; seed <= 500; seed += 1) {
      const random = seededRandom(seed);
      const artists = Array.from({ length: 2 + Math.floor(30 * random()) }, () =>
        "ABCDE".charAt(Math.floor(5 * random() ** 2)),
      ).join("");
      const most = Math.max(..."ABCDE".split("").map((one) => artists.split(one).length - 1));

      const found = apart(artists);

      expect([...found].sort().join("")).toBe([...artists].sort().join(""));
      if (2 * most <= artists.length + 1) expect(found).not.toMatch(/(.)\1/);
    }
  });

  it("keep the order of each artist, whose guests make no difference", () => {
    const tracks = ["Ann", "Ann feat. Bob", "Cid"].map((artist, place) => ({ artist, place }));

    const found = artistsApart(tracks);

    expect(found.map(({ place }) => place)).toEqual([0, 2, 1]);
  });
});
