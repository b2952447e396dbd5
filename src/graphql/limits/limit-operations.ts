import type { GraphQLRequestContextDidResolveOperation } from "@apollo/server";
import { InvalidInputError, TooCostlyError } from "../../domain/errors/request-errors.js";
import type { RequestContext } from "../request-context.js";
import { operationCost } from "./operation-cost.js";

/** Twice the size of the largest list of tracks, each an object with one value. */
const MAX_VALUES = 4000;

/** Ten times the maximum length of an artist or title. */
const MAX_TEXT_CHARACTERS = 2000;

/**
 * Checks the limits of an operation, and sends its cost in `Overtone-Operation-Cost`.
 *
 * @throws {TooCostlyError} it costs more than the limit
 * @throws {InvalidInputError} its variables are too large
 */
export function limitOperation(
  costLimit: number,
  {
    schema,
    document,
    operation,
    request,
    response,
  }: GraphQLRequestContextDidResolveOperation<RequestContext>,
): void {
  if (!operation) return;
  const variables = request.variables ?? {};
  limitVariables(variables);
  const cost = operationCost({ schema, document, operation, variables });
  if (cost === undefined) return;
  if (cost > costLimit) throw new TooCostlyError(cost, costLimit);
  response.http.headers.set("overtone-operation-cost", String(cost));
}

/**
 * Refuses variables that are larger than any operation needs, before they are parsed.
 *
 * @throws {InvalidInputError} more than 4 000 values, or a text of more than 2 000 characters
 */
function limitVariables(variables: Readonly<Record<string, unknown>>): void {
  const left: unknown[] = [variables];
  for (let count = 0; left.length > 0; count += 1) {
    if (count > MAX_VALUES || left.length > MAX_VALUES) {
      throw new InvalidInputError("variables", `must not contain more than ${MAX_VALUES} values`);
    }
    const value = left.pop();
    if (typeof value === "string" && value.length > MAX_TEXT_CHARACTERS) {
      const problem = `must not contain a text of more than ${MAX_TEXT_CHARACTERS} characters`;
      throw new InvalidInputError("variables", problem);
    }
    if (typeof value === "object" && value !== null) {
      for (const part of Object.values(value)) left.push(part);
    }
  }
}
