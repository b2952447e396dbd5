import { foldForMatching } from "../track/folded-text.js";
import { recordingFrom } from "../track/recording.js";

/** What makes another recording of a piece than the one that its plain title means. */
const versionKinds = [
  "instrumental",
  "cover",
  "demo",
  "tempo",
  "acoustic",
  "live",
  "edit",
  "remix",
] as const;

export type VersionKind = (typeof versionKinds)[number];

/** Words of notes that say so; the first kind that fits counts. */
const KIND_WORDS: Readonly<Record<VersionKind, RegExp>> = {
  instrumental: /\b(?:instrumental|karaoke|backing|a ?cappella|playback)\b/u,
  cover: /\b(?:cover|tribute)\b/u,
  demo: /\b(?:demo|rehearsal|outtake|take|alternate|alternative)\b/u,
  tempo: /\b(?:slowed|sped|nightcore)\b/u,
  acoustic: /\b(?:acoustic|unplugged|piano|stripped|orchestral)\b/u,
  live: /\b(?:live|sessions?)\b/u,
  edit: /\b(?:edit|radio|single|extended|short|long|club|clean)\b/u,
  remix: /\b(?:(?:re)?mix(?:ed)?|dub|bootleg|rework|reprise|re ?recorded|version)\b/u,
};

/** Notes that say nothing of the recording, or of its mastering alone. */
const NEUTRAL =
  /^(?:\d{4} )?(?:(?:the )?(?:original|album|main|official|full|lp|mono|stereo|explicit|digital(?:ly)?|remaster(?:ed)?) ?)+(?:mix|version)?(?: \d{4})?$/u;

const BRACKETED = /[([{][^()[\]{}]*[)\]}]/gu;

const DASH = /\s+[-–—]\s+/u;

/** A number before a title without anything between, as names of files have it: `07 Title`. */
const NUMBER_BEFORE = /^\d{1,3}(?:\s*[.)_-]\s*|\s+)(?=\p{L})/u;

/** Titles that are all title: nothing of them needs parsing, which takes ten times as long. */
const PLAIN = /^[A-Za-z][A-Za-z ']*$/u;
const GUEST_WORD = /\s(?:feat|ft|featuring)\s/iu;

/** A title as it is compared. */
export interface ComparedTitle {
  /** The title without guests and versions, folded, without spaces; never empty. */
  readonly main: string;
  /**
   * Forms by which it is looked up: the main one first, the one without all that stands in brackets or behind a dash, and what
   * stands behind the first dash, where a tag has artist and title in one.
   */
  readonly keys: readonly string[];
  /** What kinds of a version it is, in the order of `versionKinds`; mostly none. */
  readonly kinds: readonly VersionKind[];
  /** The notes that say so, folded, for comparing two versions of one kind. */
  readonly version: string;
  /** Artists that the title names. */
  readonly guests: readonly string[];
}

/**
 * Returns a title as it is compared.
 *
 * @param artist of the track, which may stand before the title; empty where none is known
 */
export function comparedTitleOf(title: string, artist: string): ComparedTitle {
  if (PLAIN.test(title) && !GUEST_WORD.test(title)) {
    const main = keyOf(title);
    return { main, keys: [main], kinds: [], version: "", guests: [] };
  }
  // The artist is compared apart, so that only guests in the title are found here.
  const parsed = recordingFrom({ artist: "", trackName: withoutArtist(title, artist) });
  const [first = "", ...behind] = parsed.title.split(DASH);
  const main = keyOf(parsed.title) || title.trim().toLowerCase();
  const plain = keyOf(first.replace(BRACKETED, " "));
  const last = keyOf(behind.join(" ").replace(BRACKETED, " "));
  const numbered = keyOf(withoutNumber(parsed.title));
  const keys = [...new Set([main, plain, last, numbered])].filter((key) => key !== "");
  const versions = parsed.versions.map(foldForMatching).filter((note) => !NEUTRAL.test(note));
  const kinds = new Set(versions.flatMap(kindOf));
  return {
    ...{ main, keys, guests: parsed.featuring },
    kinds: versionKinds.filter((kind) => kinds.has(kind)),
    version: versions.join(" "),
  };
}

function withoutArtist(title: string, artist: string): string {
  const [first = "", ...behind] = title.split(DASH);
  const isArtist = behind.length > 0 && artist !== "" && keyOf(first) === keyOf(artist);
  return isArtist ? title.slice(first.length).replace(DASH, "") : title;
}

const kindOf = (note: string): readonly VersionKind[] => {
  const kind = versionKinds.find((one) => KIND_WORDS[one].test(note));
  return kind === undefined ? [] : [kind];
};

/** Returns a title without the number before it, as names of files have it. */
export const withoutNumber = (title: string): string => title.replace(NUMBER_BEFORE, "");

/** Returns text as a key: folded, with "and" for its signs, without a leading article and spaces. */
const keyOf = (text: string): string =>
  foldForMatching(text.replace(/[&+]/gu, " and "))
    .replace(/^(?:the|a|an) (?=.)/u, "")
    .replaceAll(" ", "");
