import { foldedSpaces, withoutPlus } from "./name-text.js";
import { wordsOf } from "./search-query.js";
import { trackKeyFrom, type TrackKey } from "./track-key.js";

/** Maximum number of further keys of a name. */
export const MAX_FURTHER_KEYS = 24;

/** How clients and other programs write several artists in one text. */
const SEPARATORS = [", ", " & ", "; ", " / ", "/"];

/** How one text of a tag separates artists; a band such as AC/DC looks the same. */
const SEPARATED = /\s*[/;]\s*/u;

const FEATURING = String.raw`(?:feat\.?|ft\.?|featuring)`;

/** How clients write that somebody is a guest, the most frequent first. */
const CREDITS = ["feat.", "ft.", "featuring"];

/** Guests behind a name: ` feat. Bo`, ` (ft. Bo)`, ` [featuring Bo]`. */
const GUESTS = new RegExp(
  String.raw`\s(?:\(${FEATURING}\s([^()]+)\)|\[${FEATURING}\s([^[\]]+)\]|${FEATURING}\s([^()[\]]+))`,
  "iu",
);

/** A name as a tag has it. */
interface Name {
  /** All artists. */
  readonly artist: string;
  /** The artists one by one, where the tag lists them. */
  readonly artists?: readonly string[] | undefined;
  readonly trackName: string;
}

/** An artist and a title. */
type Spelling = readonly [artist: string, title: string];

/**
 * Returns the keys by which a client that follows the contract may ask for a name, other than the key of
 * the name itself: of its spelling in the forms NFC and NFD, with white space folded, and cut to 200
 * characters; of the first artist alone, and of the artists with other separators; and of the title
 * without guests, or with those of the artist, however they are credited.
 *
 * A further key may be the own key of another name, which then counts first.
 *
 * @returns at most 24, the most likely first, each once
 */
export function furtherKeysOf(name: Name): readonly TrackKey[] {
  const own: Spelling = [name.artist, name.trackName];
  const others = [...withOtherSeparators(name), ...withOtherGuests(name)];
  const keys = new Set<TrackKey>();
  // Most forms of most names are the same text, mostly that of the name, and a digest takes longer than the form.
  const seen = new Set([textOf(own)]);
  const addInForm = ([artist, title]: Spelling, form: Form): void => {
    const spelling: Spelling = [form(artist), form(title)];
    const text = textOf(spelling);
    if (spelling.includes("") || seen.has(text)) return;
    seen.add(text);
    keys.add(trackKeyFrom(...spelling));
  };
  for (const form of FORMS) addInForm(own, form);
  for (const form of OTHER_FORMS) for (const other of others) addInForm(other, form);
  if (keys.size > 0) keys.delete(trackKeyFrom(...own));
  return [...keys].slice(0, MAX_FURTHER_KEYS);
}

const textOf = ([artist, title]: Spelling): string => `${artist}\n${title}`;

type Form = (text: string) => string;

/** The forms in which a client may have a text. */
const FORMS: readonly Form[] = [
  (text) => text.normalize("NFC"),
  (text) => text.normalize("NFD"),
  foldedSpaces,
  (text) => foldedSpaces(text).normalize("NFD"),
  // A client may have cut it to the most that a search takes.
  wordsOf,
  withoutPlus,
];

/** Those of other spellings, the most likely first. */
const OTHER_FORMS: readonly Form[] = [foldedSpaces, wordsOf, (text) => text];

/** Returns the title by the first artist, and by all artists with other separators. */
function withOtherSeparators(name: Name): readonly Spelling[] {
  const artists = artistsOf(name);
  const [first, ...rest] = artists;
  const last = rest.at(-1);
  if (first === undefined || last === undefined) return [];
  const joined = SEPARATORS.map((separator) => artists.join(separator));
  const listed = `${artists.slice(0, -1).join(", ")} & ${last}`;
  return [first, ...joined, listed].map((artist) => [artist, name.trackName]);
}

/** Returns the artists one by one, as far as they can be told. */
function artistsOf({ artist, artists }: Name): readonly string[] {
  return artists ?? artist.split(SEPARATED).filter((one) => one !== "");
}

/** Returns the name without its guests, and with them in the other of artist and title. */
function withOtherGuests(name: Name): readonly Spelling[] {
  const ofArtist = partedFrom(name.artist);
  const ofTitle = partedFrom(name.trackName);
  const [first, ...rest] = artistsOf(name);
  const guests =
    ofTitle.guests ?? ofArtist.guests ?? (rest.length > 0 ? rest.join(", ") : undefined);
  if (first === undefined || guests === undefined) return [];
  const isCredited = ofTitle.guests !== undefined || ofArtist.guests !== undefined;
  const artist = isCredited ? ofArtist.rest : first;
  const title = ofTitle.rest;
  return [
    [artist, title],
    ...CREDITS.map((credit): Spelling => [artist, `${title} (${credit} ${guests})`]),
    ...CREDITS.map((credit): Spelling => [`${artist} ${credit} ${guests}`, title]),
    [name.artist, title],
    [artist, name.trackName],
  ];
}

/** Parts a text from the guests in it. */
function partedFrom(text: string): { readonly rest: string; readonly guests?: string } {
  const match = GUESTS.exec(text);
  const guests = match?.[1] ?? match?.[2] ?? match?.[3];
  if (!match || guests === undefined) return { rest: text };
  return { rest: text.replace(match[0], "").trim(), guests: guests.trim() };
}
