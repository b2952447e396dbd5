import type { CataloguePosition, PageWindow } from "../catalogue/catalogue-query.js";
import type { ItemOrder } from "../catalogue/page-among.js";
import { compareTexts } from "../compare-texts.js";
import { InvalidInputError } from "../errors/request-errors.js";
import { SAME_PERFORMANCE_SCORE } from "../fingerprint/compare-fingerprints.js";
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

/** Returns the sets that meet the conditions on their kind and their files. */
export function setsThatMeet(
  sets: readonly DuplicateSet[],
  { kind, folder }: Pick<DuplicateConditions, "kind" | "folder">,
): readonly DuplicateSet[] {
  const ofKind = kind === undefined ? sets : sets.filter((set) => set.kind === kind);
  if (folder === undefined) return ofKind;
  const start = folder.endsWith("/") ? folder : `${folder}/`;
  return ofKind.filter(({ recordings }) =>
    recordings.some(({ files }) => files.some(({ path }) => path.startsWith(start))),
  );
}

/** Returns the position of a set in an order. */
export function positionOfSet(set: DuplicateSet, order: DuplicateOrder): CataloguePosition {
  return { value: order === "bytes" ? set.bytesToFree : set.nameFolded, id: firstIdOf(set) };
}

/** The orders of sets; equal values are ordered by the id of the first recording. */
export const setOrders: Readonly<Record<DuplicateOrder, ItemOrder<DuplicateSet>>> = {
  bytes: {
    compare: (one, other) =>
      other.bytesToFree - one.bytesToFree || compareTexts(firstIdOf(one), firstIdOf(other)),
    compareWith: (set, { value, id }) =>
      Number(value) - set.bytesToFree || compareTexts(firstIdOf(set), id),
  },
  name: {
    compare: (one, other) =>
      compareTexts(one.nameFolded, other.nameFolded) ||
      compareTexts(firstIdOf(one), firstIdOf(other)),
    compareWith: (set, { value, id }) =>
      compareTexts(set.nameFolded, String(value)) || compareTexts(firstIdOf(set), id),
  },
};

const firstIdOf = ({ recordings }: DuplicateSet): string => recordings[0]?.recordingId ?? "";
