import {
  type CataloguePosition,
  isTextField,
  type TrackOrder,
} from "../../../domain/catalogue/catalogue-query.js";
import { foldText } from "../../../domain/track/folded-text.js";
import type { CatalogueColumns } from "./columns/catalogue-columns.js";
import { prefixOfText } from "./columns/ordered-texts.js";

type PositionValue = CataloguePosition["value"];

/** An order by the values of one column. */
interface ValueOrder {
  /** Negative where the value of slot `a` is before that of slot `b`. */
  readonly compare: (a: number, b: number) => number;
  /** Returns a function that is negative where the value of a slot is before a value. */
  readonly comparisonWith: (value: PositionValue) => (slot: number) => number;
  readonly weights?: SlotWeights;
}

/**
 * Numbers that decide most comparisons in a loop without calls: where one is smaller than another, its
 * slot is before the other's, or behind it where the sign is -1. Where they are equal or `NaN`, the
 * comparison decides.
 */
export interface SlotWeights {
  /** By slot. */
  readonly weights: Float64Array;
  readonly sign: 1 | -1;
  /** Returns the weight of the value of a position. */
  readonly weightOf: (value: PositionValue) => number;
}

/** An order of the catalogue: missing values last in both directions, equal values by track key. */
export interface SlotOrder {
  /** Negative where slot `a` is before slot `b`. */
  readonly compare: (a: number, b: number) => number;

  /** Returns a function that is negative where a slot is before the position. */
  readonly comparisonWith: (position: CataloguePosition) => (slot: number) => number;

  readonly weights?: SlotWeights;
}

/** Returns the order for the present columns; names are compared without case and diacritics. */
export function slotOrder(columns: CatalogueColumns, order: TrackOrder): SlotOrder {
  const sign = order.direction === "asc" ? 1 : -1;
  const { compare, comparisonWith, ...rest } = valueOrder(columns, order.field, sign);
  const keys = columns.keys("trackKey");
  return {
    ...rest,
    compare: (a, b) => compare(a, b) || keys.compare(a, b),
    comparisonWith({ value, trackKey }) {
      const compareValue = comparisonWith(value);
      return (slot) => {
        const difference = compareValue(slot);
        if (difference !== 0) return difference;
        const own = keys.at(slot);
        if (own === trackKey) return 0;
        return own < trackKey ? -1 : 1;
      };
    },
  };
}

/** Returns the reversed order, in which missing values are first. */
export function reversed({ compare, weights }: SlotOrder): Pick<SlotOrder, "compare" | "weights"> {
  const turned = (a: number, b: number): number => compare(b, a);
  return {
    compare: turned,
    ...(weights && { weights: { ...weights, sign: weights.sign === 1 ? -1 : 1 } }),
  };
}

function valueOrder(
  columns: CatalogueColumns,
  field: TrackOrder["field"],
  sign: 1 | -1,
): ValueOrder {
  if (field === "source") {
    const compare = columns.sources.comparison();
    return {
      compare: (a, b) => sign * compare(a, b),
      comparisonWith(value) {
        const compareValue = columns.sources.comparisonWith(String(value));
        return (slot) => sign * compareValue(slot);
      },
    };
  }
  return isTextField(field)
    ? textOrder(columns, `${field}Folded`, sign)
    : numberOrder(columns.numbers(field), sign);
}

function textOrder(
  columns: CatalogueColumns,
  name: "artistFolded" | "trackNameFolded",
  sign: 1 | -1,
): ValueOrder {
  const texts = columns.texts(name);
  const folded = (value: PositionValue): string => foldText(String(value));
  return {
    compare: (a, b) => sign * texts.compare(a, b),
    comparisonWith(value) {
      const compareText = texts.comparisonWith(folded(value));
      return (slot) => sign * compareText(slot);
    },
    weights: { weights: texts.prefixes, sign, weightOf: (value) => prefixOfText(folded(value)) },
  };
}

function numberOrder(numbers: Float64Array, sign: 1 | -1): ValueOrder {
  // A missing value comes after any number, in both directions.
  const against = (number: number, other: number): number => {
    if (number < other) return -sign;
    if (number > other) return sign;
    if (number === other) return 0;
    return Number(Number.isNaN(number)) - Number(Number.isNaN(other));
  };
  const numberOf = (value: PositionValue): number => Number(value ?? NaN);
  return {
    compare: (a, b) => against(numbers[a] as number, numbers[b] as number),
    comparisonWith(value) {
      const other = numberOf(value);
      return (slot) => against(numbers[slot] as number, other);
    },
    weights: { weights: numbers, sign, weightOf: numberOf },
  };
}
