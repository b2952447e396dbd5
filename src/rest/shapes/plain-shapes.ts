import { z } from "zod";

/** The answer to a request that succeeded. */
export const answerOf = <Data extends z.ZodType>(
  data: Data,
): z.ZodObject<{ success: z.ZodLiteral<true>; data: Data }> =>
  z.object({ success: z.literal(true), data });

/** A number in [0, 1]. */
export const share = z.number().min(0).max(1);

/** The path of a file or a folder of the library. */
export const serverPath = z
  .string()
  .nullable()
  .describe("Its path on the server; `null` for keys without the scope `write`.");

/** The URL of a picture. */
export const httpUrl = z.url().meta({ pattern: "^https?://" });

/** The name of a key: "A minor". */
export const keyNameText = z.string().regex(/^[A-G]#? (major|minor)$/);

/** A key in Camelot notation: "8A". */
export const camelotText = z.string().regex(/^(1[0-2]|[1-9])[AB]$/);

/** A key in Open Key notation: "1m". */
export const openKeyText = z.string().regex(/^(1[0-2]|[1-9])[dm]$/);

const cursor = z.string().nullable();

/** The shape of a page in the order of the keys: the pages beside it, and how much all pages have. */
export const pageOf = (
  counted: string,
): z.ZodObject<{
  nextCursor: typeof cursor;
  previousCursor: typeof cursor;
  totalCount: z.ZodInt;
}> =>
  z.object({
    nextCursor: cursor.describe(
      "The value of `cursor` for the next page; `null` on the last page, and where the page is empty.",
    ),
    previousCursor: cursor.describe(
      "The value of `before` for the previous page; `null` on the first page, and where the page is empty.",
    ),
    totalCount: z.int().min(0).describe(counted),
  });

/**
 * Metadata of a part of a request that is only described by a shape: the domain reads it, with messages that all edges
 * share. The part is optional in the description where that shape is.
 */
export const describedAs = (shape: z.ZodType): { readonly describedAs: z.ZodType } => ({
  describedAs: shape,
});

/** What a shape describes, as JSON has it and nobody changes it. */
export type JsonOf<Shape extends z.ZodType> = ReadonlyJson<z.output<Shape>>;

type ReadonlyJson<Value> = Value extends object
  ? { readonly [Name in keyof Value]: ReadonlyJson<Value[Name]> }
  : Value;
