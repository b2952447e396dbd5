import type { Request } from "express";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { SentOperation } from "./operation-runner.js";

type Parts = Readonly<Record<"query" | "operationName" | "variables" | "extensions", unknown>>;

/**
 * Parses the operation of a request: from the body of a POST, from the URL of a GET.
 *
 * @throws {InvalidInputError} a part of it does not have the type that GraphQL over HTTP requires
 */
export function sentOperationIn(request: Request): SentOperation {
  const parts = request.method === "GET" ? partsInUrl(request) : partsInBody(request);
  return {
    ...defined("query", textFrom(parts.query, "query")),
    ...defined("operationName", textFrom(parts.operationName, "operationName")),
    ...defined("variables", objectFrom(parts.variables, "variables")),
    ...defined("extensions", objectFrom(parts.extensions, "extensions")),
  };
}

function partsInBody({ body }: Request): Parts {
  const { query, operationName, variables, extensions } = objectFrom(body as unknown, "body") ?? {};
  return { query, operationName, variables, extensions };
}

function partsInUrl({ url }: Request): Parts {
  const parameters = new URLSearchParams(url.split("?", 2)[1] ?? "");
  const text = (name: string): string | undefined => parameters.get(name) ?? undefined;
  return {
    query: text("query"),
    operationName: text("operationName"),
    variables: jsonFrom(text("variables"), "variables"),
    extensions: jsonFrom(text("extensions"), "extensions"),
  };
}

function jsonFrom(text: string | undefined, parameter: string): unknown {
  if (text === undefined || text === "") return undefined;
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new InvalidInputError(parameter, "must be JSON", error);
  }
}

function textFrom(value: unknown, parameter: string): string | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "string") return value;
  throw new InvalidInputError(parameter, "must be text");
}

function objectFrom(value: unknown, parameter: string): Record<string, unknown> | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === "object" && !Array.isArray(value)) return value as Record<string, unknown>;
  throw new InvalidInputError(parameter, "must be an object");
}

function defined<Name extends string, Value>(
  name: Name,
  value: Value | undefined,
): Partial<Record<Name, Value>> {
  return value === undefined ? {} : ({ [name]: value } as Partial<Record<Name, Value>>);
}
