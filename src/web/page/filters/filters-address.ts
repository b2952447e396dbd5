import type { AddressCodec } from "../address/address.js";
import { WHEEL_KEYS } from "../parts/wheel-keys.js";
import { orderIn, orderText, type TableOrder } from "../table/table-order.js";
import { fieldPath, queryOf, stepOf, type Conditions, type StepBounds } from "./conditions.js";
import { FILTER_FIELDS, type FilterField } from "./slider-fields.js";

/** What is asked for, and the order of what is found. */
export interface FiltersState {
  readonly conditions: Conditions;
  readonly order: TableOrder;
}

const FIRST_ORDER: TableOrder = { field: "ARTIST", direction: "ASC" };

/** `#/filters?tempo.gte=120&mood.happy.lte=0.5&keyIn=8A,9A&sort=-energy`: conditions as over REST. */
export const filtersAddress: AddressCodec<FiltersState> = {
  read: ({ query }) => ({
    conditions: conditionsIn(query),
    order: orderIn(query.get("sort") ?? "", FIRST_ORDER),
  }),
  write: ({ conditions, order }) => {
    const query = new URLSearchParams(queryOf(conditions));
    const sort = orderText(order, FIRST_ORDER);
    if (sort !== "") query.set("sort", sort);
    return { query };
  },
};

/** Returns the conditions that an address has, as `queryOf` writes them. */
function conditionsIn(query: URLSearchParams): Conditions {
  const bounds = FILTER_FIELDS.flatMap((field): (readonly [FilterField, StepBounds])[] => {
    const from = stepIn(query.get(`${fieldPath(field)}.gte`), field);
    const to = stepIn(query.get(`${fieldPath(field)}.lte`), field);
    return from === null && to === null ? [] : [[field, { from, to }]];
  });
  const camelots = (query.get("keyIn") ?? "").split(",");
  const keys = WHEEL_KEYS.filter(({ camelot }) => camelots.includes(camelot));
  return { bounds: new Map(bounds), keys: new Set(keys.map(({ index }) => index)) };
}

/** Returns the step of a value of a field; `null` where it is no number. */
function stepIn(text: string | null, field: FilterField): number | null {
  const value = text === null || text === "" ? NaN : Number(text);
  return Number.isFinite(value) ? stepOf(value, field) : null;
}
