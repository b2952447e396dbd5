import type { RequestHandler, Router } from "express";
import { z } from "zod";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import { forbidCaching } from "../../http/caching.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { keyPageInfoOf, keyWindowOf } from "../request/key-window.js";
import { readJsonBody } from "../request/json-body.js";
import { objectMessages, shaped } from "../request/shaped.js";
import { describedAs } from "../shapes/plain-shapes.js";
import { trackRefShape } from "../shapes/track-shapes.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";
import { toFailureJson, toLibraryJson } from "./library-json.js";

/** The parameters of the list of failures. */
export const failureParameters = z.strictObject({
  limit: textOf(z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE)).describe(
    "The maximum number of tracks on the page.",
  ),
  cursor: z.string().optional().describe("Tracks after this position, the `nextCursor` of a page."),
  before: z
    .string()
    .optional()
    .describe(
      "The last tracks before this position, the `previousCursor` of a page. Cannot be combined with `cursor`.",
    ),
});

/** The routes of the library: its status, what failed, and another try. */
export function libraryRoutes(services: Services): Router {
  return routesFrom({
    "/library": { get: statusHandler(services) },
    "/library/failures": { get: failuresHandler(services) },
    "/library/retry": { post: retryHandler(services) },
  });
}

function statusHandler({ access, library, libraryStatus }: Services): RequestHandler {
  return async (_request, response) => {
    const identity = identityOf(response);
    access.requireScope(identity, "read");
    const [status, folders] = await Promise.all([libraryStatus.get(), library.listFolders()]);
    forbidCaching(response);
    const data = toLibraryJson(status, folders, access.hasScope(identity, "write"));
    response.json({ success: true, data });
  };
}

function failuresHandler({ access, libraryStatus }: Services): RequestHandler {
  return async (request, response) => {
    const identity = identityOf(response);
    access.requireScope(identity, "read");
    const window = keyWindowOf(parametersIn(request.url, failureParameters));
    const page = await libraryStatus.listFailed(window);
    const maySeePaths = access.hasScope(identity, "write");
    forbidCaching(response);
    const data = page.items.map((track) => toFailureJson(track, maySeePaths));
    response.json({ success: true, data, page: keyPageInfoOf(page) });
  };
}

export const libraryRetryShape = z.strictObject(
  { trackKey: z.unknown().optional().meta(describedAs(trackRefShape.optional())) },
  {
    error: objectMessages(
      'is not a member of a retry; send "trackKey" only, or nothing for all tracks',
    ),
  },
);

function retryHandler({ access, libraryAnalysis }: Services): RequestHandler {
  return async (request, response) => {
    access.requireScope(identityOf(response), "write");
    const { trackKey } = shaped(await readJsonBody(request, response), libraryRetryShape);
    const retried = await libraryAnalysis.retry(
      trackKey === undefined ? undefined : parseTrackRef(trackKey),
    );
    forbidCaching(response);
    response.json({ success: true, data: { retried } });
  };
}
