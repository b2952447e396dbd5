import type { Request, RequestHandler, Response, Router } from "express";
import {
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from "../../domain/errors/request-errors.js";
import { mediaTypeOf, requirePlainBody } from "../../http/body/media-type.js";
import { forbidCaching } from "../../http/caching.js";
import { sendContinue } from "../../http/expect-continue.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";

/** Maximum size of a table in one request: some 100,000 lines. */
const MAX_BYTES = 10_000_000;

const MEDIA_TYPES = ["text/csv", "application/x-ndjson"];

/** The route `POST /library/ids`: imports a table of ids of Spotify. */
export function idImportRoutes(services: Services): Router {
  return routesFrom({ "/library/ids": { post: importHandler(services) } });
}

function importHandler({ access, idImport }: Services): RequestHandler {
  return async (request, response) => {
    access.requireScope(identityOf(response), "write");
    const accepted = MEDIA_TYPES.join(" or ");
    requirePlainBody(request, accepted);
    const mediaType = mediaTypeOf(request);
    if (!MEDIA_TYPES.includes(mediaType)) throw new UnsupportedMediaTypeError(mediaType, accepted);
    const data = await idImport.import(tableOf(request, response));
    forbidCaching(response);
    response.json({ success: true, data });
  };
}

/**
 * Yields the body. After an early stop the rest is discarded, so that the client can read the response.
 *
 * @throws {PayloadTooLargeError} it is larger than the maximum
 */
async function* tableOf(request: Request, response: Response): AsyncGenerator<Uint8Array> {
  if (Number(request.get("Content-Length") ?? 0) > MAX_BYTES) {
    request.resume();
    throw new PayloadTooLargeError(MAX_BYTES);
  }
  sendContinue(request, response);
  let receivedBytes = 0;
  try {
    const parts = request.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    for await (const part of parts) {
      receivedBytes += part.length;
      if (receivedBytes > MAX_BYTES) throw new PayloadTooLargeError(MAX_BYTES);
      yield part;
    }
  } finally {
    request.resume();
  }
}
