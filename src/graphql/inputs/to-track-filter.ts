import { estimateFields, moods } from "../../domain/analysis.js";
import type { Range, TrackFilter } from "../../domain/catalogue-query.js";
import { parseOptionalName } from "../../domain/search-query.js";
import type { FloatRangeInput } from "./float-range-input.js";
import type { TrackFilterInput } from "./track-filter-input.js";

const exactFields = ["key", "mode", "timeSignature"] as const;

const rangeFields = estimateFields.filter(
  (field) => !isOneOf(exactFields, field) && !isOneOf(moods, field),
);

/**
 * The filter in the domain's form. Conditions that are null count as absent.
 *
 * @throws {InvalidInputError} the text is empty or too long
 */
export function toTrackFilter(input: TrackFilterInput | null | undefined): TrackFilter {
  if (!input) return {};
  const { mood } = input;
  const conditions = [
    ...exactFields.map((field) => [field, exactly(input[field])] as const),
    ...rangeFields.map((field) => [field, toRange(input[field])] as const),
    ...moods.map((field) => [field, toRange(mood?.[field])] as const),
  ].filter(([, range]) => range !== undefined);
  const text = parseOptionalName(input.text, "filter.text");
  const durationMs = toRange(input.durationMs);
  return {
    ...(text !== undefined && { text }),
    ...(durationMs && { durationMs }),
    estimates: Object.fromEntries(conditions),
  };
}

function exactly(value: number | null | undefined): Range | undefined {
  return value === null || value === undefined ? undefined : { gte: value, lte: value };
}

function toRange(input: FloatRangeInput | null | undefined): Range | undefined {
  if (!input) return undefined;
  const { gte, lte } = input;
  return {
    ...(gte !== null && gte !== undefined && { gte }),
    ...(lte !== null && lte !== undefined && { lte }),
  };
}

function isOneOf<Name extends string>(names: readonly Name[], name: string): name is Name {
  return names.some((known) => known === name);
}
