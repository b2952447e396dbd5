import type { Response, Router } from "express";
import { z } from "zod";
import { analysisDataFrom } from "../../domain/analysis/analysis-data.js";
import { correctionFields } from "../../domain/analysis/correction-field.js";
import { parseCorrectionChanges } from "../../domain/analysis/corrections.js";
import { byField } from "../../domain/analysis/descriptors.js";
import { parseTrackRef } from "../../domain/track/track-ref.js";
import { forbidCaching } from "../../http/caching.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { CorrectedAnalysis } from "../../services/analysis/correction-service.js";
import type { Services } from "../../services/services.js";
import { readJsonBody } from "../request/json-body.js";
import { objectMessages, shaped } from "../request/shaped.js";
import { toCorrectionJson } from "../shapes/correction-shapes.js";
import { describedAs, type JsonOf } from "../shapes/plain-shapes.js";
import type { correctionsAnswer } from "./recording-answers.js";

export const correctionWishShape = z
  .strictObject(
    byField(correctionFields, () =>
      z
        .unknown()
        .optional()
        .meta(describedAs(z.union([z.number(), z.string()]).nullable().optional())),
    ),
    {
      error: objectMessages(`is no field that can be corrected: ${correctionFields.join(", ")}`),
    },
  )
  .describe(
    'The values to state, by field. `null` takes back what was stated. `"none"` states that the music has no tempo, key or `timeSignature`. A tempo may be `"double"` or `"half"` of the measured one, and a key is in any notation: `"A minor"`, `"8A"`.',
  );

/** The routes by which users state what is true of a recording, and take it back. */
export function correctionRoutes({ access, corrections }: Services): Router {
  const send = (response: Response, corrected: CorrectedAnalysis): void => {
    forbidCaching(response);
    response.json({ success: true, data: toCorrectedJson(corrected) } satisfies JsonOf<
      typeof correctionsAnswer
    >);
  };
  return routesFrom({
    "/recordings/:id/corrections": {
      get: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        send(response, await corrections.get(parseTrackRef(request.params.id, "id")));
      },
      patch: async (request, response) => {
        access.requireScope(identityOf(response), "write");
        const ref = parseTrackRef(request.params.id, "id");
        const wish = shaped(await readJsonBody(request, response), correctionWishShape);
        send(response, await corrections.correct(ref, parseCorrectionChanges(wish)));
      },
      delete: async (request, response) => {
        access.requireScope(identityOf(response), "write");
        send(response, await corrections.takeBack(parseTrackRef(request.params.id, "id")));
      },
    },
  });
}

function toCorrectedJson({
  analysis,
  corrections,
}: CorrectedAnalysis): JsonOf<typeof correctionsAnswer>["data"] {
  const { recordingId } = analysis;
  return {
    recordingId,
    corrections: corrections.map(toCorrectionJson),
    analysis: analysisDataFrom(analysis),
  };
}
