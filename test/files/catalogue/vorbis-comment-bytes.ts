import { ARTIST } from "./odd-file.js";

/** A comment: a name and a value, or bytes as they are. */
export type Comment = readonly [name: string, value: string] | Uint8Array;

/** The comments of artist and title. */
export const namesOf = (title: string, artist = ARTIST): readonly Comment[] => [
  ["ARTIST", artist],
  ["TITLE", title],
];

/**
 * The bytes of comments, of FLAC or behind the mark of Ogg.
 *
 * Source: Xiph.Org, "Ogg Vorbis I format specification: comment field and header specification".
 */
export function commentBytes(comments: readonly Comment[], vendor = "Vendor"): Buffer {
  const sized = (bytes: Uint8Array): Buffer => {
    const length = Buffer.alloc(4);
    length.writeUInt32LE(bytes.length);
    return Buffer.concat([length, bytes]);
  };
  const count = Buffer.alloc(4);
  count.writeUInt32LE(comments.length);
  return Buffer.concat([
    sized(Buffer.from(vendor)),
    count,
    ...comments.map((one) =>
      sized(one instanceof Uint8Array ? one : Buffer.from(`${one[0]}=${one[1]}`)),
    ),
  ]);
}

/** The content of a FLAC block with a picture: its type is 3 for the front. Source: RFC 9639, 8.8. */
export function flacPicture(picture: Uint8Array, type = 3, mediaType = "image/jpeg"): Buffer {
  const number = (value: number): Buffer => {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(value);
    return bytes;
  };
  return Buffer.concat([
    ...[number(type), number(mediaType.length), Buffer.from(mediaType), number(0)],
    ...[Buffer.alloc(16), number(picture.length), picture],
  ]);
}

/** What the comments of all formats may have: a name, the comments, and what is read of them. */
export const oddComments = (
  picture: Uint8Array,
): readonly {
  readonly name: string;
  readonly source: string;
  readonly suffix?: string;
  readonly comments: (title: string) => readonly Comment[];
  readonly tags?: Readonly<Record<string, unknown>>;
}[] => [
  { name: "of artist and title", source: XIPH, comments: namesOf },
  {
    name: "in small letters",
    source: XIPH,
    comments: (title) => [
      ["artist", ARTIST],
      ["tItLe", title],
    ],
  },
  { name: "with letters of all scripts", source: XIPH, suffix: " Ещё 日本 𝄞", comments: namesOf },
  {
    name: "of several artists",
    source: "github.com/MusicPlayerDaemon/MPD/issues/687",
    comments: (title) => [...namesOf(title), ["ARTIST", "Bea"]],
    tags: { artist: "Ann; Bea", artists: ["Ann", "Bea"] },
  },
  {
    name: "with ALBUM ARTIST in two words",
    source: "picard-docs.musicbrainz.org, tag mapping",
    comments: (title) => [...namesOf(title), ["ALBUM ARTIST", "Various"]],
    tags: { albumArtist: "Various" },
  },
  {
    name: "of which one is empty",
    source: XIPH,
    comments: (title) => [["ALBUM", ""], ...namesOf(title)],
  },
  {
    name: "of which one has no equals sign",
    source: XIPH,
    comments: (title) => [Buffer.from("no name"), ...namesOf(title)],
  },
  {
    name: "of which one is no UTF-8",
    source: "github.com/nc-music/oc-music/issues/785",
    comments: (title) => [Buffer.from("COMMENT=\xc4\xd6\xdc", "latin1"), ...namesOf(title)],
  },
  {
    name: "with equals signs in a value",
    source: XIPH,
    suffix: " = a=b=",
    comments: namesOf,
  },
  {
    name: "with a picture in base64",
    source: "github.com/Borewit/music-metadata/issues/266",
    comments: (title) => [
      ...namesOf(title),
      ["METADATA_BLOCK_PICTURE", flacPicture(picture).toString("base64")],
    ],
    tags: { hasCover: true },
  },
  {
    name: "with a picture as COVERART",
    source: "wiki.xiph.org/VorbisComment, unofficial COVERART",
    comments: (title) => [
      ...namesOf(title),
      ["COVERARTMIME", "image/jpeg"],
      ["COVERART", Buffer.from(picture).toString("base64")],
    ],
    tags: { hasCover: true },
  },
  {
    name: "with values that are there already",
    source: "github.com/stengerh/foo_bpm/issues/16",
    comments: (title) => [
      ...namesOf(title),
      ["BPM", "128"],
      ["INITIALKEY", "Am"],
      ["replaygain_track_gain", "-6.54 dB"],
    ],
  },
  {
    name: "of 5,000 bytes",
    source: "github.com/fmang/opustags/issues/59",
    comments: (title) => [...namesOf(title), ["LYRICS", "la ".repeat(1_600)]],
  },
  {
    name: "of 70,000 bytes",
    source: "github.com/lostromb/concentus.oggfile/issues/6",
    comments: (title) => [...namesOf(title), ["LYRICS", "la ".repeat(23_000)]],
  },
  {
    name: "with a date and a number of a count",
    source: XIPH,
    comments: (title) => [...namesOf(title), ["DATE", "1999-12-31"], ["TRACKNUMBER", "7/12"]],
    tags: { year: 1999, trackNumber: 7 },
  },
  { name: "of none", source: XIPH, comments: () => [] },
];

const XIPH = "xiph.org/vorbis/doc/v-comment.html";
