import type { RequestHandler } from "express";
import { MethodNotAllowedError } from "../domain/errors/request-errors.js";

/**
 * Answers every method that a path does not have: `OPTIONS` with what it has, others with 405.
 * Stands after the path's own handlers.
 *
 * @param methods the path's own; `OPTIONS` comes with all
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
