import { compareTexts } from "../../../domain/compare-texts.js";
import { allKeys, keyNameFrom } from "../../../domain/analysis/musical-key.js";
import type {
  Facet,
  FacetField,
  Facets,
  FacetsRequest,
  FacetValue,
} from "../../../domain/catalogue/facets.js";
import { isKnownFlag } from "../../../domain/catalogue/known-fields.js";
import { LeadingSlots } from "../../../domain/catalogue/leading-slots.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { CatalogueColumns } from "./columns/catalogue-columns.js";
import type { LabelColumn } from "./columns/label-column.js";
import { matchingSlots } from "./matching-slots.js";

const PITCH_CLASSES = 12;

/** Values with how many slots have each. */
type Counts = readonly FacetValue[];

/** Counts the values of the tracks that pass a filter. */
export function* countedFacets(
  columns: CatalogueColumns,
  { fields, filter, first }: FacetsRequest,
): SlicedWork<Facets> {
  const slots = matchingSlots(columns, filter);
  const facets: Facet[] = [];
  for (const field of fields) {
    yield;
    facets.push(yield* facetOf(columns, field, slots, first));
  }
  return { facets, totalCount: slots.length };
}

function* facetOf(
  columns: CatalogueColumns,
  field: FacetField,
  slots: Uint32Array,
  first: number,
): SlicedWork<Facet> {
  if (field === "year" || field === "rating") {
    return facetFrom(field, numbersOf(columns.numbers(field), slots), first);
  }
  if (isKnownFlag(field)) return facetFrom(field, flagsOf(columns.numbers(field), slots), first);
  if (field === "key") return facetFrom(field, keysOf(columns, slots), first);
  const labels = columns.labels(field).counts(slots);
  yield;
  const trackCount = labels.reduce((sum, { count }) => sum + count, 0);
  const joined = joinedSpellings(labels);
  yield;
  return { ...facetFrom(field, joined, first), trackCount };
}

/** Adds up the counts of values that differ in their spelling only, under the most frequent spelling. */
function joinedSpellings(labels: ReturnType<LabelColumn["counts"]>): Counts {
  const joined = new Map<string, { value: string; most: number; count: number }>();
  for (const { values, count } of labels) {
    for (const { text, compared } of values) {
      const known = joined.get(compared);
      if (known === undefined) {
        joined.set(compared, { value: text, most: count, count });
        continue;
      }
      known.count += count;
      if (count < known.most || (count === known.most && known.value <= text)) continue;
      known.value = text;
      known.most = count;
    }
  }
  return [...joined.values()];
}

/** Returns the first of values that count the slots of one each. */
function facetFrom(field: FacetField, counts: Counts, first: number): Facet {
  const compare = (one: number, other: number): number => {
    const [a, b] = [counts[one] as FacetValue, counts[other] as FacetValue];
    return b.count - a.count || compareTexts(a.value, b.value);
  };
  // Of artists there may be as many as tracks, so that not all are put in order.
  const leading = new LeadingSlots({ max: first, compare });
  for (let index = 0; index < counts.length; index += 1) {
    if (leading.last === undefined || compare(index, leading.last) < 0) leading.offer(index);
  }
  const values = leading.slots().map((index): FacetValue => {
    const { value, count } = counts[index] as FacetValue;
    return { value, count };
  });
  return {
    field,
    values,
    valueCount: counts.length,
    trackCount: counts.reduce((sum, { count }) => sum + count, 0),
  };
}

/** Counts numbers, of which there are few different ones. */
function numbersOf(numbers: Float64Array, slots: Uint32Array): Counts {
  const counts = new Map<number, number>();
  for (const slot of slots) {
    const number = numbers[slot] as number;
    if (!Number.isNaN(number)) counts.set(number, (counts.get(number) ?? 0) + 1);
  }
  return [...counts].map(([number, count]) => ({ value: String(number), count }));
}

function flagsOf(flags: Float64Array, slots: Uint32Array): Counts {
  return numbersOf(flags, slots).map(({ value, count }) => ({
    value: String(value === "1"),
    count,
  }));
}

function keysOf(columns: CatalogueColumns, slots: Uint32Array): Counts {
  const [tonics, modes] = [columns.numbers("key"), columns.numbers("mode")];
  const counts = new Uint32Array(2 * PITCH_CLASSES);
  for (const slot of slots) {
    const key = 2 * (tonics[slot] as number) + (modes[slot] as number);
    // Not a number where either is not known.
    if (key >= 0) counts[key | 0] = (counts[key | 0] as number) + 1;
  }
  return allKeys
    .map((key) => ({
      value: keyNameFrom(key),
      count: counts[2 * key.tonic + key.mode] as number,
    }))
    .filter(({ count }) => count > 0);
}
