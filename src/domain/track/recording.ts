import { plainPunctuation } from "./folded-text.js";
import { trackKeyFrom } from "./track-key.js";

/** Key of a recording, equal for all spellings of its title: 16 lower-case hex characters. */
export type RecordingKey = string & { readonly __brand: "RecordingKey" };

/**
 * Key of a work, equal for all recordings that are versions of it: 16 lower-case hex characters.
 */
export type WorkKey = string & { readonly __brand: "WorkKey" };

/** The artist and title of a track as a provider or a file has them. */
interface Names {
  readonly artist: string;
  readonly trackName: string;
}

/**
 * A recording as parsed from the names of a track, normalised so that its spellings compare equal.
 */
export interface Recording {
  /** Without the guests. */
  readonly artist: string;
  /** Without number, artist, guests, and notes on the version. */
  readonly title: string;
  /** Guests, in alphabetical order; may be empty. */
  readonly featuring: readonly string[];
  /** Notes that distinguish this version from others, e.g. "live", in alphabetical order. */
  readonly versions: readonly string[];
}

const FEATURING = String.raw`(?:feat\.?|ft\.?|featuring)`;

/** `06 - Title` and `06. Title`, but not `99 Problems` and not `24 - 7`. */
const TRACK_NUMBER = /^(?:(?:0[1-9]|[1-9]\d) - |0[1-9]\. )(?=.*\p{L})/u;

/** Notes that do not make another recording: the same sound, remastered or labelled again. */
const LABELS = [
  /^(?:\d{4} )?(?:digital(?:ly)? )?remaster(?:ed)?(?: version| edition)?(?: (?:in )?\d{4})?$/,
  /^explicit(?: version| lyrics)?$/,
];

/** Words in a note that mean another version. */
const VERSION_WORDS =
  /\b(?:live|acoustic|unplugged|(?:re)?mix(?:ed)?|dub|demo|edit|version|instrumental|karaoke|a ?cappella|sessions?|rehearsal|outtake|take|alternat(?:e|ive)|orchestral|piano|stripped|sped up|slowed|cover|mono|stereo|extended|club|bootleg|rework|re-?recorded|clean|reprise)\b/;

/**
 * Parses the recording from the names of a track.
 *
 * Ignores track numbers, the artist before the title, notes on remastering and explicitness, and
 * how guests are written ("feat.", "ft.", in the artist or in the title). Guests and notes on the
 * version ("Live", "Remix", "Acoustic") are significant. Any other note belongs to the title: in
 * doubt, two tracks are different recordings.
 */
export function recordingFrom({ artist, trackName }: Names): Recording {
  const credit = creditFrom(foldForKey(artist));
  const featuring = new Set(credit.featuring);
  const versions = new Set<string>();
  let title = withoutPrefixes(foldForKey(trackName), [foldForKey(artist), credit.artist]);
  for (let tail = findTail(title); tail !== undefined; tail = findTail(title)) {
    title = tail.head;
    for (const guest of tail.featuring) featuring.add(guest);
    for (const version of tail.versions) versions.add(version);
  }
  return {
    artist: credit.artist,
    title,
    featuring: [...featuring].sort(),
    versions: [...versions].sort(),
  };
}

/** Returns the key of the recording of a track; equal for all of its spellings. */
export function recordingKeyFrom(names: Names): RecordingKey {
  const { artist, title, featuring, versions } = recordingFrom(names);
  const guests = featuring.map((guest) => `\nfeat. ${guest}`);
  const notes = versions.map((version) => `\n(${version})`);
  return hashOf(artist, [title, ...guests, ...notes].join("")) as RecordingKey;
}

/**
 * Returns the key of the work of which a track is a version; equal for live, remixed and original
 * versions.
 */
export function workKeyFrom(names: Names): WorkKey {
  const { artist, title } = recordingFrom(names);
  return hashOf(artist, title) as WorkKey;
}

/**
 * Maximum difference between the lengths of one recording at different providers, due to fades and
 * gaps; seconds.
 */
const LENGTH_TOLERANCE_SECONDS = 5;

/** The length of a track. */
interface Timed {
  /** Seconds, > 0. */
  readonly durationSeconds?: number;
}

