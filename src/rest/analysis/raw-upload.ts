import type { Request } from "express";
import { z } from "zod";
import { parseOptionalName } from "../../domain/track/search-query.js";
import type { UploadNames, UploadRequest } from "../../services/analysis/upload-service.js";
import { nameShape } from "../shapes/track-shapes.js";
import { parametersIn, readBy } from "../shapes/url-parameters.js";

/** The parameters that name a track. */
export const trackNameParameters = z.object({
  artist: readBy(nameShape.optional(), (text) => parseOptionalName(text, "artist")).describe(
    "The artist, written as in search. With `track`, the server can search for an unknown key itself; for an upload, where its form does not give it.",
  ),
  track: readBy(nameShape.optional(), (text) => parseOptionalName(text, "track")).describe(
    "The title, written as in search; for an upload, where its form does not give it.",
  ),
});

/** Returns the artist and title in the URL, written as in search. */
export const namesInUrl = (request: Request<object>): UploadNames =>
  parametersIn(request.url, trackNameParameters);

/**
 * Returns the size of the body that the client announces, bytes; `undefined` where it announces
 * none.
 */
function announcedBytesOf(request: Request): number | undefined {
  const length = request.get("Content-Length");
  return length === undefined ? undefined : Number(length);
}

/**
 * Reads an upload whose body is the file itself.
 *
 * @param acceptBody called before the first byte is read
 *
 * @throws {InvalidInputError} a name in the URL is malformed
 */
export function rawUploadOf(request: Request, acceptBody: () => void): UploadRequest {
  const names = namesInUrl(request);
  return {
    bytes: partsOf(request, acceptBody),
    announcedBytes: announcedBytesOf(request),
    names: () => names,
  };
}

/**
 * Yields the body. After an early stop the rest is discarded, so that the client can read the
 * response.
 */
async function* partsOf(request: Request, acceptBody: () => void): AsyncGenerator<Uint8Array> {
  acceptBody();
  try {
    const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    for await (const part of parts) yield part;
  } finally {
    request.resume();
  }
}
