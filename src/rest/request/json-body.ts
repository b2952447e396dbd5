import type { Request, Response } from "express";
import { UnsupportedMediaTypeError } from "../../domain/errors/request-errors.js";
import { jsonBodyReader, type JsonBodyReader } from "../../http/body/json-body-reader.js";
import { sendContinue } from "../../http/expect-continue.js";
import { mediaTypeOf, requirePlainBody } from "../../http/body/media-type.js";

/** Maximum size of a body: far more than any valid request needs. */
const MAX_BODY_BYTES = 64 * 1024;

const MEDIA_TYPE = "application/json";

const readBody = jsonBodyReader(MAX_BODY_BYTES);

/**
 * Reads the body of a request as a JSON object or array; `undefined` where there is none.
 *
 * @param read limits its size, to 64 KiB by default
 * @throws {UnsupportedMediaTypeError} the body is of another type, encoding or character set
 * @throws {PayloadTooLargeError} it is larger
 * @throws {InvalidInputError} it is not valid JSON
 */
export async function readJsonBody(
  request: Request,
  response: Response,
  read: JsonBodyReader = readBody,
): Promise<unknown> {
  requirePlainBody(request, MEDIA_TYPE);
  requireJson(request, response);
  await read(request, response);
  return request.body;
}

/**
 * Requires that the body of a request is JSON, in any encoding, and lets the client send it.
 *
 * @throws {UnsupportedMediaTypeError} the body is of another type
 */
export function requireJson(request: Request, response: Response): void {
  const mediaType = mediaTypeOf(request);
  if (mediaType !== MEDIA_TYPE) throw new UnsupportedMediaTypeError(mediaType, MEDIA_TYPE);
  sendContinue(request, response);
}
