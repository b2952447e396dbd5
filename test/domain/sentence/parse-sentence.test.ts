import { readFileSync } from "node:fs";
import { meaningTextOf } from "../../../src/domain/sentence/meaning-text.js";
import { mergedFilter } from "../../../src/domain/sentence/merged-conditions.js";
import { namePlacesIn } from "../../../src/domain/sentence/name-phrases.js";
import { parseSentence } from "../../../src/domain/sentence/parse-sentence.js";
import type { SentenceTrack, SentenceNames } from "../../../src/domain/sentence/sentence.js";
import { parseRecordingId } from "../../../src/domain/track/recording-id.js";

const waltz: SentenceTrack = {
  recordingId: parseRecordingId("rec:0123456789abcdef", "id"),
  artist: "Overtone",
  trackName: "Slow Waltz",
};

const names: SentenceNames = {
  genres: ["House", "Deep House", "Drum and Bass", "Bossa Nova", "Hip-Hop", "Indie Rock"],
  artists: new Map([["overtone", "Overtone"]]),
  tracks: new Map([["slow waltz", waltz]]),
};

/** Returns the words of each part with their meaning. */
const understood = (sentence: string): readonly string[] =>
  parseSentence(sentence, names).map(
    ({ text, meaning }) => `${text} = ${meaningTextOf(meaning) ?? "?"}`,
  );

