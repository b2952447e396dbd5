import { z } from "zod";

/** No name of a track or an artist is longer. */
const LONGEST_TEXT = 1_000;

/** Text with something to read in it. */
export const presentText = z
  .string()
  .max(LONGEST_TEXT)
  .refine((text) => text.trim() !== "" && text.isWellFormed());

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
