import { comparedNamesOf } from "../../../src/domain/list-import/compared-track.js";
import type { RowTrack } from "../../../src/domain/list-import/listed-row.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { findIsrc } from "../../../src/domain/track/track.js";
import {
  scoredLibraryPathOf,
  type ComparedTrack,
} from "../../../src/services/list-import/compared-tracks.js";
import { RowMatcher, type RowMatch } from "../../../src/services/list-import/row-matcher.js";

const isrc = findIsrc("GBN9Y1100088")!;

interface Made {
  readonly artist?: string;
  readonly album?: string;
  readonly albumArtist?: string;
  readonly seconds?: number | undefined;
  readonly isrc?: typeof isrc;
  readonly path?: string;
  readonly isPart?: boolean;
}

let made = 0;

/** Returns a track of a library in /srv/music. */
function track(trackName: string, options: Made = {}): ComparedTrack {
  const { artist = "Ann", album = "A", albumArtist, isPart = false } = options;
  const seconds = "seconds" in options ? options.seconds : 200;
  const recordingId = `rec:${String((made += 1)).padStart(16, "0")}` as RecordingId;
  const trackKey = trackKeyFrom(artist, trackName);
  const path = {
    folder: "/srv/music",
    relativePath: options.path ?? `${artist}/${album}/${trackName}.flac`,
  };
  return {
    ref: recordingId,
    track: {
      ...{ artist, trackName, album, trackKey, recordingId, path },
      ...(seconds !== undefined && { durationMs: 1_000 * seconds }),
    },
    names: comparedNamesOf({ title: trackName, artist, album, albumArtist }),
    isrc: options.isrc,
    path: scoredLibraryPathOf(path),
    isPart,
  };
}

function matchOf(row: RowTrack, library: readonly ComparedTrack[]): RowMatch {
  const matcher = new RowMatcher();
  matcher.add(row);
  for (const one of library) {
    for (const index of matcher.rowsFor(one)) matcher.compare(index, one);
  }
  return matcher.matchOf(0);
}

/** Returns the state, and the titles of the candidates with their artists. */
function briefly(row: RowTrack, library: readonly ComparedTrack[]): readonly string[] {
  const { state, candidates } = matchOf(row, library);
  return [state, ...candidates.map(({ artist, trackName }) => `${artist} - ${trackName}`)];
}

const one = { title: "One", artist: "Ann", durationMs: 200_000 };

