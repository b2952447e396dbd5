import fc from "fast-check";
import { comparedArtistsOf } from "../../../src/domain/list-import/compared-artists.js";
import { comparedPathOf, sharedTailOf } from "../../../src/domain/list-import/compared-path.js";
import { misspeltLikeness } from "../../../src/domain/list-import/misspelt-names.js";
import { comparedTitleOf } from "../../../src/domain/list-import/compared-title.js";

describe("A title as it is compared", () => {
  it.each([
    ["Money", "MONEY"],
    ["Money", "Money - 2011 Remaster"],
    ["Money", "Money (2011 Remastered Version) [Explicit]"],
    ["Money", "Money (feat. Ann & Bo)"],
    ["Money", "Money ft. Ann"],
    ["Money", "Money (Original Mix)"],
    ["Money", "Money - Mono"],
    ["Money (Live)", "Money - Live"],
    ["Déjà Vu", "Deja vu"],
    ["Don't Stop", "Don’t Stop!"],
    ["Rock & Roll", "Rock and Roll"],
    ["Heartbeat", "Heart Beat"],
    ["The Wall", "Wall"],
  ])("is the same for %p and %p", (one, other) => {
    const [title, otherTitle] = [comparedTitleOf(one, ""), comparedTitleOf(other, "")];

    expect(title.main).toBe(otherTitle.main);
    expect(title.kinds).toEqual(otherTitle.kinds);
  });

  it.each([
    ["Money (Live at Pompeii)", ["live"]],
    ["Money - Somebody Remix", ["remix"]],
    ["Money (Radio Edit)", ["edit"]],
    ["Money (Acoustic) [Live]", ["acoustic", "live"]],
    ["Money (Karaoke Version)", ["instrumental"]],
    ["Money (Taylor's Version)", ["remix"]],
    ["Live Forever", []],
    ["Demo of Love", []],
  ])("says of %p that it is a version: %p", (text, kinds) => {
    expect(comparedTitleOf(text, "").kinds).toEqual(kinds);
  });

  it.each([
    ["Money (From the Film)", "Money"],
    ["Pink Floyd - Money", "Money"],
    ["07 Money", "Money"],
    ["Money - the whole story", "Money"],
  ])("of %p is also found as %p", (text, plain) => {
    expect(comparedTitleOf(text, "").keys).toContain(comparedTitleOf(plain, "").main);
  });

  it("has the guests that the title names, and not the artist before it", () => {
    expect(comparedTitleOf("Money (feat. Ann & Bo)", "").guests).toEqual(["ann", "bo"]);
    expect(comparedTitleOf("Pink Floyd - Money", "Pink Floyd").main).toBe("money");
  });

  it("is never empty, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1, unit: "grapheme" }), (text) => {
        fc.pre(text.trim() !== "");
        const { main, keys } = comparedTitleOf(text, "");
        expect(main).not.toBe("");
        expect(keys).not.toContain("");
      }),
    );
  });
});

describe("Artists as they are compared", () => {
  it.each([
    ["Ann & Bo", "Bo, Ann"],
    ["Ann feat. Bo", "Ann; Bo"],
    ["Ann (feat. Bo)", "Ann / Bo"],
    ["Ann x Bo", "Ann vs. Bo"],
    ["The Ann, Bo", "Ann + Bo"],
  ])("are the same for %p and %p, in any order", (one, other) => {
    const names = [one, other].map((text) => [...comparedArtistsOf(text).names].sort());

    expect(names[0]).toEqual(names[1]);
  });

  it.each([
    ["The Beatles", "Beatles, The"],
    ["BEYONCÉ", "Beyonce"],
    ["AC/DC", "AC DC"],
  ])("have one name in all for %p and %p", (one, other) => {
    expect(comparedArtistsOf(one).whole).toBe(comparedArtistsOf(other).whole);
  });

  it.each(["Various Artists", "Unknown Artist", "", "Verschiedene Interpreten"])(
    "are not known where there are %p",
    (text) => {
      expect(comparedArtistsOf(text)).toEqual({ whole: "", names: [] });
    },
  );
});

describe("A path as it is compared", () => {
  it.each([
    ["/music/Ann/One.mp3", ["one.mp3", "ann", "music"]],
    ["C:\\Music\\Ann\\One.mp3", ["one.mp3", "ann", "music"]],
    ["../Ann/./One.mp3", ["one.mp3", "ann"]],
    ["/music//x/../Ann/One.mp3", ["one.mp3", "ann", "music"]],
    ["A\u030a/U\u0308ber.mp3", ["über.mp3", "å"]],
    ["", []],
  ])("of %p has the names %p", (path, names) => {
    expect(comparedPathOf(path)).toEqual(names);
  });

  it("shares with another one the names at its end", () => {
    const [one, other] = ["/a/b/c.mp3", "/x/b/c.mp3"].map(comparedPathOf);

    expect(sharedTailOf(one!, other!)).toBe(2);
    expect(sharedTailOf(one!, one!)).toBe(3);
    expect(sharedTailOf(one!, [])).toBe(0);
  });
});

describe("Two names that differ by typing mistakes", () => {
  it.each([
    ["midnight", "midnight", 1],
    ["midnihgt", "midnight", 0.93],
    ["midnigt", "midnight", 0.93],
    ["midnightt", "midnight", 0.93],
    ["nidnight", "midnight", 0.93],
    ["midnihgtgarten", "midnightgarden", 0.91],
    ["midnihgtgartensonk", "midnightgardensong", 0.89],
    ["midnihgt", "midnightz", 0],
    ["hello", "hallo", 0.93],
    ["home", "hone", 0],
    ["songpart1", "songpart2", 0],
    ["songpartii", "songpartiii", 0],
    ["songpartiv", "songpartv", 0],
    ["", "midnight", 0],
  ])("are alike: %p and %p, %p", (one, other, likeness) => {
    expect(misspeltLikeness(one, other)).toBeCloseTo(likeness, 10);
    expect(misspeltLikeness(other, one)).toBeCloseTo(likeness, 10);
  });
});
