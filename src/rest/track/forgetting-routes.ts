import type { RequestHandler, Router } from "express";
import { z } from "zod";
import { parseBoolean } from "../../domain/parse-one-of.js";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import { forbidCaching } from "../../http/caching.js";
import { isoTimeOrNull } from "../../http/iso-time.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { parametersIn, readBy } from "../shapes/url-parameters.js";
import type { forgottenAnswer, recordingAnswer } from "./recording-answers.js";
import { recordingJsonFor } from "./recording-routes.js";

/** The parameters of `DELETE /tracks/{id}`. */
export const forgetParameters = z.strictObject({
  keep: readBy(z.boolean().default(true), (text) => parseBoolean(text, "keep")).describe(
    "Whether the analysis is kept for a return, as long as `KEEP_GONE_DAYS` says; with `false` it is removed at once.",
  ),
});

/** Handles `DELETE /tracks/{id}`: a recording that no file of the library holds is gone from then on. */
export function forgetHandler({
  access,
  forgetting,
}: Services): RequestHandler<{ readonly id: string }> {
  return async (request, response) => {
    access.requireScope(identityOf(response), "write");
    const { keep: isKept } = parametersIn(request.url, forgetParameters);
    const ref = parseTrackRef(request.params.id, "id");
    const { goneAt, keptUntil, ...named } = await forgetting.forget(ref, { isKept });
    forbidCaching(response);
    const times = { goneAt: isoTimeOrNull(goneAt), keptUntil: isoTimeOrNull(keptUntil) };
    response.json({ success: true, data: { ...named, ...times } } satisfies JsonOf<
      typeof forgottenAnswer
    >);
  };
}

/** The route `POST /tracks/{id}/restore`, which lets a forgotten recording return. */
export function restoreRoutes(services: Services): Router {
  const { access, forgetting } = services;
  return routesFrom({
    "/tracks/:id/restore": {
      post: async (request, response) => {
        access.requireScope(identityOf(response), "write");
        const { recordingId } = await forgetting.restore(parseTrackRef(request.params.id, "id"));
        const data = await recordingJsonFor(recordingId, services, response);
        forbidCaching(response);
        response.json({ success: true, data } satisfies JsonOf<typeof recordingAnswer>);
      },
    },
  });
}
