import { Field, Int } from "type-graphql";
import {
  descriptors,
  estimateFields,
  integerFields,
  moods,
  rangeFields,
} from "../../domain/analysis/descriptors.js";
import {
  knownFlagNames,
  knownFlags,
  knownNumberNames,
  knownNumbers,
  knownTimeNames,
  knownTimes,
} from "../../domain/catalogue/known-fields.js";
import { textTags, textTagNames } from "../../domain/catalogue/text-tags.js";

/** A class of the schema, to which fields are added. */
interface SchemaClass {
  readonly prototype: object;
}

/** The class of bounds on a number. */
type BoundsClass = abstract new () => object;

/** Declares a condition on each field of tags: values of which the track must have one. */
export function declareTags(type: SchemaClass): void {
  for (const field of textTags) {
    const below = field === "folder" ? ", or lie below one" : "";
    const description = `Values of the ${textTagNames[field]}, of which the track must have one${below}; letter case, diacritics and punctuation are ignored.`;
    Field(() => [String], { nullable: true, description })(type.prototype, field);
  }
}

/** Declares bounds on what is known of tracks, and conditions on what is true of them. */
export function declareKnown(
  type: SchemaClass,
  { numbers, times }: { readonly numbers: BoundsClass; readonly times: BoundsClass },
): void {
  const boundsOn = (what: string): string => `Bounds on the ${what}.`;
  declareBounds(type, numbers, knownNumberNames, (field) => boundsOn(knownNumbers[field].what));
  declareBounds(type, times, knownTimeNames, (field) => boundsOn(knownTimes[field].what));
  for (const field of knownFlagNames) {
    const description = `${knownFlags[field].what}.`;
    Field(() => Boolean, { nullable: true, description })(type.prototype, field);
  }
}

/** Declares bounds on the confidence of each estimate. */
export function declareConfidences(type: SchemaClass, bounds: BoundsClass): void {
  declareBounds(
    type,
    bounds,
    estimateFields,
    (field) => `Bounds on the confidence of \`${field}\`.`,
  );
}

/** Declares bounds on each of the four moods. */
export function declareMoods(type: SchemaClass, bounds: BoundsClass): void {
  declareBounds(type, bounds, moods, (mood) => `Bounds on ${mood}.`);
}

/** Declares a condition on each descriptor beside the moods: a value of integers, bounds on others. */
export function declareDescriptors(type: SchemaClass, bounds: BoundsClass): void {
  for (const field of integerFields) {
    const description = descriptors[field].integers?.meaning ?? "";
    Field(() => Int, { nullable: true, description })(type.prototype, field);
  }
  declareBounds(type, bounds, rangeFields, (field) => {
    const { articleLabel, unit } = descriptors[field];
    return `Bounds on ${articleLabel}, ${unit}.`;
  });
}

function declareBounds<Name extends string>(
  type: SchemaClass,
  bounds: BoundsClass,
  fields: readonly Name[],
  descriptionOf: (field: Name) => string,
): void {
  for (const field of fields) {
    const options = { nullable: true, description: descriptionOf(field) };
    Field(() => bounds, options)(type.prototype, field);
  }
}
