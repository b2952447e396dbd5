import type { Router } from "express";
import { forbidCaching } from "../../http/caching.js";
import { clientSignal } from "../../http/client-signal.js";
import { sendContinue } from "../../http/expect-continue.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { IdentifiedAudio } from "../../services/identification/identification-service.js";
import type { Services } from "../../services/services.js";
import { uploadOf } from "../analysis/upload-body.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { toTrackJson } from "../track/track-json.js";
import type { identificationAnswer } from "./identification-answers.js";

/** The route `POST /identify`: the analysed recordings that a file which the client uploads is, or is an excerpt of. */
export function identificationRoutes({ access, identification }: Services): Router {
  return routesFrom({
    "/identify": {
      post: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const upload = uploadOf(request, () => sendContinue(request, response));
        const identified = await identification.identifyUpload(upload, clientSignal(response));
        forbidCaching(response);
        response.json(toIdentificationJson(identified, localsOf(response).baseUrl));
      },
    },
  });
}

function toIdentificationJson(
  { matches, ...heard }: IdentifiedAudio,
  baseUrl: string,
): JsonOf<typeof identificationAnswer> {
  const data = {
    ...heard,
    matches: matches.map(({ track, ...match }) => ({
      ...match,
      track: toTrackJson(track, baseUrl),
    })),
  };
  return { success: true, data };
}
