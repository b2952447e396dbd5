import type { z } from "zod";
import { InvalidInputError } from "../../domain/errors/request-errors.js";

const MAX_NAME_CHARACTERS = 40;

/** A message can name all members that a schema does not have. */
const MAX_MESSAGE_CHARACTERS = 200;

/**
 * Returns a value in the shape of a schema, whose messages continue the sentence 'The parameter "…"'.
 *
 * @throws {InvalidInputError} names the first member that does not have the shape, or "body"
 */
export function shaped<Shape>(value: unknown, schema: z.ZodType<Shape>): Shape {
  const { data, error } = schema.safeParse(value);
  const [issue] = error?.issues ?? [];
  if (issue === undefined) return data as Shape;
  const [member = "body"] = issue.code === "unrecognized_keys" ? issue.keys : issue.path;
  const problem = issue.message.slice(0, MAX_MESSAGE_CHARACTERS);
  throw new InvalidInputError(String(member).slice(0, MAX_NAME_CHARACTERS), problem);
}

/** Returns the messages of a strict object: of a member that it does not have, and of a value that is no such object. */
export const objectMessages =
  (unknownMember: string, otherwise = "must be a JSON object"): z.core.$ZodErrorMap =>
  ({ code }) =>
    code === "unrecognized_keys" ? unknownMember : otherwise;
