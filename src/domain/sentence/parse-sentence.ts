import { keyAt } from "./key-phrases.js";
import { nameBehind } from "./name-phrases.js";
import { boundAt, numberAt, type Bound, type ReadConditions } from "./number-phrases.js";
import type { Meaning, SentenceTrack, SentenceNames, SentencePart, Wish } from "./sentence.js";
import { longestAt, tokensOf, type Token } from "./sentence-tokens.js";
import { decadeAt, metreAt } from "./time-phrases.js";
import { MAX_PHRASE_WORDS, vocabularyOf, type Entry } from "./vocabulary.js";

/** What words mean before it is known whether they are negated. */
interface Read {
  readonly meaning: Meaning;
  /** What they mean where they are negated; absent where conditions are excluded then. */
  readonly negated?: Meaning;
  readonly end: number;
}

type Wishes = readonly [Wish, ...Wish[]];

/** A word for high or low values. */
interface GradedRead {
  readonly wishes: Wishes;
  readonly isComparative: boolean;
  readonly end: number;
}

/** How much more a word counts after "very". */
const VERY_WEIGHT = 2;

/** Symbols that end what a negation covers. */
const STOPS = new Set([",", ";", ".", "!", "?", "(", ")", ":"]);

/** A negation, and what it covers from here on. */
interface Negation {
  /** Where its word begins; `Infinity` behind an "or". */
  readonly start: number;
  readonly isWide: boolean;
  /** Whether it has negated something already, so that it goes on behind an "or" only. */
  readonly isUsed: boolean;
}

/**
 * Reads what a sentence asks for, in English or German. The parts are in their order; words that say nothing about tracks, such as
 * articles, are left out, and those that are not known are parts of their own. Nothing is guessed: a number of which nothing says what it
 * counts is unknown.
 */
export function parseSentence(sentence: string, names: SentenceNames): readonly SentencePart[] {
  const reader = new SentenceReader(sentence, names);
  return withComparisons(reader.parts());
}

class SentenceReader {
  readonly #sentence: string;
  readonly #tokens: readonly Token[];
  readonly #names: SentenceNames;
  readonly #entryOf: (folded: string) => Entry | undefined;
  readonly #parts: SentencePart[] = [];
  #negation: Negation | undefined;
  #weight = 1;

  constructor(sentence: string, names: SentenceNames) {
    this.#sentence = sentence;
    this.#tokens = tokensOf(sentence);
    this.#names = names;
    this.#entryOf = vocabularyOf(names.genres);
  }

  parts(): readonly SentencePart[] {
    let at = 0;
    while (at < this.#tokens.length) at = this.#next(at);
    return this.#parts;
  }

  /** Reads what stands at a token, and returns the index of the token behind it. */
  #next(at: number): number {
    const read = this.#named(at) ?? this.#numbers(at) ?? this.#words(at);
    if (read !== undefined) {
      this.#add(at, read);
      return read.end;
    }
    const token = this.#tokens[at] as Token;
    if (token.kind === "symbol") {
      if (STOPS.has(token.text)) this.#negation = undefined;
      return at + 1;
    }
    const plain = this.#entryAt(at);
    if (plain === undefined) {
      this.#add(at, { meaning: { kind: "unknown" }, end: at + 1 });
      return at + 1;
    }
    this.#follow(plain.found, token.start);
    return plain.end;
  }

  /** Adds a part, negated where a negation covers it. */
  #add(at: number, { meaning, negated, end }: Read): void {
    const negation = this.#negation?.isUsed === false ? this.#negation : undefined;
    const start =
      negation && meaning.kind !== "unknown"
        ? Math.min(negation.start, this.#startOf(at))
        : this.#startOf(at);
    const stop = (this.#tokens[end - 1] as Token).end;
    this.#parts.push({
      start,
      end: stop,
      text: this.#sentence.slice(start, stop),
      meaning: negation ? (negated ?? excluded(meaning)) : meaning,
    });
    if (this.#negation) this.#negation = { ...this.#negation, isUsed: true };
    this.#weight = 1;
  }

