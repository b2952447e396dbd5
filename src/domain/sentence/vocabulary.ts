import type { TrackFilterParameters } from "../catalogue/track-filter.js";
import { genresByWords } from "./genre-words.js";
import { conditionRows, fieldNouns, gradedWords } from "./graded-words.js";
import type { GradedField, Wish } from "./sentence.js";
import { formsOf, listedWords } from "./word-forms.js";

/** What a word or phrase is in a sentence. */
export type Entry =
  | {
      readonly kind: "graded";
      readonly wishes: readonly [Wish, ...Wish[]];
      readonly isComparative: boolean;
    }
  | { readonly kind: "noun"; readonly field: GradedField }
  | {
      readonly kind: "condition";
      readonly conditions: TrackFilterParameters;
      readonly negated?: TrackFilterParameters;
    }
  /** Negates what follows; `isWide` where an "and" continues it, as "without". */
  | { readonly kind: "negation"; readonly isWide: boolean }
  /** Stands before an adjective or a noun: "more", "less"; `isComparative` is false of "high" and "low". */
  | { readonly kind: "level"; readonly isHigh: boolean; readonly isComparative: boolean }
  /** Makes an adjective count more. */
  | { readonly kind: "very" }
  /** Joins; "and" continues a wide negation only, "or" each one, and "but" none. */
  | { readonly kind: "joining"; readonly joins: "and" | "or" | "but" }
  /** Names a track, or an artist. */
  | { readonly kind: "like" }
  | { readonly kind: "than" }
  | { readonly kind: "by" }
  /** Says nothing about tracks. */
  | { readonly kind: "filler" };

/** The most words of a phrase of the vocabulary. */
export const MAX_PHRASE_WORDS = 4;

/** Words that stand between the others, in English and German. Only whole words, without endings. */
const plainWords: readonly (readonly [Entry, string])[] = [
  [
    { kind: "negation", isWide: true },
    "no, without, kein, keine, keinen, keiner, keinem, keines, ohne, except, außer",
  ],
  [{ kind: "negation", isWide: false }, "not, non, never, isn't, don't, nicht, nie, niemals"],
  [{ kind: "level", isHigh: true, isComparative: true }, "more, mehr"],
  [{ kind: "level", isHigh: false, isComparative: true }, "less, weniger"],
  [
    { kind: "level", isHigh: true, isComparative: false },
    "high, much, lots of, a lot of, strong, viel, hoch, hohe, hoher, hohes, hohen, hoher, großer",
  ],
  [
    { kind: "level", isHigh: false, isComparative: false },
    "low, little, weak, wenig, niedrig, niedrige, niedriger, niedriges, niedrigen, gering, geringe, geringer, geringem",
  ],
  [{ kind: "very" }, "very, really, extremely, super, sehr, äußerst, richtig, besonders, extrem"],
  [{ kind: "joining", joins: "and" }, "and, und, sowie, plus"],
  [{ kind: "joining", joins: "or" }, "or, nor, oder, noch"],
  [
    { kind: "joining", joins: "but" },
    "but, only, rather, just, with, aber, nur, sondern, eher, lieber, jedoch, mit, statt, instead",
  ],
  [
    { kind: "like" },
    "like, similar to, sounds like, sounding like, resembling, wie, ähnlich wie, so ähnlich wie, klingt wie, so wie",
  ],
  [{ kind: "than" }, "than, als"],
  [{ kind: "by" }, "by, from, von, vom"],
  [
    { kind: "filler" },
    "a, an, the, some, something, anything, any, music, song, songs, track, tracks, tune, tunes, piece, pieces, stuff, please, i, i'd, me, my, we, want, would, like to, need, give, find, show, play, listen, hear, looking, search, for, of, in, on, at, to, that, which, is, are, it, its, be, sound, sounds, sounding, feel, feeling, mood, time, style, genre, kind, key, too, so, as, all, while, when, also, both, quite, pretty, slightly, bit, a bit, little bit, etwas, was, musik, lied, lieder, song, songs, titel, stück, stücke, stücken, nummer, bitte, ich, mir, mich, wir, will, möchte, suche, suchen, such, zeig, zeige, spiel, spiele, finde, gib, hören, zum, zur, für, der, die, das, den, dem, des, ein, eine, einen, einem, einer, eines, im, an, am, auf, aus, ist, sind, klingt, klingen, klang, art, stil, stimmung, tonart, zu, auch, ganz, ziemlich, leicht, bisschen, ein bisschen, so, alle, alles, man, kann, beim, bei, dazu, es, takt",
  ],
];

/** Returns what words and phrases mean, by all their forms; of several meanings, the first of the tables holds. */
function entriesOfTables(): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  const add = (folded: string, entry: Entry): void => {
    if (!entries.has(folded)) entries.set(folded, entry);
  };
  for (const [entry, words] of plainWords) {
    for (const word of listedWords(words)) add(formsOf(word)[0]?.folded ?? word, entry);
  }
  for (const { wishes, words } of gradedWords) {
    const [first, ...rest] = wishes.map(([field, level]): Wish => ({
      field,
      isHigh: level === "high",
      weight: 1,
    }));
    if (first === undefined) continue;
    for (const { folded, isComparative } of listedWords(words).flatMap(formsOf)) {
      add(folded, { kind: "graded", wishes: [first, ...rest], isComparative });
    }
  }
  for (const { words, ...row } of conditionRows) {
    for (const { folded } of listedWords(words).flatMap(formsOf)) {
      add(folded, { kind: "condition", ...row });
    }
  }
  for (const { field, words } of fieldNouns) {
    for (const word of listedWords(words)) {
      const [form] = formsOf(word);
      if (form !== undefined) add(form.folded, { kind: "noun", field });
    }
  }
  return entries;
}

const knownEntries = entriesOfTables();

/** Returns what a word or phrase means in a library, given folded; `undefined` where it is unknown. */
export function vocabularyOf(genres: readonly string[]): (folded: string) => Entry | undefined {
  const ofGenres = genresByWords(genres);
  return (folded) => {
    const entry = knownEntries.get(folded);
    if (entry !== undefined) return entry;
    const genre = ofGenres.get(folded);
    return genre && { kind: "condition", conditions: { genre } };
  };
}
