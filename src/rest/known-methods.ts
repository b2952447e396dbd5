import type { RequestHandler } from "express";
import { MethodNotAllowedError } from "../domain/errors.js";

/**
 * Answers every method that a path does not have: `OPTIONS` with what it has, others with 405.
 * Stands after the path's own handlers.
 *
 * @param methods the path's own; `HEAD` comes with `GET`, and `OPTIONS` with all
 */
export function otherMethods(...methods: readonly ("GET" | "POST")[]): RequestHandler {
  const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method]));
  const allowHeader = [...allow, "OPTIONS"].join(", ");
  return (request, response) => {
    if (request.method !== "OPTIONS") throw new MethodNotAllowedError(request.method, allowHeader);
    response.set("Allow", allowHeader).status(204).end();
  };
}
