import { InvalidInputError } from "../errors/request-errors.js";

/** What a comment may have in braces. */
export const commentPlaceholders = [
  "camelot",
  "openKey",
  "key",
  "tempo",
  "energy",
  "mood",
  "genre",
  "year",
  "estimates",
] as const;

export type CommentPlaceholder = (typeof commentPlaceholders)[number];

/** The comment of a track where no other is asked for, as DJ software writes it: "8A - Energy 4". */
export const DEFAULT_COMMENT = "{camelot} - Energy {energy}";

export const MAX_COMMENT_LENGTH = 200;

/** What stands between two parts of a comment. */
const SEPARATOR = " - ";

const PLACEHOLDER = /\{([^{}]*)\}/g;

const LINE_ENDS = /[\p{Cc}\u{2028}\u{2029}]+/gu;

/**
 * Parses the template of a comment: a line of text with placeholders in braces.
 *
 * @returns the template; `undefined` where it is absent
 * @throws {InvalidInputError} an unknown placeholder, a brace alone, no line, or more than 200 characters
 */
export function parseCommentTemplate(
  text: string | undefined,
  parameter = "comment",
): string | undefined {
  if (text === undefined) return undefined;
  if (text.length > MAX_COMMENT_LENGTH || text.search(LINE_ENDS) >= 0) {
    const problem = `must be a line of at most ${MAX_COMMENT_LENGTH} characters`;
    throw new InvalidInputError(parameter, problem);
  }
  const names: readonly string[] = commentPlaceholders;
  const unknown = [...text.matchAll(PLACEHOLDER)].find(([, name = ""]) => !names.includes(name));
  const brace = /[{}]/.exec(text.replace(PLACEHOLDER, ""));
  const wrong = unknown?.[0] ?? brace?.[0];
  if (wrong === undefined) return text;
  const known = commentPlaceholders.map((name) => `{${name}}`).join(", ");
  throw new InvalidInputError(parameter, `must not have ${wrong}; its placeholders are ${known}`);
}

/**
 * Returns the comment of a track on one line. A part of the template, between two ` - `, is left out where a value in it is
 * not known.
 *
 * @param template as `parseCommentTemplate` returns it
 * @param valueOf returns the value of a placeholder, `null` where it is not known
 */
export function commentFrom(
  template: string,
  valueOf: (placeholder: CommentPlaceholder) => string | null,
): string {
  const parts = template.split(SEPARATOR).flatMap((part) => {
    const names = [...part.matchAll(PLACEHOLDER)].map(([, name]) => name as CommentPlaceholder);
    const values = names.map(valueOf);
    if (values.includes(null)) return [];
    return [part.replace(PLACEHOLDER, () => values.shift() ?? "")];
  });
  return parts.join(SEPARATOR).replace(LINE_ENDS, " ");
}