describe("A sentence", () => {
  it("is understood word by word, and says what is not known", () => {
    expect(understood("Calm piano with rain, no vocals, 80-100 bpm")).toEqual([
      "Calm = low arousal, low energy",
      "piano = ?",
      "rain = ?",
      "no vocals = instrumentalness at least 0.5",
      "80-100 bpm = tempo 80 to 100 BPM",
    ]);
  });

  it("is understood in German, with endings", () => {
    expect(understood("Etwas sehr Ruhiges ohne Gesang, keine düsteren Lieder")).toEqual([
      "Ruhiges = low arousal (counts 2 times), low energy (counts 2 times)",
      "ohne Gesang = instrumentalness at least 0.5",
      "keine düsteren = high valence, high the mood happy",
    ]);
  });

  it.each([
    ["slower than 90", "tempo at most 89.5 BPM"],
    ["langsamer als 90 bpm", "tempo at most 89.5 BPM"],
    ["at least 120 bpm", "tempo at least 120 BPM"],
    [">= 120 bpm", "tempo at least 120 BPM"],
    ["between 80 and 100 bpm", "tempo 80 to 100 BPM"],
    ["zwischen 70 und 90 Schlägen pro Minute", "tempo 70 to 90 BPM"],
    ["tempo 100 to 110", "tempo 100 to 110 BPM"],
    ["around 100 bpm", "tempo 92 to 108 BPM"],
    ["longer than 3 minutes", "length at least 180.001 s"],
    ["kürzer als 90 Sekunden", "length at most 89.999 s"],
    ["louder than -10 LUFS", "integrated loudness at least -9.99 LUFS"],
    ["energy over 80 %", "energy at least 0.8001"],
    ["from 1994", "year 1994"],
    ["since 1990", "year at least 1990"],
    ["vor 2000", "year at most 1999"],
    ["1990s", "year 1990 to 1999"],
    ["90er Jahre", "year 1990 to 1999"],
    ["the eighties", "year 1980 to 1989"],
    ["before the 80s", "year at most 1979"],
    ["3/4", "3 beats per bar"],
  ])("reads %p as numbers with a unit", (sentence, meaning) => {
    const texts = parseSentence(sentence, names).map((part) => meaningTextOf(part.meaning));

    expect(texts).toEqual([meaning]);
  });

  it.each([
    ["in A minor", "key A minor"],
    ["c-Moll", "key C minor"],
    ["B-Dur", "key A# major"],
    ["H-Dur", "key B major"],
    ["Bb major", "key A# major"],
    ["F# minor", "key F# minor"],
    ["cis-Moll", "key C# minor"],
    ["8A", "key A minor"],
    ["compatible with 8A", "a key that mixes with A minor"],
    ["in a minor key", "minor"],
    ["Dur", "major"],
  ])("reads the key %p", (sentence, meaning) => {
    const texts = parseSentence(sentence, names).map((part) => meaningTextOf(part.meaning));

    expect(texts).toEqual([meaning]);
  });

  it("knows the genres of the library, those whose names end alike, and families", () => {
    expect(understood("house")).toEqual(["house = genre House or Deep House"]);
    expect(understood("elektronische Musik")).toEqual([
      "elektronische = genre House or Deep House or Drum and Bass",
    ]);
    expect(understood("rock, dnb, jazz")).toEqual([
      "rock = genre Indie Rock",
      "dnb = genre Drum and Bass",
      "jazz = genre Bossa Nova",
    ]);
    expect(understood("polka")).toEqual(["polka = ?"]);
  });

  it("negates what follows, and goes on behind an or", () => {
    expect(understood("not sad or house, fast")).toEqual([
      "not sad = low the mood sad, high valence",
      "house = not genre House or Deep House",
      "fast = high tempo",
    ]);
    expect(understood("nicht laut, aber schnell")).toEqual([
      "nicht laut = low integrated loudness",
      "schnell = high tempo",
    ]);
  });

  it("compares with a track of the library", () => {
    const like = 'sounds like "Slow Waltz" by Overtone';
    expect(understood("like Slow Waltz but darker")).toEqual([
      `like Slow Waltz = ${like}`,
      'darker = valence lower than of "Slow Waltz" by Overtone',
    ]);
    expect(understood('wie "Slow Waltz", nur schneller und weniger traurig')).toEqual([
      `wie "Slow Waltz" = ${like}`,
      'schneller = tempo higher than of "Slow Waltz" by Overtone',
      'weniger traurig = the mood sad lower than of "Slow Waltz" by Overtone',
    ]);
    expect(understood("faster than Slow Waltz")).toEqual([
      'faster than Slow Waltz = tempo higher than of "Slow Waltz" by Overtone',
    ]);
    expect(understood("songs by Overtone")).toEqual(["by Overtone = artist Overtone"]);
  });

  it.each(["120", "80-100", "longer than 3", "the 20s"])(
    "does not guess what %p counts",
    (sentence) => {
      const kinds = parseSentence(sentence, names).map(({ meaning }) => meaning.kind);

      expect(kinds).toContain("unknown");
      expect(kinds).not.toContain("condition");
    },
  );

  it("has parts that are the words at their places", () => {
    const sentence = "🎹 träumerisch, nicht zu laut";

    const parts = parseSentence(sentence, names);

    expect(parts.map(({ start, end }) => sentence.slice(start, end))).toEqual(
      parts.map(({ text }) => text),
    );
    expect(parts.map(({ text }) => text)).toEqual(["träumerisch", "nicht zu laut"]);
  });

  it("has few places where it may name tracks or artists", () => {
    expect(namePlacesIn("like Slow Waltz, by Overtone")).toEqual([
      { kind: "track", candidates: ["slow waltz", "slow"] },
      { kind: "artist", candidates: ["overtone"] },
    ]);
    expect(namePlacesIn("like a ".repeat(28))).toHaveLength(3);
  });

  it("names the words of the judged sentences that nothing measured answers", () => {
    const file = new URL("../../evaluation/sentences/sentences.json", import.meta.url);
    const judged = JSON.parse(readFileSync(file, "utf8")) as readonly {
      readonly sentence: string;
      readonly unknown: readonly string[];
    }[];
    // The tracks that judged sentences name are not in this library.
    const nameless = judged.filter(({ sentence }) => namePlacesIn(sentence).length === 0);

    const unknown = nameless.map(({ sentence }) =>
      parseSentence(sentence, { ...names, genres: [...names.genres, "Trance"] })
        .filter(({ meaning }) => meaning.kind === "unknown")
        .map(({ text }) => text),
    );

    expect(nameless.length).toBeGreaterThan(40);
    expect(unknown).toEqual(nameless.map((one) => one.unknown));
  });
});

describe("The conditions of a sentence", () => {
  const filterOf = (sentence: string) =>
    mergedFilter(
      parseSentence(sentence, names).flatMap(({ meaning }) =>
        meaning.kind === "condition" ? [meaning.conditions] : [],
      ),
    );

  it("hold together where they bound one value", () => {
    expect(filterOf("over 100 bpm, under 120 bpm").estimates).toEqual({
      tempo: { gte: 100.5, lte: 119.5 },
    });
  });

  it("are alternatives where they are values of a tag, keys or decades", () => {
    expect(filterOf("house or bossa nova").tags).toEqual({
      genre: ["House", "Deep House", "Bossa Nova"],
    });
    expect(filterOf("8A or 9A").keys).toHaveLength(2);
    expect(filterOf("80s and 90s").year).toEqual({ gte: 1980, lte: 1999 });
  });
});
