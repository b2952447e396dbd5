import { parseOneOf } from "../parse-one-of.js";

/** Which recordings count as one: those of one performance, or only a recording itself. */
export const collapses = ["performance", "none"] as const;

export type Collapse = (typeof collapses)[number];

/** What counts as one by default: where tracks are compared, and where they are listed or exported. */
export const defaultCollapse = {
  compared: "performance",
  listed: "none",
} as const satisfies Readonly<Record<string, Collapse>>;

/**
 * Parses which recordings count as one; `undefined` where absent.
 *
 * @throws {InvalidInputError} another text
 */
export const parseCollapse = (text: string | undefined): Collapse | undefined =>
  parseOneOf(text, collapses, "collapse");
