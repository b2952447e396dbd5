import type { IAudioMetadata, ITag } from "music-metadata";
import { findName } from "../../../domain/track/name-text.js";
import { findPlace } from "../../../domain/track/release-details.js";
import { joinedTagTexts, tagTextsOf } from "../tag-text.js";

/** Maximum number of artists of a track; choirs and casts have some dozens. */
const MAX_ARTIST_COUNT = 100;

/** Whom and what the tags of a file name; `undefined` where they have no such text. */
interface NamesOfTags {
  readonly artist: string | undefined;
  /** The artists one by one, 2..100. */
  readonly artists: readonly string[] | undefined;
  readonly trackName: string | undefined;
  readonly album: string | undefined;
  readonly albumArtist: string | undefined;
  readonly composer: string | undefined;
  readonly label: string | undefined;
  readonly work: string | undefined;
  readonly movement: string | undefined;
  /** 1..9999. */
  readonly movementNumber: number | undefined;
}

/** A text of a tag: `movementNumber` as it is written, and the grouping of ID3, which may be a work. */
type NamedField = keyof NamesOfTags | "grouping";

/**
 * The kinds of tags by the names that the reader has for them, the most trusted first: as the reader itself orders
 * them, but for an APE tag, which is no part of the formats that have Vorbis comments.
 */
const SYSTEMS = {
  matroska: "matroska",
  vorbis: "vorbis",
  APEv2: "ape",
  "ID3v2.4": "id3",
  "ID3v2.3": "id3",
  "ID3v2.2": "id3",
  exif: "riff",
  asf: "asf",
  iTunes: "mp4",
} as const;

type System = (typeof SYSTEMS)[keyof typeof SYSTEMS];

const APPLE = "----:COM.APPLE.ITUNES:";

/**
 * The names of each field in each kind of tag, in capital letters; the first that a tag has counts.
 * Source: "Appendix B: Tag Mapping" of the documentation of MusicBrainz Picard.
 */
const NAMES: Readonly<Record<NamedField, Readonly<Partial<Record<System, readonly string[]>>>>> = {
  artist: {
    id3: ["TPE1"],
    vorbis: ["ARTIST"],
    mp4: ["©ART"],
    ape: ["ARTIST"],
    riff: ["IART"],
    asf: ["AUTHOR"],
    matroska: ["TRACK:ARTIST"],
  },
  artists: {
    id3: ["TXXX:ARTISTS"],
    vorbis: ["ARTISTS"],
    mp4: [`${APPLE}ARTISTS`],
    ape: ["ARTISTS"],
    asf: ["WM/ARTISTS"],
    matroska: ["TRACK:ARTISTS"],
  },
  trackName: {
    id3: ["TIT2"],
    vorbis: ["TITLE"],
    mp4: ["©NAM"],
    ape: ["TITLE"],
    riff: ["INAM"],
    asf: ["TITLE"],
    matroska: ["SEGMENT:TITLE", "TRACK:TITLE"],
  },
  album: {
    id3: ["TALB"],
    vorbis: ["ALBUM"],
    mp4: ["©ALB"],
    ape: ["ALBUM"],
    riff: ["IPRD"],
    asf: ["WM/ALBUMTITLE"],
    matroska: ["ALBUM:TITLE"],
  },
  albumArtist: {
    id3: ["TPE2"],
    vorbis: ["ALBUMARTIST", "ALBUM ARTIST", "ALBUM_ARTIST"],
    mp4: ["AART"],
    ape: ["ALBUM ARTIST", "ALBUMARTIST"],
    asf: ["WM/ALBUMARTIST"],
    matroska: ["ALBUM:ARTIST"],
  },
  composer: {
    id3: ["TCOM"],
    vorbis: ["COMPOSER"],
    mp4: ["©WRT"],
    ape: ["COMPOSER"],
    riff: ["IMUS"],
    asf: ["WM/COMPOSER"],
    matroska: ["TRACK:COMPOSER"],
  },
  label: {
    id3: ["TPUB"],
    vorbis: ["LABEL", "ORGANIZATION"],
    mp4: [`${APPLE}LABEL`],
    ape: ["LABEL"],
    asf: ["WM/PUBLISHER"],
  },
  work: {
    id3: ["TXXX:WORK"],
    vorbis: ["WORK"],
    mp4: ["©WRK", `${APPLE}WORK`],
    ape: ["WORK"],
    asf: ["WM/WORK"],
  },
  movement: {
    id3: ["MVNM", "TXXX:MOVEMENTNAME"],
    vorbis: ["MOVEMENTNAME"],
    mp4: ["©MVN", `${APPLE}MOVEMENTNAME`],
    ape: ["MOVEMENTNAME"],
  },
  movementNumber: {
    id3: ["MVIN", "TXXX:MOVEMENT"],
    vorbis: ["MOVEMENT"],
    mp4: ["©MVI", `${APPLE}MOVEMENT`],
    ape: ["MOVEMENT"],
  },
  grouping: { id3: ["TIT1"] },
};

/** The texts of a tag by their name in capital letters. */
type Texts = ReadonlyMap<string, readonly string[]>;

/**
 * Returns whom and what the tags of a file name, whole: nothing is cut, split or normalised.
 *
 * @param id3 the texts of its ID3v2 tags by frame, which the reader may have split
 */
export function namesOfTags({ native, common }: IAudioMetadata, id3: Texts): NamesOfTags {
  const tags = Object.entries(SYSTEMS).flatMap(([type, system]) => {
    const items = native[type];
    if (items === undefined) return [];
    return [{ system, texts: system === "id3" && id3.size > 0 ? id3 : textsOf(items) }];
  });
  const valuesOf = (field: NamedField): readonly string[] => {
    for (const { system, texts } of tags) {
      for (const name of NAMES[field][system] ?? []) {
        const stored = texts.get(name);
        const values = stored ? tagTextsOf(stored) : [];
        if (values.length > 0) return values;
      }
    }
    return [];
  };
  const textOf = (field: NamedField): string | undefined => joinedTagTexts(valuesOf(field));

  const listed = valuesOf("artists");
  const artists = listed.length > 0 ? listed : valuesOf("artist");
  const place = textOf("movementNumber");
  const movementNumber = findPlace(/^\d+/.exec(place ?? "")?.[0]);
  // Some programs write the name of a movement where others write its number.
  const movement = textOf("movement") ?? (movementNumber === undefined ? place : undefined);
  // A grouping is the work where the tag has movements; elsewhere people group tracks by anything.
  const isMovement = movement !== undefined || movementNumber !== undefined;
  return {
    // ID3v1 and the texts of AIFF are as the reader gives them.
    artist: textOf("artist") ?? joinedTagTexts(listed) ?? findName(common.artist),
    artists: artists.length > 1 ? artists.slice(0, MAX_ARTIST_COUNT) : undefined,
    trackName: textOf("trackName") ?? findName(common.title),
    album: textOf("album") ?? findName(common.album),
    albumArtist: textOf("albumArtist"),
    composer: textOf("composer"),
    label: textOf("label"),
    work: textOf("work") ?? (isMovement ? textOf("grouping") : undefined),
    movement,
    movementNumber,
  };
}

function textsOf(items: readonly ITag[]): Texts {
  const texts = new Map<string, string[]>();
  for (const { id, value } of items) {
    if (typeof value !== "string" && typeof value !== "number") continue;
    const name = id.toUpperCase();
    const known = texts.get(name);
    if (known) known.push(String(value));
    else texts.set(name, [String(value)]);
  }
  return texts;
}
