import type { Range } from "../range.js";
import { rangeConditions } from "./graded-fields.js";
import { boundAt, type Bound, type ReadConditions } from "./number-phrases.js";
import { longestAt, type Token } from "./sentence-tokens.js";
import { plainForms } from "./word-forms.js";

/** Endings of decades: "90s", "1990s", "90er", "90ern". */
const decadeEndings = new Set(["s", "er", "ern", "ers"]);

const decadeRows: readonly (readonly [number, string])[] = [
  [1950, "fifties, fünfziger, fünfzigern, fünfzigerjahre"],
  [1960, "sixties, sechziger, sechzigern, sechzigerjahre"],
  [1970, "seventies, siebziger, siebzigern, siebzigerjahre"],
  [1980, "eighties, achtziger, achtzigern, achtzigerjahre"],
  [1990, "nineties, neunziger, neunzigern, neunzigerjahre"],
  [2000, "noughties, nullerjahre, nullerjahren"],
];

const decadesByWord = new Map<string, number>(
  decadeRows.flatMap(([first, words]) => plainForms(words).map((word) => [word, first] as const)),
);

const LAST_YEAR = 9;

const articles = new Set(["the", "den", "die", "der", "dem"]);

/**
 * Reads a decade, also after a bound, as in "since the 80s"; `undefined` where none stands there, and for the twenties, which may be those
 * of either century.
 */
export function decadeAt(tokens: readonly Token[], at: number): ReadConditions | undefined {
  const bound = boundAt(tokens, at);
  const behind = bound?.end ?? at;
  const begin =
    bound !== undefined && articles.has(tokens[behind]?.folded ?? "") ? behind + 1 : behind;
  const decade = firstYearAt(tokens, begin);
  if (decade === undefined) return undefined;
  const isGerman = ["jahre", "jahren"].includes(tokens[decade.end]?.folded ?? "");
  return {
    conditions: rangeConditions("year", yearsOf(decade.first, bound?.bound)),
    end: isGerman ? decade.end + 1 : decade.end,
  };
}

function yearsOf(first: number, bound: Bound | undefined): Range {
  switch (bound) {
    case "over":
      return { gte: first + LAST_YEAR + 1 };
    case "under":
      return { lte: first - 1 };
    case "least":
      return { gte: first };
    case "most":
      return { lte: first + LAST_YEAR };
    default:
      return { gte: first, lte: first + LAST_YEAR };
  }
}

function firstYearAt(
  tokens: readonly Token[],
  at: number,
): { readonly first: number; readonly end: number } | undefined {
  const word = longestAt(tokens, at, 1, (folded) => decadesByWord.get(folded));
  if (word !== undefined) return { first: word.found, end: word.end };
  const [number, ending] = [tokens[at], tokens[at + 1]];
  const isDecade =
    number?.kind === "number" && ending?.isJoined === true && decadeEndings.has(ending.folded);
  const first = isDecade ? firstYearOf(number.text) : undefined;
  return first === undefined ? undefined : { first, end: at + 2 };
}

function firstYearOf(text: string): number | undefined {
  if (/^(?:19|20)\d0$/u.test(text)) return Number(text);
  if (/^[3-9]0$/u.test(text)) return 1900 + Number(text);
  return /^[01]0$/u.test(text) ? 2000 + Number(text) : undefined;
}

/** Reads a metre as musicians write it, such as "3/4". */
export function metreAt(tokens: readonly Token[], at: number): ReadConditions | undefined {
  const [beats, slash, unit] = [tokens[at], tokens[at + 1], tokens[at + 2]];
  const isMetre = beats?.kind === "number" && slash?.text === "/" && unit?.kind === "number";
  if (!isMetre || !/^(?:4|8)$/u.test(unit.text) || !/^[3-7]$/u.test(beats.text)) return undefined;
  return { conditions: { timeSignature: Number(beats.text) }, end: at + 3 };
}
