import type { RequestHandler, Router } from "express";
import { z } from "zod";
import { keyCursorFrom } from "../../domain/catalogue/catalogue-cursor.js";
import type { Page } from "../../domain/catalogue/catalogue-query.js";
import type { UnanalysedTrack } from "../../domain/track/library-status.js";
import { parseTrackKey } from "../../domain/track/track-key.js";
import { forbidCaching } from "../../http/caching.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { keyWindowOf } from "../catalogue/catalogue-parameters.js";
import { readJsonBody } from "../request/json-body.js";
import { onlyParametersOf } from "../request/query-parameters.js";
import { shaped } from "../request/shaped.js";
import { toFailureJson, toLibraryJson } from "./library-json.js";

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
    const window = keyWindowOf(onlyParametersOf(request.url, ["limit", "cursor", "before"]));
    const page = await libraryStatus.listFailed(window);
    const maySeePaths = access.hasScope(identity, "write");
    forbidCaching(response);
    const data = page.items.map((track) => toFailureJson(track, maySeePaths));
    response.json({ success: true, data, page: keyPageInfoOf(page) });
  };
}

const retryShape = z.strictObject(
  { trackKey: z.unknown().optional() },
  {
    error: ({ code }) =>
      code === "unrecognized_keys"
        ? 'is not a member of a retry; send "trackKey" only, or nothing for all tracks'
        : "must be a JSON object",
  },
);

function retryHandler({ access, libraryAnalysis }: Services): RequestHandler {
  return async (request, response) => {
    access.requireScope(identityOf(response), "write");
    const { trackKey } = shaped(await readJsonBody(request, response), retryShape);
    const retried = await libraryAnalysis.retry(
      trackKey === undefined ? undefined : parseTrackKey(trackKey),
    );
    forbidCaching(response);
    response.json({ success: true, data: { retried } });
  };
}

/** Returns the cursors of the pages beside a page in the order of the keys. */
export function keyPageInfoOf({
  items,
  hasNextPage,
  hasPreviousPage,
  totalCount,
}: Page<UnanalysedTrack>): {
  readonly nextCursor: string | null;
  readonly previousCursor: string | null;
  readonly totalCount: number;
} {
  const cursorOf = (track: UnanalysedTrack | undefined): string | null =>
    track ? keyCursorFrom(track.trackKey) : null;
  return {
    nextCursor: hasNextPage ? cursorOf(items.at(-1)) : null,
    previousCursor: hasPreviousPage ? cursorOf(items[0]) : null,
    totalCount,
  };
}