describe("A row is surely the track", () => {
  it.each<[string, RowTrack, ComparedTrack]>([
    ["of its names and length", one, track("One")],
    ["of its names, where no length is known", { title: "One", artist: "Ann" }, track("One")],
    ["of its names, where the track has no length", one, track("One", { seconds: undefined })],
    [
      "in upper case without marks",
      { ...one, title: "UBER", artist: "BJORN" },
      track("Über", { artist: "Björn" }),
    ],
    ["that is remastered", { ...one, title: "One - 2011 Remaster" }, track("One")],
    [
      "whose title has its guests",
      { ...one, title: "One (feat. Bo)" },
      track("One", { artist: "Ann feat. Bo" }),
    ],
    [
      "whose artists stand in another order",
      { ...one, artist: "Bo, Ann" },
      track("One", { artist: "Ann & Bo" }),
    ],
    ["of the first of its artists", one, track("One", { artist: "Ann; Bo; Cy" })],
    [
      "with an article elsewhere",
      { ...one, artist: "Wires, The" },
      track("One", { artist: "The Wires" }),
    ],
    ["of an album of many", one, track("One", { artist: "Ann Vega", albumArtist: "Ann" })],
    ["misspelt, of its length", { ...one, title: "Midnihgt Garden" }, track("Midnight Garden")],
    [
      "of an artist misspelt, of its length",
      { ...one, artist: "Marguerite Valle" },
      track("One", { artist: "Marguerite Vale" }),
    ],
    ["whose tags have artist and title swapped", one, track("Ann", { artist: "One" })],
    [
      "whose tags have both in the title",
      { ...one, artist: "Bo Vega" },
      track("Bo Vega - One", { artist: "Bo Vega" }),
    ],
    [
      "whose title has the artist, too",
      { title: "The Wires - One", durationMs: 200_000 },
      track("One", { artist: "The Wires" }),
    ],
    ["that is live, of its length", { ...one, title: "One - Live" }, track("One")],
    ["of its ISRC", { ...one, title: "One", isrc }, track("One", { isrc, seconds: 203 })],
    ["of an ISRC alone", { isrc }, track("Other", { isrc })],
  ])("%s", (_, row, found) => {
    const others = [track("Two"), track("Three", { artist: "Bo" })];

    const { state, candidates } = matchOf(row, [...others, found]);

    expect(state).toBe("sure");
    expect(candidates.map(({ recordingId }) => recordingId)).toEqual([found.ref]);
  });

  it("of its own id, whatever its names", () => {
    const found = track("One");
    const row = { title: "Else", artist: "Bo", recordingId: found.ref as RecordingId };

    expect(matchOf(row, [found, track("Else", { artist: "Bo" })])).toMatchObject({
      state: "sure",
      candidates: [{ recordingId: found.ref, score: 1, ground: "id" }],
    });
  });

  it.each([
    "/srv/music/Ann/A/One.flac",
    "/Volumes/NAS/Ann/A/One.flac",
    "D:\\Musik\\ann\\a\\one.flac",
    "../Ann/A/One.flac",
    "A/One.flac",
    "/elsewhere/Ann/A/One.mp3",
  ])("at its path %p, whatever its tags", (path) => {
    const found = track("Retagged", { artist: "Nobody", path: "Ann/A/One.flac" });
    const other = track("Two", { path: "Ann/B/One.flac" });

    const { state, candidates } = matchOf({ path }, [other, found]);

    expect(state).toBe("sure");
    expect(candidates).toMatchObject([{ recordingId: found.ref, ground: "path" }]);
  });

  it("of the album that it names, among releases of one recording", () => {
    const [first, second] = [track("One", { album: "Hits" }), track("One", { album: "Debut" })];

    const { state, candidates } = matchOf({ ...one, album: "Debut" }, [first, second]);

    expect(state).toBe("sure");
    expect(candidates[0]?.album).toBe("Debut");
  });

  it("of its length, among recordings of one name", () => {
    const library = [track("One", { seconds: 300 }), track("One", { seconds: 201 })];

    expect(matchOf(one, library)).toMatchObject({
      state: "sure",
      candidates: [{ durationMs: 201_000 }],
    });
  });

  it("that its title tells, where files are parts of one", () => {
    const path = "Ann/A/Whole.flac";
    const parts = ["One", "Two", "Three"].map((name) => track(name, { path, isPart: true }));

    const row = { title: "Two", artist: "Ann", path: `/srv/music/${path}` };

    expect(briefly(row, parts)).toEqual(["sure", "Ann - Two"]);
  });
});