  #startOf(at: number): number {
    return (this.#tokens[at] as Token).start;
  }

  /** Follows a word that means nothing by itself. */
  #follow(entry: Entry, start: number): void {
    switch (entry.kind) {
      case "negation":
        this.#negation = { start, isWide: entry.isWide, isUsed: false };
        break;
      case "very":
        this.#weight = VERY_WEIGHT;
        break;
      case "joining": {
        const negation = this.#negation;
        const goesOn = entry.joins === "or" || (entry.joins === "and" && negation?.isWide === true);
        const next =
          goesOn && negation ? { ...negation, start: Infinity, isUsed: false } : undefined;
        this.#negation = next;
        break;
      }
      default:
    }
  }

  #entryAt(at: number): { readonly found: Entry; readonly end: number } | undefined {
    return longestAt(this.#tokens, at, MAX_PHRASE_WORDS, this.#entryOf);
  }

  /** Reads a track or an artist that the sentence names, and a comparison with a track. */
  #named(at: number): Read | undefined {
    const { found, end } = this.#entryAt(at) ?? {};
    if (found === undefined || end === undefined) return undefined;
    if (found.kind === "like") {
      const track = this.#trackAt(end);
      return track && { meaning: { kind: "like", track: track.found }, end: track.end };
    }
    if (found.kind === "by") {
      const artist = nameBehind(this.#tokens, end, this.#names.artists);
      const conditions = { artist: [artist?.found ?? ""] };
      return artist && { meaning: conditionOf(conditions), end: artist.end };
    }
    const compared = this.#comparedAt(at);
    const [wish] = compared?.wishes ?? [];
    if (compared === undefined || wish === undefined) return undefined;
    const track = this.#trackAt(compared.end);
    if (track === undefined) return undefined;
    const { field, isHigh } = wish;
    const meaning = { kind: "comparison", field, isHigh, track: track.found } as const;
    return { meaning, negated: { ...meaning, isHigh: !isHigh }, end: track.end };
  }

  /** Reads the name of a track, also with its artist behind a title in quotation marks. */
  #trackAt(at: number): { readonly found: SentenceTrack; readonly end: number } | undefined {
    const track = nameBehind(this.#tokens, at, this.#names.tracks);
    const by = track && this.#entryAt(track.end);
    if (by?.found.kind !== "by") return track;
    const artist = nameBehind(this.#tokens, by.end, this.#names.artists);
    const isOwn = track !== undefined && artist?.found === track.found.artist;
    return isOwn ? { found: track.found, end: artist.end } : track;
  }

  /** Reads a comparative with "than": "slower than". */
  #comparedAt(at: number): { readonly wishes: Wishes; readonly end: number } | undefined {
    const graded = this.#gradedAt(at);
    const than = graded && this.#entryAt(graded.end);
    return graded && than?.found.kind === "than"
      ? { wishes: graded.wishes, end: than.end }
      : undefined;
  }

  /** Reads numbers with what they count, keys and metres. */
  #numbers(at: number): Read | undefined {
    const tokens = this.#tokens;
    const read =
      metreAt(tokens, at) ?? keyAt(tokens, at) ?? decadeAt(tokens, at) ?? this.#numberAt(at);
    return read && { meaning: conditionOf(read.conditions), end: read.end };
  }

  #numberAt(at: number): ReadConditions | undefined {
    const compared = this.#comparedAt(at);
    if (compared !== undefined) {
      const [{ field, isHigh }] = compared.wishes;
      const bound: Bound = isHigh ? "over" : "under";
      return numberAt(this.#tokens, compared.end, { field, bound });
    }
    const entry = this.#entryAt(at);
    const field = entry?.found.kind === "noun" ? entry.found.field : undefined;
    const behind = field === undefined ? at : this.#behindFillers(entry?.end ?? at);
    const bound = boundAt(this.#tokens, behind);
    const number = bound?.end ?? behind;
    return numberAt(this.#tokens, this.#behindArticle(number), { field, bound: bound?.bound });
  }

  #behindFillers(at: number): number {
    const token = this.#tokens[at];
    if (token?.text === ":" || token?.text === "=") return at + 1;
    const entry = this.#entryAt(at);
    return entry?.found.kind === "filler" ? entry.end : at;
  }

  #behindArticle(at: number): number {
    return ["a", "the", "die", "den", "der", "dem"].includes(this.#tokens[at]?.folded ?? "")
      ? at + 1
      : at;
  }

  /** Reads words of the vocabulary that mean something by themselves. */
  #words(at: number): Read | undefined {
    const graded = this.#gradedAt(at);
    if (graded !== undefined) {
      const { wishes, isComparative, end } = graded;
      const meaning = { kind: "wish", wishes, isComparative } as const;
      return { meaning, negated: { ...meaning, wishes: turned(wishes) }, end };
    }
    const entry = this.#entryAt(at);
    if (entry?.found.kind !== "condition") return undefined;
    const { conditions, negated } = entry.found;
    return {
      meaning: conditionOf(conditions),
      ...(negated && { negated: conditionOf(negated) }),
      end: entry.end,
    };
  }

  /** Reads an adjective, a noun for a field, or either after "more", "less", "high" or "low". */
  #gradedAt(at: number): GradedRead | undefined {
    const entry = this.#entryAt(at);
    if (entry?.found.kind !== "level") return entry && this.#plainGraded(entry, false);
    const next = this.#entryAt(entry.end);
    const graded = next && this.#plainGraded(next, true);
    if (graded === undefined) return undefined;
    const { isHigh, isComparative } = entry.found;
    return { ...graded, wishes: isHigh ? graded.wishes : turned(graded.wishes), isComparative };
  }

  /** @param isLevelled whether "more" or "less" stands before: a tempo or a length by itself is neither high nor low */
  #plainGraded(
    { found, end }: { readonly found: Entry; readonly end: number },
    isLevelled: boolean,
  ): GradedRead | undefined {
    const weight = this.#weight;
    if (found.kind === "graded") {
      return { wishes: weighted(found.wishes, weight), isComparative: found.isComparative, end };
    }
    if (found.kind !== "noun" || (!isLevelled && valueNouns.has(found.field))) return undefined;
    return { wishes: [{ field: found.field, isHigh: true, weight }], isComparative: false, end };
  }
}

