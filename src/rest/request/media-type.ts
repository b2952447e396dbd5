import type { Request } from "express";
import { UnsupportedMediaTypeError } from "../../domain/errors/request-errors.js";

/** The type of a request's body without its parameters, lower-case; empty where none is named. */
export function mediaTypeOf(request: Request): string {
  const [mediaType = ""] = (request.get("Content-Type") ?? "").split(";");
  return mediaType.trim().toLowerCase();
}

/**
 * Refuses a body that is compressed on the way.
 *
 * @param accepted the types of body that are taken, for the message
 *
 * @throws {UnsupportedMediaTypeError} `Content-Encoding` names any encoding
 */
export function requirePlainBody(request: Request, accepted: string): void {
  const encoding = request.get("Content-Encoding") ?? "identity";
  if (encoding.toLowerCase() === "identity") return;
  throw new UnsupportedMediaTypeError(
    `${mediaTypeOf(request)} in ${encoding}`,
    `${accepted}, without Content-Encoding`,
  );
}
