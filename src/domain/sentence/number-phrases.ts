import type { TrackFilterParameters } from "../catalogue/track-filter.js";
import type { Range } from "../range.js";
import { isShare, rangeConditions, smallestStepOf, type NumberField } from "./graded-fields.js";
import { longestAt, type Token } from "./sentence-tokens.js";
import { plainForms } from "./word-forms.js";

/** How a number bounds a value; `over` and `under` leave the number itself out. */
export type Bound = "least" | "most" | "over" | "under" | "about" | "start";

/** Conditions that were read, and the index of the token behind them. */
export interface ReadConditions {
  readonly conditions: TrackFilterParameters;
  readonly end: number;
}

/** The words in which a number stands, before it. */
export interface NumberContext {
  /** The field that a noun or a comparative names. */
  readonly field?: NumberField | undefined;
  readonly bound?: Bound | undefined;
}

interface Unit {
  readonly field: NumberField;
  readonly factor: number;
}

const unitRows: readonly (readonly [NumberField, number, string])[] = [
  ["tempo", 1, "bpm, beats per minute, beats, schläge pro minute, schlägen pro minute, schläge"],
  ["durationMs", 1, "ms, milliseconds, millisekunden"],
  ["durationMs", 1000, "s, sec, secs, second, seconds, sek, sekunde, sekunden"],
  ["durationMs", 60_000, "min, mins, minute, minutes, minuten"],
  ["durationMs", 3_600_000, "h, hour, hours, stunde, stunden"],
  ["loudness", 1, "lufs, db, decibels, dezibel"],
  ["bitRateKbps", 1, "kbps, kbit s, kbit"],
  ["rating", 1, "star, stars, stern, sterne, sternen"],
];

const boundRows: readonly (readonly [Bound, string])[] = [
  ["least", "at least, minimum, min, mindestens, ab, seit, since, starting at"],
  ["most", "at most, up to, maximum, max, maximal, höchstens, bis, bis zu, until"],
  ["over", "over, above, more than, greater than, after, über, mehr als, nach, oberhalb von"],
  ["under", "under, below, less than, before, unter, weniger als, vor, unterhalb von"],
  [
    "about",
    "around, about, approximately, roughly, near, circa, ca, etwa, ungefähr, rund, um, um die, rund um",
  ],
  ["start", "between, from, zwischen, von"],
];

const boundSymbols: Readonly<Record<string, Bound>> = {
  ">": "over",
  "<": "under",
  "≥": "least",
  "≤": "most",
  "~": "about",
};

const rangeWords = new Set(["to", "bis", "and", "und", "until"]);
const rangeSymbols = new Set(["-", "–", "—"]);
const upwards = ["or more", "and more", "and up", "or faster", "oder mehr", "aufwarts", "upwards"];
const onwards = ["on", "onwards", "onward", "an"];

const unitsByWord = new Map<string, Unit>(
  unitRows.flatMap(([field, factor, words]) =>
    plainForms(words).map((word) => [word, { field, factor }] as const),
  ),
);

const boundsByWord = new Map<string, Bound>(
  boundRows.flatMap(([bound, words]) => plainForms(words).map((word) => [word, bound] as const)),
);

/** How far "about", and a number by itself, reach: shares of the number, or years. */
const ABOUT_SHARE = 0.08;
const ABOUT_YEARS = 2;
const EXACT_TEMPO_SHARE = 0.02;

/** Numbers that are years without a word that says so. */
const isYear = ({ text }: Token): boolean => /^(?:19|20)\d\d$/u.test(text);

const numberOf = ({ text }: Token): number => Number(text.replace(",", "."));

/** Reads the bound before a number, such as "at least" or ">=". */
export function boundAt(
  tokens: readonly Token[],
  at: number,
): { readonly bound: Bound; readonly end: number } | undefined {
  const symbol = boundSymbols[tokens[at]?.text ?? ""];
  if (symbol !== undefined) {
    const isInclusive = tokens[at + 1]?.text === "=";
    const inclusive = symbol === "over" ? "least" : symbol === "under" ? "most" : symbol;
    return isInclusive ? { bound: inclusive, end: at + 2 } : { bound: symbol, end: at + 1 };
  }
  const read = longestAt(tokens, at, 3, (folded) => boundsByWord.get(folded));
  return read && { bound: read.found, end: read.end };
}

interface Quantity {
  readonly value: number;
  readonly token: Token;
  readonly unit: Unit | undefined;
  readonly isPercent: boolean;
  readonly end: number;
}

