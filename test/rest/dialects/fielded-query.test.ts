import {
  meetsConditions,
  parseFieldedQuery,
} from "../../../src/rest/dialects/spotify/fielded-query.js";
import type { Track } from "../../../src/domain/track/track.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";

const parsed = (text: string) => parseFieldedQuery(text, "q");

const doxy: Track = {
  trackKey: trackKeyFrom("Miles Davis", "Doxy"),
  trackName: "Doxy",
  artist: "Miles Davis",
  album: "Bags' Groove",
  genre: "Jazz; Hard Bop",
  year: 1957,
  artwork: { kind: "none" },
  providers: ["library"],
};

describe("A search with fields", () => {
  it("reads words and fields, whose values end at the next field or quotation mark", () => {
    const { words, conditions } = parsed('remaster track:Doxy artist:"Miles Davis" live year:1957');

    expect(words).toEqual({ track: "Doxy remaster live", artist: "Miles Davis", limit: 50 });
    expect(conditions).toEqual({ year: { gte: 1957, lte: 1957 } });
  });

  it("reads no names of fields in quotation marks", () => {
    const { words, conditions } = parsed('track:"Track: year:1980" artist: "a artist:b" year:1957');

    expect(words).toEqual({ track: "Track: year:1980", artist: "a artist:b", limit: 50 });
    expect(conditions).toEqual({ year: { gte: 1957, lte: 1957 } });
  });

  it("searches words alone as a title", () => {
    expect(parsed("Four on the Floor")).toEqual({
      words: { track: "Four on the Floor", limit: 50 },
      conditions: {},
    });
  });

  it("makes a condition of an artist without a title", () => {
    expect(parsed("artist:Miles")).toEqual({
      words: { track: "Miles", limit: 50 },
      conditions: { artist: "miles" },
    });
  });

  it("reads an ISRC in any spelling", () => {
    expect(parsed("isrc:gb-n9y-11-00088 album:Salt")).toEqual({
      isrc: "GBN9Y1100088",
      conditions: { album: "salt" },
    });
  });

  it.each([
    ["", "must not be empty"],
    ["year:1980", "must have words"],
    ["genre:jazz", "must have words"],
    ["Money year:80s", "must have a year"],
    ["Money upc:123", 'must not have "upc:"'],
    ["Money artist:", 'must have a value after "artist:"'],
    ["artist:a artist:b", 'must have "artist:" once'],
    ["isrc:nonsense", "must have an ISRC"],
  ])("refuses %j", (text, message) => {
    expect(() => parsed(text)).toThrow(message);
  });

  it.each([
    ["album:bags groove", true],
    ["album:groov", false],
    ["track:Doxy album:Salt", false],
    ["track:Doxy genre:bop", true],
    ["track:Doxy year:1950-1960", true],
    ["track:Doxy year:1958", false],
    ["artist:davis", true],
    ["artist:evans", false],
  ])("compares what is known of a track with %j: %s", (text, isMet) => {
    expect(meetsConditions(doxy, parsed(text).conditions)).toBe(isMet);
  });

  it("refuses a track of which a condition is not known", () => {
    const { trackKey, trackName, artist, artwork, providers } = doxy;
    const unknown = { trackKey, trackName, artist, artwork, providers };

    expect(meetsConditions(unknown, parsed("track:Doxy year:1957").conditions)).toBe(false);
    expect(meetsConditions(unknown, parsed("track:Doxy album:Groove").conditions)).toBe(false);
  });
});