/** Fields of which a noun alone says nothing. */
const valueNouns: ReadonlySet<string> = new Set(["tempo", "durationMs", "year", "loudness"]);

const conditionOf = (conditions: ReadConditions["conditions"]): Meaning => ({
  kind: "condition",
  conditions,
  isExcluded: false,
});

/** Returns the negation of what has none of its own: conditions are excluded. A track cannot be unlike another. */
const excluded = (meaning: Meaning): Meaning =>
  meaning.kind === "condition"
    ? { ...meaning, isExcluded: true }
    : meaning.kind === "like"
      ? { kind: "unknown" }
      : meaning;

const turned = (wishes: Wishes): Wishes =>
  mapped(wishes, (wish) => ({ ...wish, isHigh: !wish.isHigh }));

const weighted = (wishes: Wishes, weight: number): Wishes =>
  mapped(wishes, (wish) => ({ ...wish, weight }));

function mapped([first, ...rest]: Wishes, change: (wish: Wish) => Wish): Wishes {
  return [change(first), ...rest.map(change)];
}

/** Where a sentence asks for what is like a track, comparatives without another track compare with it: "like X but darker". */
function withComparisons(parts: readonly SentencePart[]): readonly SentencePart[] {
  const like = parts.map(({ meaning }) => meaning).find(({ kind }) => kind === "like");
  if (like?.kind !== "like") return parts;
  return parts.map((part) => {
    const { meaning } = part;
    if (meaning.kind !== "wish" || !meaning.isComparative) return part;
    const [{ field, isHigh }] = meaning.wishes;
    return { ...part, meaning: { kind: "comparison", field, isHigh, track: like.track } };
  });
}
