import { foldText } from "./folded-text.js";

/** What a provider or the tags of a file know of the release of a track, and of the work that it plays. */
export interface ReleaseDetails {
  readonly album?: string;
  /** The artist of the whole album, such as "Various Artists". */
  readonly albumArtist?: string;
  /** Genres as they are written there; several are separated by "; ". */
  readonly genre?: string;
  /** Year of the release, 1000..9999: the first one where a provider knows it. */
  readonly year?: number;
  /** Number on its disc, 1..9999. */
  readonly trackNumber?: number;
  /** Number of the disc, 1..9999. */
  readonly discNumber?: number;
  /** Composers; several are separated as the tag separates them. */
  readonly composer?: string;
  /** Who published it; several are separated by "; ". */
  readonly label?: string;
  /** The work of which the track is a movement, e.g. "Symphony No. 5". */
  readonly work?: string;
  /** Name of the movement, e.g. "Andante con moto". */
  readonly movement?: string;
  /** Number of the movement in its work, 1..9999. */
  readonly movementNumber?: number;
}

type DetailParts = {
  readonly [Detail in keyof ReleaseDetails]: ReleaseDetails[Detail] | undefined;
};

/** The names of all details. */
export const releaseDetailNames = Object.keys({
  album: true,
  albumArtist: true,
  genre: true,
  year: true,
  trackNumber: true,
  discNumber: true,
  composer: true,
  label: true,
  work: true,
  movement: true,
  movementNumber: true,
} satisfies Record<keyof ReleaseDetails, true>) as readonly (keyof ReleaseDetails)[];

/** Returns those details that are defined, and nothing else of the value. */
export function releaseDetailsOf(parts: DetailParts): ReleaseDetails {
  const known = releaseDetailNames.filter((name) => parts[name] !== undefined);
  return Object.fromEntries(known.map((name) => [name, parts[name]]));
}

/** Returns the year of a date, such as 1973 of "1973-03-01"; `undefined` where it begins with no year. */
export function findYear(date: string | number | undefined): number | undefined {
  const [digits] = /^[1-9]\d{3}(?!\d)/.exec(String(date ?? "").trim()) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

/** Returns the number of a track or disc; `undefined` where it is no integer from 1 to 9999. */
export function findPlace(number: number | string | null | undefined): number | undefined {
  const place = typeof number === "string" && /^\d{1,4}$/.test(number) ? Number(number) : number;
  const isPlace = typeof place === "number" && Number.isInteger(place);
  return isPlace && place >= 1 && place <= 9999 ? place : undefined;
}

/** Joins the values of a detail, such as genres, to one text; `undefined` where there is none. */
export function joinedValues(values: readonly string[] | undefined): string | undefined {
  const unique = [...new Set(values?.map((value) => value.trim()).filter((value) => value !== ""))];
  return unique.length === 0 ? undefined : unique.join("; ");
}

/** The details that say something of one album only. */
const OF_ONE_ALBUM = ["albumArtist", "trackNumber", "discNumber"] as const;

type OfOneAlbum = (typeof OF_ONE_ALBUM)[number];

/**
 * Returns a description of a track without its numbers and the artist of its album, unless these are of
 * the album that `first` names: those of another release say nothing of its place on this one.
 */
export function placedAs<Described extends ReleaseDetails>(
  first: ReleaseDetails,
  described: Described,
): Omit<Described, OfOneAlbum> {
  const { album } = first;
  const hasPlace = first.trackNumber !== undefined || first.discNumber !== undefined;
  const isSame =
    album === undefined
      ? !hasPlace
      : described.album !== undefined && foldText(album) === foldText(described.album);
  if (isSame) return described;
  const others = Object.entries(described).filter(
    ([name]) => !OF_ONE_ALBUM.some((one) => one === name),
  );
  return Object.fromEntries(others) as Omit<Described, OfOneAlbum>;
}
