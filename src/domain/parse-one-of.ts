import { InvalidInputError } from "./errors/request-errors.js";

/**
 * Parses one of some texts; `undefined` where absent.
 *
 * @throws {InvalidInputError} another text
 */
export function parseOneOf<Known extends string>(
  text: string | undefined,
  known: readonly Known[],
  parameter: string,
): Known | undefined {
  const found = known.find((one) => one === text);
  if (text === undefined || found !== undefined) return found;
  throw new InvalidInputError(parameter, `must be one of ${known.join(", ")}`);
}

/**
 * Parses "true" or "false"; `undefined` where absent.
 *
 * @throws {InvalidInputError} the text is another one
 */
export function parseBoolean(text: string | undefined, parameter: string): boolean | undefined {
  if (text === undefined) return undefined;
  if (text === "true" || text === "false") return text === "true";
  throw new InvalidInputError(parameter, "must be true or false");
}
