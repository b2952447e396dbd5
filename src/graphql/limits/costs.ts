import { Kind, type FieldNode } from "graphql";
import type { ComplexityEstimator, ComplexityEstimatorArgs } from "graphql-query-complexity";

/**
 * Costs of fields, for the option `complexity` of their decorators. One unit is an object made from
 * data that was already read: a field of an object type without that option costs 1, and a number
 * or a text nothing. A number is charged in addition to the nested selections.
 */

/** Cost of finding, fetching, decoding and measuring audio: seconds of processor time. */
export const ANALYSIS_COST = 50;
/** Cost of queries to services over the network. */
export const SEARCH_COST = 20;
/** Cost of reading all tracks of the catalogue. */
export const SCAN_COST = 20;
/** Cost of reading and sending thousands of numbers. */
export const TIMELINE_COST = 20;
/** Cost of a column of all tracks: copying and sending up to 250,000 numbers. Twice the most columns exceed the default limit. */
export const COLUMN_COST = 1_000;

/** Returns the cost of a list of at most `maxItems` objects. */
export function costOfList(maxItems: number): ComplexityEstimator {
  return ({ childComplexity }) => maxItems * (1 + childComplexity);
}

/** Cost of an analysis, which is started only where the argument `compute` is true. */
export function costOfComputing({ args, childComplexity }: ComplexityEstimatorArgs): number {
  return 1 + (args["compute"] === true ? ANALYSIS_COST : 0) + childComplexity;
}

/**
 * Returns the number of items that an argument requests, in [0, max]. Requests for more are refused
 * later, with a more specific message.
 *
 * @param requested the number, or a list of the items; the default applies where it is null
 */
export function itemCount(requested: unknown, defaultValue: number, max: number): number {
  const count = Array.isArray(requested) ? requested.length : requested;
  return typeof count === "number" ? Math.min(Math.max(count, 0), max) : defaultValue;
}

/** Returns how often a field of an object type selects the nested field `name`, under any alias. */
export function timesSelected(name: string, { selectionSet }: FieldNode): number {
  const selections = selectionSet?.selections ?? [];
  return selections.filter((each) => each.kind === Kind.FIELD && each.name.value === name).length;
}
