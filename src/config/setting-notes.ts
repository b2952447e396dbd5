import { z } from "zod";

/** What the guide says about a setting; the rest of its row follows from the schema. */
interface SettingNotes {
  readonly meaning: string;
  /** The default in words, where the schema has none that can be shown. */
  readonly default?: string;
  /** The possible values in words, where the schema does not say them. */
  readonly values?: string;
  /** Whether commands take it from the last server that was started on their `DATA_DIR`. */
  readonly isShared?: true;
}

/** The notes of every setting, by its schema. */
export const settingNotes = z.registry<SettingNotes>();

/** A whole number that is written in decimal digits. */
export const integer = (min: number, max: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^[0-9]+$/, "must be a whole number")
    .transform(Number)
    .pipe(z.number().min(min, `must be at least ${min}`).max(max, `must be at most ${max}`));

/** A switch that is written as "on" or "off". */
export const onOrOff = z
  .enum(["on", "off"], "must be one of: on, off")
  .transform((text) => text === "on");

/** A list of known names, separated by commas, with duplicates removed. */
export function namesOf<Name extends string>(known: readonly Name[]): z.ZodType<readonly Name[]> {
  return z
    .string()
    .transform((text) => [...new Set(text.split(",").map((name) => name.trim()))])
    .pipe(z.array(z.enum(known, `must be one of: ${known.join(", ")}`)));
}

/** A row of the guide's table of settings. */
export interface DescribedSetting {
  readonly name: string;
  readonly default: string;
  readonly values: string;
  readonly meaning: string;
}

/**
 * Describes the settings of a group, in its order. One that must not be set is left out.
 *
 * @throws {Error} a setting has no notes, or nothing says what its values are
 */
export function describedSettings(
  variables: Readonly<Record<string, z.ZodType>>,
): readonly DescribedSetting[] {
  return Object.entries(variables).flatMap(([name, schema]) => {
    const notes = settingNotes.get(schema);
    if (notes === undefined) {
      if (innermost(schema) instanceof z.ZodUndefined) return [];
      throw new Error(`The setting ${name} has no notes.`);
    }
    const values = notes.values ?? valuesOf(schema);
    if (values === undefined) throw new Error(`The notes of ${name} do not say its values.`);
    const shown = notes.default ?? defaultOf(schema) ?? "";
    return [{ name, default: shown, values, meaning: notes.meaning }];
  });
}

/** Returns a schema without the wrappers that make it optional or give it a default. */
function innermost(schema: z.core.$ZodType): z.core.$ZodType {
  const isWrapper =
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodDefault ||
    schema instanceof z.ZodPrefault;
  return isWrapper ? innermost(schema.def.innerType) : schema;
}

/** Returns the values that a schema says it takes; undefined where it takes any text. */
function valuesOf(wrapped: z.core.$ZodType): string | undefined {
  const schema = innermost(wrapped);
  if (schema instanceof z.ZodNumber) return `${schema.minValue} to ${schema.maxValue}`;
  if (schema instanceof z.ZodEnum) return codes(schema.options);
  if (schema instanceof z.ZodArray) return listed(valuesOf(schema.element));
  // What a text is transformed into has the range of a number; a switch has it in the text.
  if (schema instanceof z.ZodPipe) return valuesOf(schema.out) ?? valuesOf(schema.in);
  return undefined;
}

const listed = (values: string | undefined): string | undefined =>
  values && `of ${values}, separated by \`,\``;

/** Returns the default as it is written in the environment; undefined where there is none. */
function defaultOf(schema: z.ZodType): string | undefined {
  if (!(schema instanceof z.ZodDefault || schema instanceof z.ZodPrefault)) return undefined;
  const value: unknown = schema.def.defaultValue;
  if (typeof value === "boolean") return codes([value ? "on" : "off"]);
  return codes([String(value)]);
}

const codes = (values: readonly (string | number)[]): string =>
  values.map((value) => `\`${value}\``).join(", ");
