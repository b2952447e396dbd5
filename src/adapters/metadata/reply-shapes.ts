import { z } from "zod";

/** No name of a track or an artist is longer. */
const MAX_TEXT_CHARACTERS = 1_000;

/**
 * Characters that change how the text around them is shown, because they embed, override or isolate a
 * direction of writing. Marks of direction (U+200E, U+200F, U+061C) and joiners are part of ordinary
 * names.
 *
 * Source: M. Davis et al., "Unicode Bidirectional Algorithm", UAX #9, section 2.
 */
const BIDI_CONTROLS = /[\u202a-\u202e\u2066-\u2069]/gu;

/** Text without control characters. Tabs and breaks between lines become spaces. */
export const plainText = z
  .string()
  .max(MAX_TEXT_CHARACTERS)
  .transform((text) =>
    text
      .replace(/[\t\n\v\f\r\u0085\u2028\u2029]+/gu, " ")
      .replace(/\p{Cc}/gu, "")
      .replace(BIDI_CONTROLS, ""),
  );

/** Text with something to read in it, without control characters. */
export const presentText = plainText.refine((text) => text.trim() !== "" && text.isWellFormed());

export const positiveNumber = z.number().positive();

/** An id of decimal digits, whether it comes as a number or as text. */
export const decimalId = z
  .union([z.number().int().positive(), z.string().regex(/^[0-9]{1,20}$/)])
  .transform(String);

/** A UUID in lower case. */
export const uuid = z.uuid().toLowerCase();

/** A part that we can do without: absent where it is missing, null or of another type. */
export function perhaps<Shape extends z.ZodType>(shape: Shape): z.ZodCatch<z.ZodOptional<Shape>> {
  return shape.optional().catch(undefined);
}

/**
 * The entries of a list that can be read, in order; the others are left out.
 *
 * `undefined` where there is no list, or a list none of whose entries can be read: then the format
 * is not the one that we know, and nothing was said about tracks.
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
