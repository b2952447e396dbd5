import type { Request, Response, Router } from "express";
import type { AnalysisState } from "../../domain/analysis/analysis.js";
import { timelineDataFrom } from "../../domain/analysis/timeline-data.js";
import { isTrackRef, parseTrackRef } from "../../domain/track/track-ref.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { exportableTypes } from "../catalogue/export-response.js";
import { requestedWait } from "../request/preferences.js";
import { batchByBodyHandler, batchByUrlHandler } from "./analysis-batch.js";
import type { AnsweredAnalysis } from "../shapes/answered-recording.js";
import { analysisToSend, storedBodyOf } from "./analysis-response.js";
import { uploadHandler } from "./analysis-upload.js";
import { viewInUrl } from "./analysis-view.js";
import { advisoryNamesIn } from "../shapes/name-parameters.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { timelineAnswer } from "./timeline-answers.js";

/** The routes of analyses: `/analysis` and all paths below it. */
export function analysisRoutes(services: Services): Router {
  return routesFrom({
    "/analysis": {
      produces: exportableTypes,
      get: batchByUrlHandler(services),
      post: uploadHandler(services),
    },
    "/analysis/batch": { post: batchByBodyHandler(services) },
    "/analysis/:trackKey": {
      get: async (request, response) => {
        const view = viewInUrl(request.url);
        const answered = await answeredAnalysis(services, request, response);
        if (answered) response.type("application/json").send(storedBodyOf(answered, view));
      },
    },
    "/analysis/:trackKey/timeline": {
      get: async (request, response) => {
        const answered = await answeredAnalysis(services, request, response);
        if (answered === undefined) return;
        const { analysis } = answered;
        const timeline = await services.analyses.findTimeline(analysis.recordingId);
        response.json({
          success: true,
          data: timelineDataFrom(analysis, timeline),
        } satisfies JsonOf<typeof timelineAnswer>);
      },
    },
  });
}

/** Returns the analysis of the track in the path; `undefined` where the response is sent already. */
async function answeredAnalysis(
  services: Services,
  request: Request<{ trackKey: string }>,
  response: Response,
): Promise<AnsweredAnalysis | undefined> {
  const { state, applied } = await requestAnalysis(services, request, response);
  const options = { applied, isStored: true, recordings: services.recordings };
  return analysisToSend(state, options, request, response);
}

/**
 * Returns the state of the analysis of the track in the path, after starting it and waiting for it
 * as long as the client prefers.
 *
 * A caller over its rate may still ask for an analysis that is under way: that starts nothing.
 *
 * @throws {DomainError} the caller lacks the permission, or the request is malformed
 */
async function requestAnalysis(
  { access, analyses }: Services,
  request: Request<{ trackKey: string }>,
  response: Response,
): Promise<{ readonly state: AnalysisState; readonly applied: string | undefined }> {
  const identity = identityOf(response);
  const { trackKey } = request.params;
  const isOverRate = "apiKey" in identity && identity.allowance?.isAllowed === false;
  const isJoining = isOverRate && isTrackRef(trackKey) && (await analyses.isUnderWay(trackKey));
  access.requireScope(identity, "read", isJoining);
  const analysisRequest = { trackKey: parseTrackRef(trackKey), ...advisoryNamesIn(request) };
  const wait = requestedWait(request, response, analyses);
  return { state: await analyses.request(analysisRequest, wait), applied: wait.applied };
}
