import type { ComparedArtists } from "../../domain/list-import/compared-artists.js";
import { sharedTailOf } from "../../domain/list-import/compared-path.js";
import type { ComparedTitle, VersionKind } from "../../domain/list-import/compared-title.js";
import type { ComparedNames } from "../../domain/list-import/compared-track.js";
import { misspeltLikeness } from "../../domain/list-import/misspelt-names.js";
import { bigramSimilarity } from "../search/match-score.js";

/** The most that names alone prove. */
const NAMES_AT_MOST = 0.96;

/** Titles of which one has more words, in brackets or behind a dash; titles that share only what stands before those. */
const TITLE_WITHIN = 0.92;
const TITLES_BEGIN_ALIKE = 0.8;

/** Artist and title in one. */
const JOINED = 0.95;

/** From here on, two notes on a version say the same. */
const SAME_NOTES = 0.75;

/** What artists prove that are not known on one side, that share the first of theirs, or another; and where they share none. */
const ARTIST_UNKNOWN = 0.8;
const LEAD_SHARED = 0.88;
const GUEST_SHARED = 0.75;
const NO_ARTIST_SHARED = 0.3;

/** Two recordings of one kind of version, which are called otherwise; of other kinds. */
const OTHER_NOTES = 0.95;
const OTHER_REMIX = 0.7;
const OTHER_KIND = 0.7;
const OTHER_KIND_OF_LENGTH = 0.9;

/** Versions of which one program says it in the title, and another in the album only. */
const UNNOTED_KINDS: readonly VersionKind[] = ["live", "edit"];

/** Lengths of one recording differ by so much, because programs measure pauses and fades otherwise; the larger one counts. */
const LENGTH_TOLERANCE_MS = 3_000;
const LENGTH_TOLERANCE = 0.015;

/** A length that is not known leaves titles that are the same sure, and makes others unsure. */
const LENGTH_UNKNOWN = 0.95;
const LENGTH_UNKNOWN_OF_LIKENESS = 0.85;

/** From so many tolerances on, a length contradicts; what it proves then. */
const CONTRADICTING_TOLERANCES = 4;
const LENGTH_CONTRADICTS = 0.6;

/** What an id proves where names or lengths contradict it. */
const ID_OF_OTHER_LENGTH = 0.8;
const ID_OF_OTHER_NAMES = 0.7;

/** What paths prove that end alike, by the number of names that do: the file name alone, with its folder, and more. */
const SHARED_NAMES = [0, 0.7, 0.9, 0.95] as const;

/** What another extension of a file leaves of it: the same music in another format. */
const OTHER_EXTENSION = 0.97;

/** Where a row has both a path and names, and the names are those of another track. */
const PATH_OF_OTHER_NAMES = 0.7;

/** Names agree where they prove at least this. */
export const NAMES_AGREE = 0.5;

/** Returns how much alike two titles are, [0, 1]; 0 where they are neither misspelt nor longer and shorter forms of one. */
function titleLikeness(one: ComparedTitle, other: ComparedTitle): number {
  if (one.main === other.main) return 1;
  const spelt = misspeltLikeness(one.main, other.main);
  if (one.keys.includes(other.main) || other.keys.includes(one.main)) {
    return Math.max(TITLE_WITHIN, spelt);
  }
  const begin = one.keys.some((key) => other.keys.includes(key)) ? TITLES_BEGIN_ALIKE : 0;
  return Math.max(spelt, begin);
}

/** Returns how much alike the artists of two tracks are, [0, 1]. */
export function artistLikeness(one: ComparedArtists, other: ComparedArtists): number {
  if (one.names.length === 0 || other.names.length === 0) return ARTIST_UNKNOWN;
  if (one.whole !== "" && one.whole === other.whole) return 1;
  const [few, many] = one.names.length <= other.names.length ? [one, other] : [other, one];
  const shared = few.names.filter((name) => many.names.includes(name));
  if (shared.length === few.names.length) return 1;
  const spelt = misspeltLikeness(one.whole, other.whole);
  const [lead = "", otherLead = ""] = [one.names[0], other.names[0]];
  if (shared.length > 0) return Math.max(lead === otherLead ? LEAD_SHARED : GUEST_SHARED, spelt);
  return Math.max(NO_ARTIST_SHARED, misspeltLikeness(lead, otherLead), spelt);
}

/** Returns whether two lengths may be of one recording; `undefined` where one is not known. */
export function isOfLength(
  one: number | undefined,
  other: number | undefined,
): boolean | undefined {
  const apart = tolerancesBetween(one, other);
  return apart === undefined ? undefined : apart <= 1;
}

/** Returns how far two lengths are apart, in tolerances. */
function tolerancesBetween(one: number | undefined, other: number | undefined): number | undefined {
  if (one === undefined || other === undefined) return undefined;
  const tolerance = Math.max(LENGTH_TOLERANCE_MS, LENGTH_TOLERANCE * Math.max(one, other));
  return Math.abs(one - other) / tolerance;
}

/** Returns how much two lengths leave of what titles prove, (0, 1]. */
function lengthFactor(apart: number | undefined, titles: number): number {
  if (apart === undefined) return titles === 1 ? LENGTH_UNKNOWN : LENGTH_UNKNOWN_OF_LIKENESS;
  if (apart <= 1) return 1;
  if (apart >= CONTRADICTING_TOLERANCES) return LENGTH_CONTRADICTS;
  const share = (apart - 1) / (CONTRADICTING_TOLERANCES - 1);
  return 1 - share * (1 - LENGTH_CONTRADICTS);
}

