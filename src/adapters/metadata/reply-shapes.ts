import { z } from "zod";

/** Maximum length of text; names of tracks and artists are shorter. */
const MAX_TEXT_CHARACTERS = 1_000;

/**
 * Characters that change how the text around them is shown, because they embed, override or isolate
 * a writing direction. Direction marks (U+200E, U+200F, U+061C) and joiners occur in ordinary names,
 * and are kept.
 *
 * Source: M. Davis et al., "Unicode Bidirectional Algorithm", UAX #9, section 2.
 */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Text without control characters. Tabs and line breaks become spaces. */
export const plainText = z
  .string()
  .max(MAX_TEXT_CHARACTERS)
  .transform((text) =>
    text
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, " ")
      .replace(/\p{Cc}/gu, "")
      .replace(BIDI_CONTROLS, ""),
  );

/** Text that is not blank, without control characters. */
export const nonBlankText = plainText.refine((text) => text.trim() !== "" && text.isWellFormed());

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