describe("A row is unsure", () => {
  it.each<[string, RowTrack, readonly ComparedTrack[]]>([
    ["without an artist", { title: "One", durationMs: 200_000 }, [track("One")]],
    ["of another length", { ...one, durationMs: 260_000 }, [track("One")]],
    ["where a remix is all there is", one, [track("One (Bo Remix)")]],
    [
      "where another remix is all there is",
      { ...one, title: "One (Cy Remix)" },
      [track("One (Bo Vega Remix)")],
    ],
    ["where an acoustic version is all there is", one, [track("One (Acoustic)")]],
    [
      "where it is live, and nothing says how long",
      { title: "One (Live)", artist: "Ann" },
      [track("One")],
    ],
    [
      "where the second of two artists is another",
      { ...one, artist: "Ann & Bo" },
      [track("One", { artist: "Ann & Cy" })],
    ],
    [
      "misspelt, of no known length",
      { title: "Midnihgt Garden", artist: "Ann" },
      [track("Midnight Garden")],
    ],
    [
      "with the ISRC of another name",
      { ...one, isrc },
      [track("Elsewhere", { isrc, artist: "Bo" })],
    ],
    [
      "by the name of a file alone",
      { path: "/x/One.flac" },
      [track("Two", { path: "Ann/One.flac" })],
    ],
  ])("%s", (_, row, library) => {
    const { state, candidates } = matchOf(row, library);

    expect(state).toBe("unsure");
    expect(candidates).toHaveLength(library.length);
  });

  it("where two recordings of its name have other lengths, and it has none", () => {
    const library = [track("One", { seconds: 200 }), track("One", { seconds: 300 })];

    expect(briefly({ title: "One", artist: "Ann" }, library)).toEqual([
      "unsure",
      "Ann - One",
      "Ann - One",
    ]);
  });

  it("with the best five candidates at most", () => {
    const library = Array.from({ length: 12 }, (_, index) =>
      track("One", { artist: `Artist ${index}`, seconds: 201 + index }),
    );

    const { state, candidates } = matchOf({ title: "One", durationMs: 200_000 }, library);

    expect(state).toBe("unsure");
    expect(candidates.map(({ durationMs }) => durationMs)).toEqual(
      [201, 202, 203, 204, 205].map((seconds) => 1_000 * seconds),
    );
  });
});

describe("A row is absent", () => {
  it.each<[string, RowTrack, readonly ComparedTrack[]]>([
    ["from an empty library", one, []],
    ["where others have its title", one, [track("One", { artist: "Bo" })]],
    ["where its artist has other titles", one, [track("Two"), track("Three")]],
    [
      "where another track has the name of its file",
      { ...one, path: "/x/y/01.mp3" },
      [track("Two", { artist: "Bo", path: "a/01.mp3" })],
    ],
    ["where nothing is said of it", {}, [track("One")]],
    [
      "where it has an id alone that nobody knows",
      { spotifyId: "0vFOzaXqZHahrZp6enQwQb" },
      [track("One")],
    ],
  ])("%s", (_, row, library) => {
    expect(matchOf(row, library)).toEqual({ state: "absent", candidates: [] });
  });
});

describe("What a row is matched to", () => {
  it("does not depend on the order of the tracks", () => {
    const library = [
      track("One", { seconds: 200 }),
      track("One", { seconds: 203, album: "B" }),
      track("One (Live)", { seconds: 201 }),
      track("Ones", { seconds: 200 }),
      track("One", { artist: "Bo", seconds: 199 }),
      track("One", { artist: "Ann & Bo" }),
      track("One", { seconds: undefined }),
      track("One", { seconds: 240 }),
    ];
    const rows: readonly RowTrack[] = [
      one,
      { title: "One" },
      { title: "One", artist: "Ann" },
      { title: "One - Live", artist: "Bo" },
    ];
    const expected = rows.map((row) => matchOf(row, library));

    for (let turn = 1; turn < library.length; turn += 1) {
      const turned = [...library.slice(turn), ...library.slice(0, turn)];
      expect(rows.map((row) => matchOf(row, turned))).toEqual(expected);
      expect(rows.map((row) => matchOf(row, turned.toReversed()))).toEqual(expected);
    }
  });

  it("counts a recording once, however many files hold it, by the one that fits best", () => {
    const first = track("One", { path: "x/One.flac", album: "B" });
    const second: ComparedTrack = { ...track("One", { album: "A" }), ref: first.ref };

    const { candidates } = matchOf({ title: "One", album: "A" }, [first, second]);

    expect(candidates).toHaveLength(1);
    expect(candidates[0]?.album).toBe("A");
  });

  it("has no score above 0.96 for names, and none below 0.5", () => {
    const library = [track("One"), track("One", { artist: "Bo" }), track("One", { seconds: 900 })];

    const { candidates } = matchOf({ title: "One", artist: "Ann" }, library);
    const best = matchOf(one, library).candidates[0];

    expect(best).toMatchObject({ score: 0.96, ground: "names" });
    for (const { score } of candidates) expect(score).toBeGreaterThanOrEqual(0.5);
  });
});
