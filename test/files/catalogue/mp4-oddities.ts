import {
  freeform,
  IMPLICIT,
  INTEGER,
  JPEG,
  mp4Box,
  mp4File,
  mp4Meta,
  mp4Names,
  mp4Tag,
  mp4Text,
  mp4Value,
  PNG,
  type Mp4Layout,
} from "./mp4-file.js";
import type { Expected, OddFile } from "./odd-file.js";
import { jpeg, png } from "./pictures.js";

const QUICKTIME = "developer.apple.com, QuickTime File Format, metadata";
const ITUNES = "github.com/Sohex/musefs/issues/511";

interface Mp4Oddity extends Omit<Mp4Layout, "user"> {
  /** Other tags, and those in front of artist and title. */
  readonly items?: readonly Uint8Array[];
  readonly itemsBefore?: readonly Uint8Array[];
  readonly user?: (title: string) => readonly Uint8Array[] | undefined;
  readonly extension?: string;
  readonly suffix?: string;
  readonly expected?: Expected;
}

function mp4(name: string, source: string, odd: Mp4Oddity = {}): OddFile {
  const { items = [], itemsBefore = [], extension = "m4a", suffix, expected, ...others } = odd;
  const {
    user = (title: string) => [mp4Meta([...itemsBefore, ...mp4Names(title), ...items])],
    ...layout
  } = others;
  return {
    name: `MP4, ${name}`,
    source,
    extension,
    ...(suffix !== undefined && { suffix }),
    ...(expected && { expected }),
    bytes: (title, number) => {
      const made = user(title);
      return mp4File(number, { ...layout, ...(made && { user: made }) });
    },
  };
}

const number = (value: number, width: 1 | 2 | 4): Buffer => {
  const bytes = Buffer.alloc(width);
  bytes.writeUIntBE(value, 0, width);
  return bytes;
};

const cover = (...values: readonly Uint8Array[]): Mp4Oddity => ({
  items: [mp4Tag("covr", ...values)],
  expected: { tags: { hasCover: true } },
});

const tags: readonly OddFile[] = [
  mp4("artist and title", QUICKTIME),
  mp4("letters of all scripts", QUICKTIME, { suffix: " Ещё 日本 𝄞" }),
  mp4("several artists in a tag", QUICKTIME, {
    user: (title) => [
      mp4Meta([
        mp4Tag("\u00a9ART", mp4Value(Buffer.from("Ann")), mp4Value(Buffer.from("Bea"))),
        mp4Text("\u00a9nam", title),
      ]),
    ],
    expected: { tags: { artist: "Ann; Bea", artists: ["Ann", "Bea"] } },
  }),
  mp4("an artist of the album", QUICKTIME, {
    items: [mp4Text("aART", "Various")],
    expected: { tags: { albumArtist: "Various" } },
  }),
  mp4("a genre by number", ITUNES, {
    items: [mp4Tag("gnre", mp4Value(number(18, 2), IMPLICIT))],
    expected: { tags: { genre: "Rock" } },
  }),
  mp4("a number of a count", ITUNES, {
    items: [mp4Tag("trkn", mp4Value(Buffer.from([0, 0, 0, 7, 0, 12, 0, 0]), IMPLICIT))],
    expected: { tags: { trackNumber: 7 } },
  }),
  mp4("a number of six bytes", ITUNES, {
    items: [mp4Tag("disk", mp4Value(Buffer.from([0, 0, 0, 2, 0, 3]), IMPLICIT))],
    expected: { tags: { discNumber: 2 } },
  }),
  ...(
    [
      [128, 2, INTEGER],
      [128, 1, INTEGER],
      [128, 4, INTEGER],
      [128, 2, IMPLICIT],
      [0, 2, INTEGER],
    ] as const
  ).map(([value, width, type]) =>
    mp4(`a tempo of ${value} in ${width} bytes of type ${type}`, ITUNES, {
      items: [mp4Tag("tmpo", mp4Value(number(value, width), type))],
    }),
  ),
  mp4("a tempo without a value", ITUNES, { items: [mp4Tag("tmpo")] }),
  mp4("a key and a gain under iTunes' names", QUICKTIME, {
    items: [freeform("initialkey", "8A"), freeform("replaygain_track_gain", "-6.54 dB")],
  }),
  mp4("a key in front of all other tags", QUICKTIME, { itemsBefore: [freeform("KEY", "Am")] }),
  mp4("a freeform tag of another owner", QUICKTIME, {
    items: [freeform("BPM", "99", "org.example")],
  }),
  mp4("a freeform tag without a name", QUICKTIME, {
    items: [mp4Box("----", mp4Value(Buffer.from("x")))],
    expected: { tags: {}, differs: { mutagen: "refuses the file" } },
  }),
  mp4("flags of compilations and gapless albums", ITUNES, {
    items: [
      mp4Tag("cpil", mp4Value(number(1, 1), INTEGER)),
      mp4Tag("pgap", mp4Value(number(0, 1), INTEGER)),
    ],
  }),
  mp4("an empty tag", QUICKTIME, { items: [mp4Text("\u00a9alb", "")] }),
  mp4("a tag twice", QUICKTIME, {
    items: [mp4Text("\u00a9alb", "One"), mp4Text("\u00a9alb", "Two")],
    expected: { tags: { album: "One; Two" } },
  }),
  mp4("a name inside of a tag", QUICKTIME, {
    items: [
      mp4Box("\u00a9alb", mp4Box("name", Buffer.from("\0\0\0\0x")), mp4Value(Buffer.from("Album"))),
    ],
    expected: { differs: { mutagen: "takes the name for a value" } },
  }),
];