/** Returns how much the notes on versions leave of what titles prove, (0, 1]. */
function versionFactor(one: ComparedTitle, other: ComparedTitle, areOfLength: boolean): number {
  const onlyOne = one.kinds.filter((kind) => !other.kinds.includes(kind));
  const onlyOther = other.kinds.filter((kind) => !one.kinds.includes(kind));
  const differing = [...onlyOne, ...onlyOther];
  if (differing.length > 0) {
    const areUnnoted = differing.every((kind) => UNNOTED_KINDS.includes(kind));
    return areUnnoted && areOfLength ? OTHER_KIND_OF_LENGTH : OTHER_KIND;
  }
  if (one.version === other.version) return 1;
  if (bigramSimilarity(one.version, other.version) >= SAME_NOTES) return 1;
  return one.kinds.includes("remix") ? OTHER_REMIX : OTHER_NOTES;
}

/** The names and length of a track. */
export interface ScoredNames {
  readonly names: ComparedNames;
  readonly durationMs: number | undefined;
}

/** Returns what the names of two tracks prove without their lengths, [0, 1]. */
export function namesLikeness(one: ComparedNames, other: ComparedNames): number {
  const artists = Math.max(
    artistLikeness(one.artists, other.artists),
    one.artists.names.length > 0 && other.albumArtists && other.albumArtists.names.length > 0
      ? artistLikeness(one.artists, other.albumArtists)
      : 0,
  );
  const straight = titleLikeness(one.title, other.title) * artists;
  if (areSwapped(one, other)) return Math.max(straight, TITLE_WITHIN);
  return isJoined(one, other) || isJoined(other, one) ? Math.max(straight, JOINED) : straight;
}

/** Returns whether one track has the artist and the title of the other in its title, and no artist. */
function isJoined(one: ComparedNames, other: ComparedNames): boolean {
  const { whole } = other.artists;
  return (
    one.artists.names.length === 0 && whole !== "" && one.title.main === whole + other.title.main
  );
}

/** Returns whether one track has its title where the other has its artist, and the other way round. */
function areSwapped(one: ComparedNames, other: ComparedNames): boolean {
  const { whole } = one.artists;
  return whole !== "" && whole === other.title.main && one.title.main === other.artists.whole;
}

/**
 * Returns what names and lengths prove, [0, 0.96].
 *
 * @param likeness of the names, as `namesLikeness` returns it
 */
export function namesScore(one: ScoredNames, other: ScoredNames, likeness: number): number {
  if (likeness < NAMES_AGREE) return likeness * NAMES_AT_MOST;
  const apart = tolerancesBetween(one.durationMs, other.durationMs);
  const titles = titleLikeness(one.names.title, other.names.title);
  const lengths = lengthFactor(apart, titles);
  const versions = versionFactor(
    one.names.title,
    other.names.title,
    apart !== undefined && apart <= 1,
  );
  return NAMES_AT_MOST * likeness * lengths * versions;
}

/**
 * Returns what an equal id proves, [0, 1]: 1 where neither names nor lengths contradict.
 *
 * @param likeness of the names; `undefined` where one side has none
 */
export function idScore(
  likeness: number | undefined,
  one: number | undefined,
  other: number | undefined,
): number {
  const apart = tolerancesBetween(one, other) ?? 0;
  if (likeness !== undefined && likeness < NAMES_AGREE) return ID_OF_OTHER_NAMES;
  return apart >= CONTRADICTING_TOLERANCES ? ID_OF_OTHER_LENGTH : 1;
}

/** A path as it is compared: the names from its last one on, the first without its extension. */
export interface ScoredPath {
  readonly names: readonly string[];
  readonly extension: string;
  readonly isAbsolute: boolean;
}

/** The path of a file in the library: how many of its names are below the library folder. */
export interface ScoredLibraryPath extends Omit<ScoredPath, "isAbsolute"> {
  readonly below: number;
}

/**
 * Returns what paths prove, [0, 1]: 1 where they are the same, or end with the whole path below the library folder, which another
 * computer has elsewhere.
 *
 * @param likeness of the names in the tags; `undefined` where one side has none beside its path
 */
export function pathScore(
  one: ScoredPath,
  other: ScoredLibraryPath,
  likeness: number | undefined,
): number {
  const shared = sharedTailOf(one.names, other.names);
  if (shared === 0) return 0;
  const isWhole = one.isAbsolute && shared === one.names.length && shared === other.names.length;
  const isBelow = shared >= other.below && other.below > 1;
  const isRelative = !one.isAbsolute && shared === one.names.length && shared > 1;
  const isSame = isWhole || isBelow || isRelative;
  const places = isSame ? 1 : (SHARED_NAMES[Math.min(shared, SHARED_NAMES.length - 1)] ?? 0);
  const isOther = !isSame && likeness !== undefined && likeness < NAMES_AGREE;
  const extensions = one.extension === other.extension ? 1 : OTHER_EXTENSION;
  return places * extensions * (isOther ? PATH_OF_OTHER_NAMES : 1);
}

/** Returns the share of a path's proof that lengths leave, which do not contradict mostly. */
export const pathLengthFactor = (one: number | undefined, other: number | undefined): number =>
  (tolerancesBetween(one, other) ?? 0) >= CONTRADICTING_TOLERANCES ? ID_OF_OTHER_LENGTH : 1;
