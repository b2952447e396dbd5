import {
  parsePlaylist,
  type PlaylistParameters,
  playlistFileName,
} from "../../../src/domain/playlist/playlist.js";

const key = "0123456789abcdef";
const other = "fedcba9876543210";

describe("A playlist of a client", () => {
  it("has a default for everything but its name", () => {
    expect(parsePlaylist({ name: " Calm " })).toEqual({
      name: "Calm",
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
    [{ name: "A", from: key, to: other, filter: {} }, '"filter" cannot be combined'],
    [{ name: "A", order: "loud" }, '"order" must be one of'],
    [{ name: "A", filter: { keyIn: ["H"] } }, '"filter.keyIn" must be a key'],
    [{ name: "A", filter: { mode: 2 } }, '"filter.mode" must be an integer from 0 to 1'],
    [{ name: "A", seeds: ["x"] }, '"seeds" must be 16'],
    [
      { name: "A", seeds: Array.from({ length: 21 }, (_, n) => n.toString(16).padStart(16, "0")) },
      '"seeds" must have at most 20',
    ],
  ])("is refused as %j", (parameters, message) => {
    expect(() => parsePlaylist(parameters)).toThrow(message);
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
