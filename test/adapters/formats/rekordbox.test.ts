import { beatGridOf } from "../../../src/adapters/formats/beat-grid.js";
import { rekordboxFormat } from "../../../src/adapters/formats/rekordbox-format.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { awkwardNames, exportedTrack, textOf } from "./exported-content.js";
import { elementsOf, type XmlElement } from "./xml-elements.js";

const text = /^/;
const integer = /^-?[0-9]+$/;
const decimal = /^-?[0-9]+(\.[0-9]+)?$/;
const colour = /^(1?[0-9]?[0-9]|2[0-4][0-9]|25[0-5])$/;
const day = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** An element of the format: the elements around it, and its attributes. */
interface ElementRule {
  readonly within: string;
  readonly required: Readonly<Record<string, RegExp>>;
  readonly optional?: Readonly<Record<string, RegExp>>;
}

/**
 * The elements of the published list of the format (rekordbox xml format list, version 1.0.0), by
 * name: an entry of a playlist has the name of a track, and a folder that of a playlist.
 */
const rules: Readonly<Record<string, ElementRule>> = {
  DJ_PLAYLISTS: { within: "", required: { Version: /^1\.0\.0$/ } },
  PRODUCT: { within: "DJ_PLAYLISTS", required: { Name: text, Version: text, Company: text } },
  COLLECTION: { within: "DJ_PLAYLISTS", required: { Entries: integer } },
  TRACK: {
    within: "DJ_PLAYLISTS/COLLECTION",
    required: { TrackID: integer, Location: /^file:\/\/localhost\/[\w%/.~!*'():-]+$/ },
    optional: {
      ...{ Name: text, Artist: text, Composer: text, Album: text, Grouping: text, Genre: text },
      ...{
        Kind: text,
        Size: integer,
        TotalTime: integer,
        DiscNumber: integer,
        TrackNumber: integer,
      },
      ...{
        Year: integer,
        AverageBpm: decimal,
        DateModified: day,
        DateAdded: day,
        BitRate: integer,
      },
      ...{ SampleRate: decimal, Comments: text, PlayCount: integer, LastPlayed: day },
      ...{ Rating: /^(0|51|102|153|204|255)$/, Remixer: text, Tonality: text, Label: text },
      ...{ Mix: text, Colour: /^0x[0-9A-F]{6}$/ },
    },
  },
  TEMPO: {
    within: "DJ_PLAYLISTS/COLLECTION/TRACK",
    required: { Inizio: decimal, Bpm: decimal, Metro: /^[0-9]+\/[0-9]+$/, Battito: /^[1-9]$/ },
  },
  POSITION_MARK: {
    within: "DJ_PLAYLISTS/COLLECTION/TRACK",
    required: { Name: text, Type: /^[0-4]$/, Start: decimal, Num: /^(-1|[0-9]+)$/ },
    // The colours are no part of the list; rekordbox itself writes them.
    optional: { End: decimal, Red: colour, Green: colour, Blue: colour },
  },
  PLAYLISTS: { within: "DJ_PLAYLISTS", required: {} },
  folder: {
    within: "DJ_PLAYLISTS/PLAYLISTS",
    required: { Type: /^0$/, Name: text, Count: integer },
  },
  playlist: {
    within: "DJ_PLAYLISTS/PLAYLISTS/NODE",
    required: { Type: /^1$/, Name: text, Entries: integer, KeyType: /^[01]$/ },
  },
  entry: { within: "DJ_PLAYLISTS/PLAYLISTS/NODE/NODE", required: { Key: integer } },
};

function ruleNameOf({ name, path, attributes }: XmlElement): string {
  if (name === "NODE") return attributes["Type"] === "0" ? "folder" : "playlist";
  return name === "TRACK" && path.includes("PLAYLISTS") ? "entry" : name;
}

/** Returns what contradicts the list of the format. */
function mismatchesOf(element: XmlElement): readonly string[] {
  const rule = rules[ruleNameOf(element)];
  if (rule === undefined) return [`${element.name} is not in the list`];
  const known = { ...rule.optional, ...rule.required };
  const absent = Object.keys(rule.required).filter((name) => !(name in element.attributes));
  const wrong = Object.entries(element.attributes).filter(([name, value]) => {
    return !(known[name]?.test(value) ?? false);
  });
  return [
    ...(element.path.join("/") === rule.within ? [] : [`${element.name} is in another element`]),
    ...absent.map((name) => `${element.name} lacks ${name}`),
    ...wrong.map(([name, value]) => `${element.name} has ${name}="${value}"`),
  ];
}

const named = (elements: readonly XmlElement[], name: string): readonly XmlElement[] =>
  elements.filter((element) => ruleNameOf(element) === name);

describe("The collection for rekordbox", () => {
  const beats = Array.from({ length: 12 }, (_, n) => 0.1 + n / 2);
  const money = exportedTrack("Pink Floyd", "Money", {
    path: "/music/Ä & B #1.mp3",
    analysis: { beats, downbeats: [beats[1] ?? 0, beats[5] ?? 0, beats[9] ?? 0] },
  });

  it("follows the published list of the format, whatever the names", async () => {
    const tracks = awkwardNames.map((name) =>
      exportedTrack(name, name, { path: `/m/${name}.mp3` }),
    );

    const elements = elementsOf(
      await textOf(rekordboxFormat, [money, ...tracks], { title: '"&--', leftOut: 2 }),
    );

    expect(elements.flatMap(mismatchesOf)).toEqual([]);
    const [collection] = named(elements, "COLLECTION");
    const [playlist] = named(elements, "playlist");
    const ids = named(elements, "TRACK").map(({ attributes }) => attributes["TrackID"]);
    expect(ids).toEqual(Array.from({ length: 12 }, (_, n) => String(n + 1)));
    expect(named(elements, "entry").map(({ attributes }) => attributes["Key"])).toEqual(ids);
    expect(collection?.attributes["Entries"]).toBe("12");
    expect(playlist?.attributes).toMatchObject({ Entries: "12", Name: '"&--' });
  });

  it("has names, key, tempo, length and place of a track", async () => {
    const elements = elementsOf(await textOf(rekordboxFormat, [money]));

    expect(named(elements, "TRACK")[0]?.attributes).toMatchObject({
      Name: "Money",
      Artist: "Pink Floyd",
      Album: "Album & more",
      Composer: "Roger Waters",
      Genre: "Rock & Pop",
      DiscNumber: "2",
      TrackNumber: "6",
      Year: "1973",
      Kind: "MP3 File",
      Size: "1234",
      TotalTime: "180",
      AverageBpm: "120.00",
      Tonality: "Am",
      Location: "file://localhost/music/%C3%84%20%26%20B%20%231.mp3",
      Comments: "8A - Energy 6",
    });
  });

  it("has the comment that is asked for, without the parts whose values are not known", async () => {
    const commentOf = async (comment: string): Promise<string | undefined> => {
      const elements = elementsOf(await textOf(rekordboxFormat, [money], { comment }));
      return named(elements, "TRACK")[0]?.attributes["Comments"];
    };

    expect(await commentOf("{key} {openKey} {tempo} BPM - {mood} - {genre}, {year}")).toBe(
      "Am 1m 120 BPM - Sad - Rock & Pop, 1973",
    );
    expect(await commentOf("{estimates}")).toContain("tempo 120 (0.75 measured), ");
    expect(await commentOf("")).toBe("");
  });

  it("names keys as musicians do, with flats where these are fewer", async () => {
    const tonalities = await Promise.all(
      ([10, 8, 1] as const).flatMap((key) =>
        ([1, 0] as const).map(async (mode) => {
          const { analysis } = exportedTrack("Ann", "One");
          const { estimates } = analysis;
          const track = exportedTrack("Ann", "One", {
            analysis: {
              estimates: {
                ...estimates,
                key: { ...estimates.key, value: key },
                mode: { ...estimates.mode, value: mode },
              },
            },
          });
          const elements = elementsOf(await textOf(rekordboxFormat, [track]));
          return named(elements, "TRACK")[0]?.attributes["Tonality"];
        }),
      ),
    );

    expect(tonalities).toEqual(["Bb", "Bbm", "Ab", "G#m", "Db", "C#m"]);
  });

  it("has a beat grid, and a cue at each section", async () => {
    const elements = elementsOf(await textOf(rekordboxFormat, [money]));

    expect(named(elements, "TEMPO").map(({ attributes }) => attributes)).toEqual([
      { Inizio: "0.100", Bpm: "120.00", Metro: "4/4", Battito: "4" },
    ]);
    expect(named(elements, "POSITION_MARK").map(({ attributes }) => attributes)).toEqual([
      { Name: "A", Type: "0", Start: "0.000", Num: "-1" },
      { Name: "B", Type: "0", Start: "4.000", Num: "-1" },
    ]);
  });

  it("has one tempo: that of the beat grid, where that of the analysis is slightly off", async () => {
    // 128 beats a minute for three minutes, of which the analysis says 127.94.
    const steady = Array.from({ length: 384 }, (_, n) => 0.1 + (n * 60) / 128);
    const slower = steady.map((beat, n) => (n < 192 ? beat : steady[192]! + (n - 192) * 0.5));
    const { estimates } = exportedTrack("Ann", "One").analysis;
    const tempo = { ...estimates.tempo, value: 127.94 };
    const tracks = [steady, slower, []].map((beats, n) =>
      exportedTrack("Ann", `Track ${n}`, {
        analysis: { beats, downbeats: [], estimates: { ...estimates, tempo } },
      }),
    );

    const elements = elementsOf(await textOf(rekordboxFormat, tracks, { comment: "{tempo}" }));

    const seen = named(elements, "TRACK").map(({ attributes }) => attributes["AverageBpm"]);
    const grid = named(elements, "TEMPO").map(({ attributes }) => attributes["Bpm"]);
    // The second has parts of other tempos, and the third no beats.
    expect(seen).toEqual(["128.00", "127.94", "127.94"]);
    expect(grid.map((bpm) => Math.round(Number(bpm)))).toEqual([128, 128, 120]);
    expect(grid[0]).toBe("128.00");
    expect(named(elements, "TRACK")[0]?.attributes["Comments"]).toBe("128");
  });

  it("has a hot cue at each cue point, with a name and a colour, and at most eight", async () => {
    const downbeats = Array.from({ length: 200 }, (_, bar) => 2 * bar);
    const sections = Array.from({ length: 12 }, (_, place) => ({
      ...sixSeconds.sections[0]!,
      ...{ startSeconds: 20 * place, durationSeconds: 20, confidence: (place + 1) / 12 },
      energy: place % 2 ? 0.7 : 0.3,
    }));
    const changes = { downbeats, downbeatConfidence: 0.9 };
    const few = exportedTrack("Ann", "Few", {
      ...{ analysis: changes, sections: sections.slice(3, 7) },
      range: { number: 2, startFrame: 75 },
    });
    const many = exportedTrack("Ann", "Many", { analysis: changes, sections });

    const elements = elementsOf(await textOf(rekordboxFormat, [few, many]));

    expect(elements.flatMap(mismatchesOf)).toEqual([]);
    const cues = named(elements, "POSITION_MARK").flatMap(({ attributes }) =>
      attributes["Num"] === "-1" ? [] : [attributes],
    );
    expect(cues.slice(0, 4)).toEqual([
      {
        ...{ Name: "Mix in", Type: "0", Start: "61.000", Num: "0" },
        ...{ Red: "40", Green: "226", Blue: "20" },
      },
      {
        ...{ Name: "Break", Type: "0", Start: "81.000", Num: "1" },
        ...{ Red: "48", Green: "90", Blue: "255" },
      },
      {
        ...{ Name: "Drop", Type: "0", Start: "101.000", Num: "2" },
        ...{ Red: "230", Green: "40", Blue: "40" },
      },
      {
        ...{ Name: "Mix out", Type: "0", Start: "121.000", Num: "3" },
        ...{ Red: "224", Green: "100", Blue: "27" },
      },
    ]);
    expect(cues.slice(4).map(({ Num }) => Num)).toEqual(["0", "1", "2", "3", "4", "5", "6", "7"]);
    expect(cues.slice(4).map(({ Start }) => Start)).toEqual(
      ["0", "100", "120", "140", "160", "180", "200", "220"].map((start) => `${start}.000`),
    );
  });

  it("has neither of an excerpt, whose place in the recording is not known", async () => {
    const excerpt = exportedTrack("Ann", "One", { analysis: { beats, excerptSeconds: 30 } });

    const elements = elementsOf(await textOf(rekordboxFormat, [excerpt]));

    expect(named(elements, "TRACK")).toHaveLength(1);
    expect(named(elements, "TEMPO")).toEqual([]);
    expect(named(elements, "POSITION_MARK")).toEqual([]);
  });
});

describe("A beat grid", () => {
  const steady = { beatsPerBar: 4, tempo: null };

  it("has one part while the tempo is constant, also where single beats are late", () => {
    // Late by up to 10 ms, which is less than the tolerance of 25 ms.
    const beats = Array.from({ length: 400 }, (_, n) => n * 0.48 + 0.01 * Math.sin(n * 7));

    const grid = beatGridOf(beats, [beats[0] ?? 0], { beatsPerBar: 4, tempo: 125 });

    expect(grid).toEqual([{ startSeconds: 0, bpm: 125, beatInBar: 1 }]);
  });

  it("has the tempo that fits all beats best, and not only the first one", () => {
    // The first beat is 20 ms late.
    const beats = Array.from({ length: 200 }, (_, n) => (n * 60) / 128 + (n === 0 ? 0.02 : 0));

    expect(beatGridOf(beats, [], steady).map(({ bpm }) => bpm)).toEqual([128]);
  });

  it("has another part where the tempo changes, and every beat within the tolerance", () => {
    const slow = Array.from({ length: 40 }, (_, n) => n * 0.6);
    const fast = Array.from({ length: 40 }, (_, n) => 24 + n * 0.5);
    const beats = [...slow, ...fast];

    const grid = beatGridOf(
      beats,
      slow.filter((_, n) => n % 4 === 0),
      steady,
    );

    expect(grid.map(({ bpm }) => Math.round(bpm))).toEqual([100, 120]);
    for (const beat of beats) {
      const part = grid.findLast(({ startSeconds }) => startSeconds <= beat + 1e-9);
      const period = 60 / (part?.bpm ?? NaN);
      const passed = (beat - (part?.startSeconds ?? NaN)) / period;
      // The tolerance, and 5 ms for a tempo of two decimals over 20 s.
      expect(Math.abs(passed - Math.round(passed)) * period).toBeLessThan(0.03);
    }
  });

  it("counts the beats of a bar, also before the first downbeat", () => {
    const beats = [0, 1, 2, 3, 4, 5.5, 7];

    const grid = beatGridOf(beats, [2, 5.5], { beatsPerBar: 3, tempo: null });

    expect(grid.map(({ startSeconds, beatInBar }) => [startSeconds, beatInBar])).toEqual([
      [0, 2],
      [4, 3],
    ]);
  });

  it.each([[[]], [[1]]])("has no part for the beats %j", (beats) => {
    expect(beatGridOf(beats, [], steady)).toEqual([]);
  });
});