/**
 * Reads a number, or a range of numbers, with a unit; `undefined` where none stands there, and where nothing says what it
 * counts: that is not guessed.
 *
 * @param at the first token of the number
 */
export function numberAt(
  tokens: readonly Token[],
  at: number,
  { field: named, bound }: NumberContext,
): ReadConditions | undefined {
  const first = quantityAt(tokens, at);
  if (first === undefined || (bound === undefined && isPlural(tokens, at))) return undefined;
  const second =
    bound === undefined || bound === "start" ? secondAt(tokens, first, bound) : undefined;
  const last = second ?? first;
  const unit = last.unit ?? first.unit;
  const years = isYear(first.token) && isYear(last.token) ? "year" : undefined;
  const field = unit?.field ?? named ?? years;
  if (field === undefined || (named !== undefined && named !== field)) return undefined;
  // A length without a unit may be of minutes or of seconds.
  if (field === "durationMs" && unit === undefined) return undefined;
  if (last.isPercent && !isShare(field)) return undefined;
  const factor = unit?.factor ?? (last.isPercent ? 0.01 : 1);
  const following = longestAt(tokens, last.end, 2, (folded) =>
    upwards.includes(folded) || (bound === "start" && onwards.includes(folded))
      ? folded
      : undefined,
  );
  const isOpen = following !== undefined || tokens[last.end]?.text === "+";
  const end = following?.end ?? (isOpen ? last.end + 1 : last.end);
  const value = first.value * factor;
  const range = second
    ? { gte: Math.min(value, second.value * factor), lte: Math.max(value, second.value * factor) }
    : rangeOf(field, value, isOpen ? "least" : bound);
  return { conditions: rangeConditions(field, range), end: behindLength(tokens, field, end) };
}

/** Returns whether a number may be a decade as well as a number of seconds: "20s". */
const isPlural = (tokens: readonly Token[], at: number): boolean =>
  tokens[at + 1]?.isJoined === true && tokens[at + 1]?.folded === "s";

/** Leaves out the word after a length: "three minutes long". */
function behindLength(tokens: readonly Token[], field: NumberField, end: number): number {
  const isLong = ["long", "lang"].includes(tokens[end]?.folded ?? "");
  return field === "durationMs" && isLong ? end + 1 : end;
}

function quantityAt(tokens: readonly Token[], at: number): Quantity | undefined {
  const isNegative = tokens[at]?.text === "-";
  const token = tokens[isNegative ? at + 1 : at];
  if (token?.kind !== "number") return undefined;
  const end = isNegative ? at + 2 : at + 1;
  const isPercent =
    tokens[end]?.text === "%" || ["percent", "prozent"].includes(tokens[end]?.folded ?? "");
  const unit = longestAt(tokens, end, 3, (folded) => unitsByWord.get(folded));
  return {
    value: (isNegative ? -1 : 1) * numberOf(token),
    token,
    unit: unit?.found,
    isPercent,
    end: unit?.end ?? (isPercent ? end + 1 : end),
  };
}

/** Reads the end of a range; "and" makes a range after "between" only. */
function secondAt(
  tokens: readonly Token[],
  { end }: Quantity,
  bound: Bound | undefined,
): Quantity | undefined {
  const between = tokens[end];
  if (between === undefined) return undefined;
  const isAnd = between.folded === "and" || between.folded === "und";
  const joins =
    between.kind === "symbol" ? rangeSymbols.has(between.text) : rangeWords.has(between.folded);
  return joins && !(isAnd && bound !== "start") ? quantityAt(tokens, end + 1) : undefined;
}

function rangeOf(field: NumberField, value: number, bound: Bound | undefined): Range {
  const step = smallestStepOf(field);
  switch (bound) {
    case "least":
      return { gte: value };
    case "most":
      return { lte: value };
    case "over":
      return { gte: value + step };
    case "under":
      return { lte: value - step };
    case "about":
      return around(value, field === "year" ? ABOUT_YEARS : ABOUT_SHARE * Math.abs(value));
    default:
      return around(value, exactWidth(field, value));
  }
}

/** Returns how far from a number by itself a value may be: people state tempi and lengths roughly. */
function exactWidth(field: NumberField, value: number): number {
  if (field === "tempo") return EXACT_TEMPO_SHARE * value;
  if (field === "year" || field === "rating" || field === "bitRateKbps") return 0;
  return isShare(field) ? 0.05 : ABOUT_SHARE * Math.abs(value);
}

const around = (value: number, width: number): Range => ({
  gte: value - width,
  lte: value + width,
});
