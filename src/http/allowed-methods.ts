import type { RequestHandler } from "express";
import { MethodNotAllowedError } from "../domain/errors/request-errors.js";

/**
 * Handles the methods that a path does not support: `OPTIONS` with the list of methods, others with
 * 405. It must be added after the handlers of the path.
 *
 * @param methods the methods of the path; every path also supports `OPTIONS`
 */
export function otherMethods(
  ...methods: readonly ("DELETE" | "GET" | "HEAD" | "POST")[]
): RequestHandler {
  const allow = [...methods, "OPTIONS"].join(", ");
  return (request, response) => {
    if (request.method !== "OPTIONS") throw new MethodNotAllowedError(request.method, allow);
    response.set("Allow", allow).status(204).end();
  };
}
