import type { Request } from "express";
import { UnsupportedMediaTypeError } from "../../domain/errors/request-errors.js";

/**
 * Returns the media type of a request's body without parameters, lower-case; empty where there is
 * none.
 */
export function mediaTypeOf(request: Request): string {
  const [mediaType = ""] = (request.get("Content-Type") ?? "").split(";");
  return mediaType.trim().toLowerCase();
}

/**
 * Refuses a body with a content encoding.
 *
 * @param accepted the accepted media types, for the message
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
