import type { CataloguePosition, PageWindow } from "../catalogue/catalogue-query.js";
import { compareTexts } from "../compare-texts.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { SAME_PERFORMANCE_SCORE } from "../fingerprint/compare-fingerprints.js";
import { isInDirectory } from "../library/library-directory.js";
import type { DuplicateKind, DuplicateSet } from "./duplicate-sets.js";

/** The orders of groups: those that would free the most bytes first, or by artist and title. */
export const duplicateOrders = ["bytes", "name"] as const;

export type DuplicateOrder = (typeof duplicateOrders)[number];

/** The order where none is asked for. */
export const DEFAULT_DUPLICATE_ORDER: DuplicateOrder = "bytes";

/** Which groups of duplicates are listed. */
export interface DuplicateConditions {
  /** One kind only. A recording with several files that is linked to others stands alone as `copies`. */
  readonly kind?: DuplicateKind | undefined;
  /** The least score of a link that joins recordings, [0.5, 1]. */
  readonly minScore: number;
  /** An absolute path: groups that have a file there or below it. */
  readonly folder?: string | undefined;
}

/** A request for a page of groups. */
export interface DuplicateRequest extends DuplicateConditions, PageWindow {
  readonly order: DuplicateOrder;
}

/** The bounds of the least score of a link. */
export const scoreBounds = { min: SAME_PERFORMANCE_SCORE, max: 1 } as const;

/** Conditions as clients send them. */
export interface DuplicateParameters {
  readonly kind?: DuplicateKind | null | undefined;
  readonly minScore?: number | null | undefined;
  readonly folder?: string | null | undefined;
}

/**
 * Parses the conditions on groups of duplicates.
 *
 * @throws {InvalidInputError} names the condition that is out of its range
 */
export function parseDuplicateConditions({
  kind,
  minScore,
  folder,
}: DuplicateParameters): DuplicateConditions {
  const { min, max } = scoreBounds;
  const least = minScore ?? min;
  if (!(least >= min && least <= max)) {
    throw new InvalidInputError("minScore", `must be from ${min} to ${max}`);
  }
  return { kind: kind ?? undefined, minScore: least, folder: folder?.replace(/(?<=.)[/\\]+$/, "") };
}

/** Returns whether a group meets the conditions on its kind and its files. */
export function meets(
  { kind, recordings }: DuplicateSet,
  { kind: wanted, folder }: DuplicateConditions,
): boolean {
  if (wanted !== undefined && kind !== wanted) return false;
  if (folder === undefined) return true;
  const directory = folder === "/" ? "" : folder;
  return recordings.some(({ files }) => files.some(({ path }) => isInDirectory(directory, path)));
}

/** Returns the position of a group in an order. */
export function positionOfSet(
  { bytesToFree, nameFolded, recordings }: DuplicateSet,
  order: DuplicateOrder,
): CataloguePosition {
  const value = order === "bytes" ? bytesToFree : nameFolded;
  return { value, id: recordings[0]?.recordingId ?? "" };
}

/** Returns below 0 where the first position is before the second in an order. */
export function comparePositions(
  one: CataloguePosition,
  other: CataloguePosition,
  order: DuplicateOrder,
): number {
  if (order === "bytes" && one.value !== other.value) {
    return Number(other.value) - Number(one.value);
  }
  return compareTexts(String(one.value), String(other.value)) || compareTexts(one.id, other.id);
}
