import { furtherKeysOf, MAX_FURTHER_KEYS } from "../../../src/domain/track/further-keys.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";

type Name = Parameters<typeof furtherKeysOf>[0];

describe("The further keys of a name", () => {
  it("are none where every client computes the same", () => {
    expect(furtherKeysOf({ artist: "Pink Floyd", trackName: "Money" })).toEqual([]);
  });

  it("are those of the specification of keys", () => {
    const keys = furtherKeysOf({ artist: "Pink  Floyd", trackName: "Money" });

    expect(keys).toEqual(["bc24aaa5a97c70ed"]);
  });

  const artists = ["Simon", "Garfunkel"];
  const duo: Name = { artist: "Simon; Garfunkel", artists, trackName: "America" };
  const long = "x".repeat(199);

  it.each<[string, Name, string, string]>([
    [
      "the composed form",
      { artist: "Bjo\u0308rk", trackName: "Jo\u0301ga" },
      "Bj\u00f6rk",
      "J\u00f3ga",
    ],
    [
      "the decomposed form",
      { artist: "Bj\u00f6rk", trackName: "J\u00f3ga" },
      "Bjo\u0308rk",
      "Jo\u0301ga",
    ],
    ["one space", { artist: "A \u00a0B", trackName: "C\t D" }, "A B", "C D"],
    [
      "composed letters and one space",
      { artist: "Bjo\u0308rk", trackName: "C  D" },
      "Bj\u00f6rk",
      "C D",
    ],
    ["a space for a plus sign", { artist: "A + B", trackName: "C+D" }, "A B", "C D"],
    ["200 characters", { artist: "A", trackName: `${long} yz` }, "A", long],
    ["the first artist", duo, "Simon", "America"],
    ["a comma between artists", duo, "Simon, Garfunkel", "America"],
    ["an ampersand between artists", duo, "Simon & Garfunkel", "America"],
    ["a slash between artists", duo, "Simon/Garfunkel", "America"],
    ["spaces around the slash", duo, "Simon / Garfunkel", "America"],
    [
      "a list of artists",
      { artist: "A; B; C", artists: ["A", "B", "C"], trackName: "D" },
      "A, B & C",
      "D",
    ],
    ["the part that others take for the artist", { artist: "AC/DC", trackName: "D" }, "AC", "D"],
    ["other artists as guests", duo, "Simon feat. Garfunkel", "America"],
    ["other artists as guests in the title", duo, "Simon", "America (feat. Garfunkel)"],
    ["no guests of the title", { artist: "A", trackName: "B (feat. C)" }, "A", "B"],
    ["no guests in brackets", { artist: "A", trackName: "B [Ft. C] (Live)" }, "A", "B (Live)"],
    ["no guests of the artist", { artist: "A featuring C", trackName: "B" }, "A", "B"],
    ["another word for guests", { artist: "A feat. C", trackName: "B" }, "A ft. C", "B"],
    ["another word in the title", { artist: "A", trackName: "B (ft. C)" }, "A", "B (featuring C)"],
    ["guests of the artist in the title", { artist: "A ft C", trackName: "B" }, "A", "B (feat. C)"],
    [
      "guests of the title with the artist",
      { artist: "A", trackName: "B (feat. C)" },
      "A feat. C",
      "B",
    ],
  ])("have %s", (_form, name, artist, title) => {
    expect(furtherKeysOf(name)).toContain(trackKeyFrom(artist, title));
  });

  it("are at most 24, each once and none that of the name itself", () => {
    const name = {
      artist: "Bjo\u0308rk  feat. A; B+",
      artists: ["Bjo\u0308rk", "A  ", "B+"],
      trackName: `Jo\u0301ga  (feat. C) ${long} +`,
    };

    const keys = furtherKeysOf(name);

    expect(keys).toHaveLength(MAX_FURTHER_KEYS);
    expect(new Set(keys).size).toBe(MAX_FURTHER_KEYS);
    expect(keys).not.toContain(trackKeyFrom(name.artist, name.trackName));
  });

  it("are found quickly for names without an end", () => {
    const start = performance.now();

    furtherKeysOf({ artist: " (feat. ".repeat(500), trackName: `A (feat. ${" ".repeat(4_000)}` });

    expect(performance.now() - start).toBeLessThan(5_000);
  });

  it("are of whole names alone", () => {
    expect(furtherKeysOf({ artist: "+", trackName: "A" })).toEqual([]);
  });
});
