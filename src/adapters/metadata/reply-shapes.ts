import { z } from "zod";
import { findName, MAX_NAME_CHARACTERS, plainTextOf } from "../../domain/track/name-text.js";

/** Text without control characters, which joins names. */
export const plainText = z.string().max(MAX_NAME_CHARACTERS).transform(plainTextOf);

/** A name, or other text that is not blank, as the provider has it. */
export const nonBlankText = z
  .string()
  .transform((text, context) => findName(text) ?? missing(context));

export const positiveNumber = z.number().positive();

/** An id of decimal digits, written as a number or as text. */
export const decimalId = z
  .union([z.number().int().positive(), z.string().regex(/^[0-9]{1,20}$/)])
  .transform(String);

/** A UUID in lower case. */
export const uuid = z.uuid().toLowerCase();

/** An optional part: `undefined` where it is missing, null or of another type. */
export function lenientlyOptional<Shape extends z.ZodType>(
  shape: Shape,
): z.ZodCatch<z.ZodOptional<Shape>> {
  return shape.optional().catch(undefined);
}

/** Returns whether a list fills a page, by its entries that cannot be read too: more may follow it. */
export const isFull = (list: unknown, limit: number): boolean =>
  Array.isArray(list) && list.length >= limit;

/**
 * Returns the entries of a list in order; entries that cannot be read are left out.
 *
 * Returns `undefined` where there is no list, or where no entry of it can be read: then the format is
 * unknown, and the reply does not mean that there are no tracks.
 */
export function readEntries<Shape extends z.ZodType>(
  shape: Shape,
  list: unknown,
): z.output<Shape>[] | undefined {
  if (!Array.isArray(list)) return undefined;
  const entries = list.flatMap((entry) => {
    const read = shape.safeParse(entry);
    return read.success ? [read.data] : [];
  });
  return entries.length === 0 && list.length > 0 ? undefined : entries;
}

/** Refuses text that is no name. */
function missing(context: z.RefinementCtx): never {
  context.addIssue("is no name");
  return z.NEVER;
}