const covers: readonly OddFile[] = [
  mp4("a JPEG", QUICKTIME, cover(mp4Value(jpeg, JPEG))),
  mp4("a PNG", QUICKTIME, cover(mp4Value(png, PNG))),
  mp4("a picture whose type is not stated", QUICKTIME, cover(mp4Value(jpeg, IMPLICIT))),
  mp4("a JPEG that is called a PNG", QUICKTIME, cover(mp4Value(jpeg, PNG))),
  mp4("several pictures", QUICKTIME, cover(mp4Value(jpeg, JPEG), mp4Value(png, PNG))),
  mp4(
    "a picture of 100 kB",
    QUICKTIME,
    cover(mp4Value(Buffer.concat([jpeg, Buffer.alloc(100_000, 5)]), JPEG)),
  ),
  mp4("a picture of no bytes", QUICKTIME, {
    items: [mp4Tag("covr", mp4Value(Buffer.alloc(0), JPEG))],
  }),
  mp4("a picture that is none", QUICKTIME, { items: [mp4Tag("covr")] }),
];

const layouts: readonly OddFile[] = [
  mp4("no tags", QUICKTIME, { user: () => undefined, expected: { tags: "none" } }),
  mp4("an empty list of tags", QUICKTIME, {
    user: () => [mp4Meta([])],
    expected: { tags: "none" },
  }),
  mp4("user data without a list of tags", QUICKTIME, {
    user: () => [mp4Box("name", Buffer.from("x"))],
    expected: { tags: "none" },
  }),
  mp4("zeros behind its user data", QUICKTIME, {
    user: (title) => [mp4Meta(mp4Names(title)), Buffer.alloc(4)],
  }),
  mp4("free space within its tags", QUICKTIME, {
    items: [],
    user: (title) => [mp4Meta(mp4Names(title)), mp4Box("free", Buffer.alloc(500))],
  }),
  mp4("the movie in front", QUICKTIME, { isMovieFirst: true }),
  mp4("the movie in front, and free space behind it", QUICKTIME, {
    isMovieFirst: true,
    before: [mp4Box("free", Buffer.alloc(2_000))],
  }),
  mp4("free space of 57 kB in front", "github.com/ClementBeal/audio_metadata_reader/issues/109", {
    before: [mp4Box("free", Buffer.alloc(57_308))],
  }),
  mp4("media of a 64-bit length", QUICKTIME, { mediaLength: "64 bits" }),
  mp4("media up to the end of the file", QUICKTIME, {
    isMovieFirst: true,
    mediaLength: "to the end",
  }),
  mp4("unknown boxes behind the movie", QUICKTIME, {
    behind: [mp4Box("uuid", Buffer.alloc(40)), mp4Box("skip")],
  }),
  mp4("zeros behind the movie", QUICKTIME, { behind: [Buffer.alloc(100)] }),
  mp4("a brand of QuickTime", QUICKTIME, { brand: "qt  " }),
  mp4("a brand of no known kind", QUICKTIME, { brand: "XXXX" }),
  mp4("an audiobook by its extension", "support.apple.com, audiobooks", {
    extension: "m4b",
    expected: { tags: { genre: "Audiobook" } },
  }),
  mp4("an audiobook by its kind of media", ITUNES, {
    items: [mp4Tag("stik", mp4Value(number(2, 1), INTEGER)), mp4Text("\u00a9gen", "Fantasy")],
    expected: { tags: { genre: "Fantasy; Audiobook" } },
  }),
  mp4("the extension of a video", "github.com/mime-types/mime-types-data/pull/29", {
    extension: "mp4",
  }),
  mp4("ALAC", QUICKTIME, { recorded: "ffmpeg/tones-alac.m4a" }),
  mp4("ALAC with the movie in front", QUICKTIME, {
    recorded: "ffmpeg/tones-alac.m4a",
    isMovieFirst: true,
  }),
  mp4("a fragment behind the movie", QUICKTIME, {
    behind: [mp4Box("moof")],
    expected: { tags: {}, untagged: /in fragments/ },
  }),
];

export const mp4Oddities: readonly OddFile[] = [...tags, ...covers, ...layouts];
