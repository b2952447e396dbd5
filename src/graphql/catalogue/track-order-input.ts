import { Field, InputType, Int, registerEnumType } from "type-graphql";
import { descriptors, estimateFields } from "../../domain/analysis/descriptors.js";
import type { ColumnField, TrackOrder } from "../../domain/catalogue/catalogue-query.js";
import { knownOrderNames, knownOrders } from "../../domain/catalogue/known-fields.js";
import type { FacetField } from "../../domain/catalogue/facets.js";

type OrderField = TrackOrder["field"];

/** The fields of orders, and what each orders by. */
const orders: readonly (readonly [OrderField, string])[] = [
  ["artist", "artist, letter case and diacritics ignored"],
  ["trackName", "title, letter case and diacritics ignored"],
  ["source", "audio source"],
  ["genre", "genre"],
  ["album", "album, its artist, disc and number"],
  ["albumArtist", "the artist of the album"],
  ["composer", "composer"],
  ["label", "record label"],
  ["folder", "the folder of the file, below that of the library"],
  ["format", "the format of the file"],
  ["server", "the music server that has it"],
  ...knownOrderNames.map((field) => [field, `the ${knownOrders[field].what}`] as const),
  ["analyzedAt", "the time of the analysis"],
  ["random", "nothing: at random, and equally for the same seed"],
  ...estimateFields.map((field) => [field, descriptors[field].orderedBy] as const),
  ...estimateFields.map(
    (field) => [`confidence.${field}`, `the confidence of \`${field}\``] as const,
  ),
];

/** Returns the enum value of a field: `CONFIDENCE_TIME_SIGNATURE` for `confidence.timeSignature`. */
export const enumName = (field: OrderField | ColumnField | FacetField): string =>
  field.replace(".", "_").replace(/[A-Z]/g, "_$&").toUpperCase();

/** The fields of orders, by their enum values. */
export const orderFields = Object.fromEntries(orders.map(([field]) => [enumName(field), field]));

registerEnumType(orderFields, {
  name: "TrackOrderField",
  description:
    "The fields that analysed tracks can be ordered by. Tracks without a value come last.",
  valuesConfig: Object.fromEntries(
    orders.map(([field, by]) => [enumName(field), { description: `By ${by}.` }]),
  ),
});

/** The directions of orders, by their enum values. */
export const orderDirections = { ASC: "asc", DESC: "desc" } as const;

registerEnumType(orderDirections, {
  name: "OrderDirection",
  description: "The direction of an order.",
  valuesConfig: {
    ASC: { description: "Ascending: lowest value first." },
    DESC: { description: "Descending: highest value first." },
  },
});

/** The order of analysed tracks. */
@InputType("TrackOrder", {
  description: "The order of analysed tracks. Ties are ordered by track key.",
})
export class TrackOrderInput implements TrackOrder {
  @Field(() => orderFields, { description: "The field to order by." })
  readonly field!: OrderField;

  @Field(() => orderDirections, {
    defaultValue: "asc",
    description: "The direction.",
  })
  readonly direction!: TrackOrder["direction"];

  @Field(() => Int, {
    defaultValue: 0,
    description: "The seed of a random order: the same one gives the same order.",
  })
  readonly seed!: number;
}
