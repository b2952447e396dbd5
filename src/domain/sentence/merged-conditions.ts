import { integerFields } from "../analysis/descriptors.js";
import type { MusicalKey } from "../analysis/musical-key.js";
import type { TrackFilter } from "../catalogue/catalogue-query.js";
import { storedTrackFilter, type TrackFilterParameters } from "../catalogue/track-filter.js";
import type { Range } from "../range.js";

type Estimates = NonNullable<TrackFilter["estimates"]>;
type Tags = NonNullable<TrackFilter["tags"]>;

/**
 * Returns the conditions of several parts of a sentence as one filter. Bounds on one value hold together; of several values of a tag, of
 * several keys, modes or metres, and of years that do not overlap, as of two decades, a track must have one.
 */
export function mergedFilter(conditions: readonly TrackFilterParameters[]): TrackFilter {
  let merged: TrackFilter = {};
  for (const filter of conditions.map(storedTrackFilter)) {
    merged = {
      ...merged,
      ...filter,
      ...(merged.keys &&
        filter.keys && { keys: [...merged.keys, ...filter.keys] satisfies readonly MusicalKey[] }),
      ...(merged.keys && !filter.keys && { keys: merged.keys }),
      ...mergedRanges(merged, filter),
      tags: mergedTags(merged.tags, filter.tags),
      estimates: mergedEstimates(merged.estimates, filter.estimates),
    };
  }
  return merged;
}

const ranged = ["durationMs", "bitRateKbps", "rating"] as const;

function mergedRanges(one: TrackFilter, other: TrackFilter): Partial<TrackFilter> {
  const ranges = ranged.map((field) => [field, both(one[field], other[field])] as const);
  const year = either(one.year, other.year);
  const given = [...ranges, ["year", year] as const].filter(([, range]) => range !== undefined);
  return Object.fromEntries(given);
}

function mergedTags(one: Tags = {}, other: Tags = {}): Tags {
  const merged: Record<string, readonly string[]> = { ...one };
  for (const [field, values] of Object.entries(other)) {
    merged[field] = [...(merged[field] ?? []), ...values];
  }
  return merged;
}

function mergedEstimates(one: Estimates = {}, other: Estimates = {}): Estimates {
  const merged: Record<string, Range | undefined> = { ...one };
  for (const [field, range] of Object.entries(other)) {
    const isInteger = integerFields.some((name) => name === field);
    merged[field] = (isInteger ? hull : both)(merged[field], range);
  }
  return merged;
}

/** Returns the bounds of two ranges together; none but a contradiction where they do not overlap. */
function both(one: Range | undefined, other: Range | undefined): Range | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return bounded(
    Math.max(one.gte ?? -Infinity, other.gte ?? -Infinity),
    Math.min(one.lte ?? Infinity, other.lte ?? Infinity),
  );
}

function hull(one: Range | undefined, other: Range | undefined): Range | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return bounded(
    Math.min(one.gte ?? -Infinity, other.gte ?? -Infinity),
    Math.max(one.lte ?? Infinity, other.lte ?? Infinity),
  );
}

function either(one: Range | undefined, other: Range | undefined): Range | undefined {
  const together = both(one, other);
  const { gte = -Infinity, lte = Infinity } = together ?? {};
  return gte > lte ? hull(one, other) : together;
}

const bounded = (gte: number, lte: number): Range => ({
  ...(gte > -Infinity && { gte }),
  ...(lte < Infinity && { lte }),
});
