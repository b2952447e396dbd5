import {
  kindOfPlaylist,
  parseKeptTracks,
  parsePlaylist,
  type PlaylistParameters,
  playlistFileName,
  shownRecipeOf,
  undoneRevisionOf,
} from "../../../src/domain/playlist/playlist.js";

const key = "0123456789abcdef";
const other = "fedcba9876543210";

describe("A playlist of a client", () => {
  it("has a default for everything but its name", () => {
    expect(parsePlaylist({ name: " Calm " })).toEqual({
      name: "Calm",
      note: "",
      recipe: {
        filter: {},
        order: null,
        length: 50,
        seeds: [],
        exclude: [],
        path: null,
        spreadArtists: null,
      },
      isWritten: false,
    });
  });

  it("has each seed once, and ten tracks of a path", () => {
    const seeded = parsePlaylist({ name: "A", seeds: [key, other, key], isWritten: true });
    const path = parsePlaylist({ name: "A", from: key, to: other, exclude: [key] });

    expect(seeded).toMatchObject({ recipe: { seeds: [key, other] }, isWritten: true });
    expect(path.recipe).toMatchObject({ length: 10, path: { from: key, to: other } });
  });

  it.each<[PlaylistParameters, string]>([
    [{}, '"name" must be a text of 1 to 200'],
    [{ name: " " }, '"name"'],
    [{ name: "x".repeat(201) }, '"name"'],
    [{ name: "two\nlines" }, '"name"'],
    [{ name: "half \ud834" }, '"name"'],
    [{ name: "A", length: 1_001 }, '"length" must be an integer from 1 to 1000'],
    [{ name: "A", from: key, to: other, length: 51 }, '"length" must be an integer from 2 to 50'],
    [{ name: "A", from: key }, '"to" is required'],
    [{ name: "A", from: key, to: other, seeds: [key] }, '"seeds" cannot be combined'],
    [{ name: "A", from: key, to: other, filter: { mode: 1 } }, '"filter" cannot be combined'],
    [{ name: "A", order: "loud" }, '"order" must be one of'],
    [{ name: "A", filter: { keyIn: ["H"] } }, '"filter.keyIn" must be a key'],
    [{ name: "A", filter: { mode: 2 } }, '"filter.mode" must be an integer from 0 to 1'],
    [{ name: "A", seeds: ["x"] }, '"seeds" must be 16'],
    [{ name: "A", tracks: [key], seeds: [other] }, '"seeds" cannot be combined with "tracks"'],
    [{ name: "A", tracks: [key], filter: { mode: 1 } }, '"filter" cannot be combined'],
    [{ name: "A", tracks: [key], length: 5 }, '"length" cannot be combined with "tracks"'],
    [{ name: "A", note: "x".repeat(1_001) }, '"note" must be a text of at most 1000'],
    [{ name: "A", note: "bell \u0007" }, '"note" must be a text'],
    [{ name: "A", note: "half \ud834" }, '"note" must be a text'],
    [
      { name: "A", seeds: Array.from({ length: 21 }, (_, n) => n.toString(16).padStart(16, "0")) },
      '"seeds" must have at most 20',
    ],
  ])("is refused as %j", (parameters, message) => {
    expect(() => parsePlaylist(parameters)).toThrow(message);
  });
});

describe("A playlist that keeps tracks", () => {
  it("has no recipe, and the tracks in their order, also the same twice", () => {
    const none = { seeds: [], exclude: [], filter: { text: null, mood: { happy: null } } };
    const parameters = { name: "A", tracks: [other, key, other], ...none };

    expect(parsePlaylist(parameters).recipe).toBeNull();
    expect(parseKeptTracks(parameters)).toEqual([other, key, other]);
    expect(parseKeptTracks({ tracks: [] })).toEqual([]);
    expect(parseKeptTracks({})).toBeUndefined();
  });

  it.each([
    [["x"], '"tracks" must be 16'],
    [Array.from({ length: 2_001 }, () => key), '"tracks" must have at most 2000 tracks'],
  ])("is refused where a track is malformed, or there are too many", (tracks, message) => {
    expect(() => parseKeptTracks({ tracks })).toThrow(message);
  });
});

describe("A note", () => {
  it("may have several lines, whose ends are those of Unix", () => {
    expect(parsePlaylist({ name: "A", note: " one\r\n\ttwo \n" }).note).toBe("one\n\ttwo");
  });
});

describe("What a playlist is", () => {
  const { recipe } = parsePlaylist({ name: "A", length: 7 });
  const rows = { count: 3, durationMs: 9 };

  it("follows from what it keeps", () => {
    expect([
      kindOfPlaylist({ recipe, rows: null }),
      kindOfPlaylist({ recipe: null, rows }),
      kindOfPlaylist({ recipe, rows }),
    ]).toEqual(["recipe", "tracks", "frozen"]);
  });

  it("is shown with its recipe, or without one as many tracks as it has rows", () => {
    expect(shownRecipeOf({ recipe, rows }).length).toBe(7);
    expect(shownRecipeOf({ recipe: null, rows })).toMatchObject({ length: 3, seeds: [] });
  });

  it.each([
    [1, null, null],
    [2, 1, 1],
    [51, 2, 2],
    [52, 2, null],
  ])("can be undone at revision %j to %j, while that is kept", (revision, undoRevision, undone) => {
    expect(undoneRevisionOf({ revision, undoRevision })).toBe(undone);
  });
});

describe("The file name of a playlist", () => {
  const nameOf = (name: string): string => playlistFileName({ name });

  it.each([
    ["Calm evening", "Calm evening.m3u8"],
    ["Ljósið 日本 𝄞", "Ljósið 日本 𝄞.m3u8"],
    ["../../etc/passwd", "__.._etc_passwd.m3u8"],
    ['a/b\\c:d*e?f"g<h>i|j', "a_b_c_d_e_f_g_h_i_j.m3u8"],
    [".hidden", "_hidden.m3u8"],
    ["-rf", "_rf.m3u8"],
    ["con", "_con.m3u8"],
    ["Aux.one", "_Aux.one.m3u8"],
    ["ends with dots...", "ends with dots.m3u8"],
    ["\u202egnp.exe", "_gnp.exe.m3u8"],
    ["...", "_.m3u8"],
  ])("of %j is %j", (name, expected) => {
    expect(nameOf(name)).toBe(expected);
  });

  it("has at most 250 bytes, and no half characters", () => {
    const file = nameOf("𝄞".repeat(100));

    expect(Buffer.byteLength(file)).toBeLessThanOrEqual(250);
    expect(file.isWellFormed()).toBe(true);
  });
});
