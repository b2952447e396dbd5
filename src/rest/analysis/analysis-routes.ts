import { Router } from "express";
import { timelineDataFrom } from "../../domain/analysis/timeline-data.js";
import type { Services } from "../../services/services.js";
import { respondWithAnalysis, analysisToSend } from "./analysis-response.js";
import { batchByBodyHandler, batchByUrlHandler } from "./analysis-batch.js";
import { uploadHandler } from "./analysis-upload.js";
import { otherMethods } from "../../http/allowed-methods.js";
import { requestedAnalysis } from "./requested-analysis.js";

/** The routes of analyses: `/analysis` and all paths below it. */
export function analysisRoutes(services: Services): Router {
  const router = Router();
  router
    .route("/analysis")
    .get(batchByUrlHandler(services))
    .post(uploadHandler(services))
    .all(otherMethods("GET", "HEAD", "POST"));
  router.route("/analysis/batch").post(batchByBodyHandler(services)).all(otherMethods("POST"));
  router
    .route("/analysis/:trackKey")
    .get(async (request, response) => {
      const { state, preferences } = await requestedAnalysis(services, request, response);
      respondWithAnalysis(state, { preferences, isStored: true }, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  router
    .route("/analysis/:trackKey/timeline")
    .get(async (request, response) => {
      const { state, preferences } = await requestedAnalysis(services, request, response);
      const analysis = analysisToSend(state, { preferences, isStored: true }, request, response);
      if (analysis === undefined) return;
      const timeline = await services.timelines.find(analysis.trackKey);
      response.json({ success: true, data: timelineDataFrom(analysis, timeline) });
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}
