import { encodeCursor, decodeCursor } from "../cursor-encoding.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { MAX_SEARCH_LIMIT, MAX_SEARCH_ROUNDS, type SearchQuery } from "./search-query.js";
import { digestOf, type TrackKey } from "./track-key.js";

/** A provider that did not reply in a round of queries. */
export interface MissedRound {
  readonly provider: string;
  /** Index of the round, integer >= 0. */
  readonly round: number;
}

/** The tracks before a position, in the order in which a search finds them. */
export interface PassedTracks {
  /** Number of first tracks that lie before it, integer >= 0. */
  readonly trackCount: number;
  /**
   * Indices of the tracks behind them that lie before it, too, integers > `trackCount`, ascending: a page has tracks of
   * several rounds by their scores.
   */
  readonly ahead: readonly number[];
}

/** A position among the results of a search: after which of them, at least one, and how they were found. */
export interface SearchPosition extends PassedTracks {
  /** Identifies the tracks up to the last one before it, and their order. */
  readonly tracksDigest: string;
  /** Number of rounds of queries that found the tracks so far, integer in [1, 10]. */
  readonly roundCount: number;
  readonly missed: readonly MissedRound[];
}

/** A position that a client sent, and the name of its parameter, for errors. */
export interface RequestedPosition extends SearchPosition {
  readonly parameter: string;
}

type Names = Pick<SearchQuery, "track" | "artist">;

/** Encodes a position among the results of a query. */
export function searchCursorFrom(position: SearchPosition, query: Names): string {
  const { trackCount, ahead, tracksDigest, roundCount, missed } = position;
  const misses = missed.map(({ provider, round }) => [provider, round]);
  const behind = ahead.length === 0 ? [] : [ahead];
  return encodeCursor([
    digestOfNames(query),
    trackCount,
    tracksDigest,
    roundCount,
    misses,
    ...behind,
  ]);
}

/**
 * Parses a cursor to a position among the results of a query; `undefined` where it is absent.
 *
 * @throws {InvalidInputError} the text is not a cursor, or the cursor belongs to another search
 */
export function parseSearchCursor(
  cursor: string | null | undefined,
  query: Names,
  parameter: string,
): RequestedPosition | undefined {
  if (cursor === null || cursor === undefined) return undefined;
  const parts = decodeCursor(cursor);
  const [names, trackCount, tracksDigest, roundCount, misses, ahead = []] = parts;
  const missed = missedFrom(misses);
  const isCursor =
    (parts.length === 5 || parts.length === 6) &&
    isDigest(names) &&
    isCount(trackCount, parts.length === 5 ? 1 : 0, Number.MAX_SAFE_INTEGER) &&
    isAhead(ahead, trackCount) &&
    isDigest(tracksDigest) &&
    isCount(roundCount, 1, MAX_SEARCH_ROUNDS) &&
    missed !== undefined;
  if (!isCursor) throw new InvalidInputError(parameter, "is not a cursor of a search");
  if (names !== digestOfNames(query)) {
    throw new InvalidInputError(parameter, "is a cursor of another search");
  }
  return { trackCount, ahead, tracksDigest, roundCount, missed, parameter };
}

/** Returns what identifies tracks in their order: 16 hex characters. */
export function digestOfTracks(trackKeys: readonly TrackKey[]): string {
  return digestOf(trackKeys.join());
}

const digestOfNames = ({ track, artist }: Names): string =>
  digestOf(JSON.stringify([track, artist ?? null]));

function missedFrom(misses: unknown): readonly MissedRound[] | undefined {
  if (!Array.isArray(misses)) return undefined;
  const missed = misses.flatMap((miss: unknown) => {
    if (!Array.isArray(miss)) return [];
    const [provider, round] = miss as readonly unknown[];
    const isMissed = typeof provider === "string" && isCount(round, 0, MAX_SEARCH_ROUNDS - 1);
    return isMissed ? [{ provider, round }] : [];
  });
  return missed.length === misses.length ? missed : undefined;
}

/** Returns whether a part is a list of indices, ascending, each behind the first tracks. */
function isAhead(part: unknown, trackCount: number): part is readonly number[] {
  if (!Array.isArray(part) || part.length > MAX_SEARCH_LIMIT) return false;
  return part.every((index: unknown, n) =>
    isCount(index, n === 0 ? trackCount + 1 : Number(part[n - 1]) + 1, Number.MAX_SAFE_INTEGER),
  );
}

const isDigest = (part: unknown): part is string =>
  typeof part === "string" && /^[0-9a-f]{16}$/.test(part);

const isCount = (part: unknown, min: number, max: number): part is number =>
  typeof part === "number" && Number.isInteger(part) && part >= min && part <= max;
