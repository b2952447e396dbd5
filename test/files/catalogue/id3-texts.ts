import {
  id3Bytes,
  id3Text,
  id3TextFrame,
  type Id3FrameContent,
} from "../../signals/encoded/id3-bytes.js";
import { mp3, named, nameFrames } from "./mp3-tagged.js";
import type { Expected, OddFile } from "./odd-file.js";

const VALUES = "github.com/Martchus/tageditor/issues/38";
const SLASHES = "github.com/Borewit/music-metadata/issues/1073";
const GENRES = "github.com/JamesHeinrich/getID3/issues/224";
const SPECIFICATION = "id3.org, ID3v2.2 to 2.4, text information frames";

const encodings: readonly OddFile[] = (
  [
    [2, "latin1", " Ångström"],
    [2, "utf16", " 日本 𝄞"],
    [2, "utf16 marked as big-endian", " Ещё"],
    [3, "latin1", " Ångström"],
    [3, "utf16", " 日本 𝄞"],
    [3, "utf16 marked as big-endian", " Ещё"],
    [4, "latin1", " Ångström"],
    [4, "utf16", " 日本 𝄞"],
    [4, "utf16 marked as big-endian", " Ещё"],
    [4, "utf16be", " Ещё 日本"],
    [4, "utf8", " 日本 𝄞"],
  ] as const
).map(([version, encoding, suffix]) =>
  mp3(`ID3v2.${version} in ${encoding}`, "github.com/JamesHeinrich/getID3/issues/61", {
    suffix,
    before: named({ version, encoding }),
  }),
);

const ends: readonly OddFile[] = (
  [
    [3, "latin1", "\0"],
    [3, "utf16", "\0"],
    [4, "utf8", "\0"],
    [4, "utf16", "\0\0"],
    [4, "utf8", "  "],
  ] as const
).map(([version, encoding, end]) =>
  mp3(`ID3v2.${version} in ${encoding} that ends with ${JSON.stringify(end)}`, SPECIFICATION, {
    before: (title) =>
      id3Bytes({ version, frames: nameFrames(`${title}${end}`, { version, encoding }) }),
  }),
);

/** A tag with frames behind artist and title, of which these values are read. */
const withFrames = (
  name: string,
  source: string,
  frames: readonly Id3FrameContent[],
  tags: Expected["tags"] = {},
  version: 2 | 3 | 4 = 3,
): OddFile =>
  mp3(`ID3v2.${version}, ${name}`, source, {
    before: named({ version, frames }),
    expected: { tags },
  });

const artists: readonly OddFile[] = [
  mp3("ID3v2.3, an artist with a slash", SLASHES, {
    before: named({ artist: "AC/DC" }),
    expected: { tags: { artist: "AC/DC" } },
  }),
  mp3("ID3v2.4, an artist with a slash", SLASHES, {
    before: named({ version: 4, artist: "AC/DC" }),
    expected: { tags: { artist: "AC/DC" } },
  }),
  mp3("ID3v2.4, several artists", VALUES, {
    before: named({ version: 4, encoding: "utf8", artist: ["Ann", "Bea"] }),
    expected: { tags: { artist: "Ann; Bea", artists: ["Ann", "Bea"] } },
  }),
  mp3("ID3v2.4, several artists of UTF-16 with a mark each", VALUES, {
    before: named({ version: 4, encoding: "utf16", artist: ["Ann", "Bea"] }),
    expected: { tags: { artist: "Ann; Bea", artists: ["Ann", "Bea"] } },
  }),
  mp3("ID3v2.3, several artists separated by zeros", VALUES, {
    before: named({ artist: ["Ann", "Bea"] }),
    expected: { tags: { artist: "Ann; Bea", artists: ["Ann", "Bea"] } },
  }),
  mp3("ID3v2.3, the frame of the artist twice", "github.com/Serial-ATA/lofty-rs/issues/668", {
    before: named({ frames: [id3TextFrame("TPE1", "Ann")] }),
  }),
  withFrames(
    "artists one by one beside the credit",
    "picard-docs.musicbrainz.org",
    [id3TextFrame("TXXX", ["ARTISTS", "Ann", "Bea"])],
    { artists: ["Ann", "Bea"] },
    4,
  ),
  withFrames("an artist of the album", SPECIFICATION, [id3TextFrame("TPE2", "Various Artists")], {
    albumArtist: "Various Artists",
  }),
];

