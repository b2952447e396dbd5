import type { TrackFilter } from "../generated/documents.js";
import type { FilterField } from "./slider-fields.js";
import { WHEEL_KEYS } from "../parts/wheel-keys.js";

/** StepBounds on a value, in steps of its field; `null` where there is none on that side. */
export interface StepBounds {
  readonly from: number | null;
  readonly to: number | null;
}

/** What a reader asks of tracks. */
export interface Conditions {
  /** The bounds of fields that have any. */
  readonly bounds: ReadonlyMap<FilterField, StepBounds>;
  /** The indexes of keys on the wheel, of which a track must have one; empty for all tracks. */
  readonly keys: ReadonlySet<number>;
}

/** No conditions. */
export const NO_CONDITIONS: Conditions = { bounds: new Map(), keys: new Set() };

/** Returns conditions with other bounds of a field. */
export function withBounds(
  conditions: Conditions,
  field: FilterField,
  bounds: StepBounds,
): Conditions {
  const changed = new Map(conditions.bounds);
  if (bounds.from === null && bounds.to === null) changed.delete(field);
  else changed.set(field, bounds);
  return { ...conditions, bounds: changed };
}

/** Returns the value at a step of a field; `null` for no bound. */
export function valueAt(step: number | null, { stepsPerUnit }: FilterField): number | null {
  return step === null ? null : step / stepsPerUnit;
}

/** Returns the step of a value of a field. */
export const stepOf = (value: number, { stepsPerUnit }: FilterField): number =>
  Math.round(value * stepsPerUnit);

/** Returns the name of a field in conditions over REST: "tempo", "mood.happy". */
export const fieldPath = ({ isMood, name }: FilterField): string =>
  isMood ? `mood.${name}` : name;

interface Limit {
  readonly path: string;
  readonly gte: number | null;
  readonly lte: number | null;
}

const limitsOf = ({ bounds }: Conditions): readonly Limit[] =>
  [...bounds].map(([field, { from, to }]) => ({
    path: fieldPath(field),
    gte: valueAt(from, field),
    lte: valueAt(to, field),
  }));

const camelotsOf = ({ keys }: Conditions): readonly string[] =>
  WHEEL_KEYS.filter(({ index }) => keys.has(index)).map(({ camelot }) => camelot);

/** Returns the conditions as a filter over GraphQL. */
export function filterOf(conditions: Conditions): TrackFilter {
  const limits = limitsOf(conditions).map(({ path, gte, lte }) => [path, { gte, lte }] as const);
  const moods = limits.filter(([path]) => path.startsWith("mood."));
  const camelots = camelotsOf(conditions);
  return {
    ...Object.fromEntries(limits.filter(([path]) => !path.startsWith("mood."))),
    ...(moods.length > 0 && {
      mood: Object.fromEntries(moods.map(([path, range]) => [path.slice("mood.".length), range])),
    }),
    ...(camelots.length > 0 && { keyIn: camelots }),
  };
}

/** Returns the conditions as the query of a URL over REST: "tempo.gte=120&keyIn=8A%2C9A". */
export function queryOf(conditions: Conditions): string {
  const query = new URLSearchParams();
  for (const { path, gte, lte } of limitsOf(conditions)) {
    if (gte !== null) query.append(`${path}.gte`, String(gte));
    if (lte !== null) query.append(`${path}.lte`, String(lte));
  }
  const camelots = camelotsOf(conditions);
  if (camelots.length > 0) query.append("keyIn", camelots.join(","));
  return query.toString();
}