/** Returns whether two tracks may be the same recording by their lengths; true where one is unknown. */
function mayHaveSameLength(one: Timed, other: Timed): boolean {
  const [length = NaN, otherLength = NaN] = [one.durationSeconds, other.durationSeconds];
  return !(Math.abs(length - otherLength) > LENGTH_TOLERANCE_SECONDS);
}

/**
 * Returns whether two tracks are the same recording, by their names, and by their lengths where
 * both are known.
 */
export function isSameRecording(one: Names & Timed, other: Names & Timed): boolean {
  return mayHaveSameLength(one, other) && recordingKeyFrom(one) === recordingKeyFrom(other);
}

const hashOf = (artist: string, title: string): string => trackKeyFrom(artist, title);

/**
 * Folds letter case, marks on Latin letters, kinds of quotes and dashes, and white space. Unlike
 * `foldText` it keeps punctuation and the marks of other scripts, which distinguish recordings; its
 * result is part of stored keys.
 */
function foldForKey(name: string): string {
  const composed = name
    .toLowerCase()
    .normalize("NFKD")
    .replace(/(?<=\p{Script=Latin}\p{M}*)\p{M}/gu, "")
    .normalize("NFKC");
  return plainPunctuation(composed).replace(/\s+/gu, " ").trim();
}

const ARTIST_AND_GUESTS = new RegExp(String.raw`^(.*\S) [([]?${FEATURING} ([^()[\]]+)[)\]]?$`, "u");

function creditFrom(artist: string): Pick<Recording, "artist" | "featuring"> {
  const [, main, guests] = ARTIST_AND_GUESTS.exec(artist) ?? [];
  if (main === undefined || guests === undefined) return { artist, featuring: [] };
  return { artist: main, featuring: namesIn(guests) };
}

const namesIn = (guests: string): string[] =>
  guests.split(/\s*(?:,|;|&|\+|\band\b)\s*/u).filter((name) => name !== "");

function withoutPrefixes(title: string, artists: readonly string[]): string {
  const unnumbered = title.replace(TRACK_NUMBER, "");
  const prefix = artists.map((artist) => `${artist} - `).find((it) => unnumbered.startsWith(it));
  return prefix === undefined ? unnumbered : unnumbered.slice(prefix.length);
}

interface Tail extends Pick<Recording, "featuring" | "versions"> {
  /** The text before it. */
  readonly head: string;
}

const IN_BRACKETS = /^(.*\S) ?(?:\(([^()]+)\)|\[([^[\]]+)\])$/u;
const AFTER_DASH = /^(.*\S) - (\S.*)$/u;
const GUESTS_AT_THE_END = new RegExp(String.raw`^(.*\S) (${FEATURING} \S.*)$`, "u");
const GUESTS = new RegExp(`^${FEATURING} (.+)$`, "u");
const GUESTS_IN_BRACKETS = new RegExp(`^(?:${FEATURING}|with) (.+)$`, "u");

/** Finds the last note after a title, or `undefined` where the text there belongs to the title. */
function findTail(title: string): Tail | undefined {
  const [, before = "", round, square] = IN_BRACKETS.exec(title) ?? [];
  const [, beforeDash = "", dashed] = AFTER_DASH.exec(title) ?? [];
  const [, beforeGuests = "", guests] = GUESTS_AT_THE_END.exec(title) ?? [];
  return (
    findNotes(before, round ?? square, GUESTS_IN_BRACKETS) ??
    findNotes(beforeDash, dashed, GUESTS) ??
    findNotes(beforeGuests, guests, GUESTS)
  );
}

/**
 * Parses notes such as "live" or "live; 2011 remaster"; `undefined` where any part is not a note.
 */
function findNotes(head: string, text: string | undefined, guestsIn: RegExp): Tail | undefined {
  if (text === undefined) return undefined;
  const featuring: string[] = [];
  const versions: string[] = [];
  for (const note of text.split(/ - | \/ |; ?/u).map((part) => part.trim())) {
    const guests = guestsIn.exec(note)?.[1];
    if (guests !== undefined) featuring.push(...namesIn(guests));
    else if (LABELS.some((label) => label.test(note))) continue;
    else if (VERSION_WORDS.test(note)) versions.push(note);
    else return undefined;
  }
  return { head, featuring, versions };
}