const details: readonly OddFile[] = [
  withFrames("a genre by number", GENRES, [id3TextFrame("TCON", "(17)")], { genre: "Rock" }),
  withFrames(
    "a genre by number without brackets",
    GENRES,
    [id3TextFrame("TCON", "17")],
    {
      genre: "Rock",
    },
    4,
  ),
  withFrames("a genre by number and name", GENRES, [id3TextFrame("TCON", "(17)Rock")], {
    genre: "Rock",
  }),
  withFrames(
    "several genres",
    GENRES,
    [id3TextFrame("TCON", ["Rock", "Pop"])],
    {
      genre: "Rock; Pop",
    },
    4,
  ),
  withFrames("no genre in its frame", GENRES, [id3TextFrame("TCON", "")]),
  withFrames("a year", SPECIFICATION, [id3TextFrame("TYER", "1999")], { year: 1999 }),
  withFrames("a date", SPECIFICATION, [id3TextFrame("TDRC", "1999-12-31")], { year: 1999 }, 4),
  withFrames("a date of version 2.4", SPECIFICATION, [id3TextFrame("TDRC", "1999-12")], {
    year: 1999,
  }),
  withFrames("no year in its frame", SPECIFICATION, [id3TextFrame("TYER", "0")]),
  withFrames("a number of a count", SPECIFICATION, [id3TextFrame("TRCK", "7/12")], {
    trackNumber: 7,
  }),
  withFrames("a number with zeros", SPECIFICATION, [id3TextFrame("TRCK", "007")], {
    trackNumber: 7,
  }),
  withFrames("a side of a record as its number", SPECIFICATION, [id3TextFrame("TRCK", "A1")]),
  withFrames("a number of no track", SPECIFICATION, [id3TextFrame("TRCK", "0/0")]),
  withFrames("an album with a slash", SLASHES, [id3TextFrame("TALB", "First/Second")], {
    album: "First/Second",
  }),
  withFrames("a composer with a slash", SLASHES, [id3TextFrame("TCOM", "Lennon/McCartney")], {
    composer: "Lennon/McCartney",
  }),
  withFrames("an ISRC with hyphens", SPECIFICATION, [id3TextFrame("TSRC", "GB-N9Y-11-00088")], {
    isrc: "GBN9Y1100088" as never,
  }),
  withFrames("a tempo with decimals", "github.com/stengerh/foo_bpm/issues/16", [
    id3TextFrame("TBPM", "127.5"),
  ]),
  withFrames("a tempo that is no number", SPECIFICATION, [id3TextFrame("TBPM", "fast")]),
  withFrames("a tempo of zero", SPECIFICATION, [id3TextFrame("TBPM", "0")]),
  withFrames("a tempo in a user text", SPECIFICATION, [id3TextFrame("TXXX", ["BPM", "128"])]),
  withFrames("two tempos", SPECIFICATION, [
    id3TextFrame("TBPM", "120"),
    id3TextFrame("TXXX", ["bpm", "128"]),
  ]),
  withFrames("a key in letters", SPECIFICATION, [id3TextFrame("TKEY", "Am")]),
  withFrames("a gain in small letters", SPECIFICATION, [
    id3TextFrame("TXXX", ["replaygain_track_gain", "-6.54 dB"]),
  ]),
  withFrames("an empty user text", "github.com/Borewit/music-metadata/issues/471", [
    { id: "TXXX", body: id3Text("latin1", "") },
  ]),
  mp3("ID3v2.3, an empty artist and an empty title", SPECIFICATION, {
    before: () => id3Bytes({ frames: nameFrames("", { artist: "" }) }),
    expected: { tags: "none" },
  }),
  mp3("ID3v2.4, a title of 200 letters", SPECIFICATION, {
    suffix: " and so on".repeat(20),
    before: named({ version: 4, encoding: "utf8" }),
  }),
];

export const id3Texts: readonly OddFile[] = [...encodings, ...ends, ...artists, ...details];
