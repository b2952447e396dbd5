import type { Request } from "express";
import type { UploadRequest } from "../../services/analysis/upload-service.js";
import { namesInUrl } from "../shapes/name-parameters.js";

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
export async function* partsOf(
  request: Request,
  acceptBody: () => void,
): AsyncGenerator<Uint8Array> {
  acceptBody();
  try {
    const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    for await (const part of parts) yield part;
  } finally {
    request.resume();
  }
}
