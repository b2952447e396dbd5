import { Router } from "express";
import { timelineDataFrom } from "../../domain/analysis/timeline-data.js";
import type { Services } from "../../services/services.js";
import { answerAnalysis, analysisToSend } from "./analysis-answer.js";
import { answerBatchInBody, answerBatchInUrl } from "./analysis-batch.js";
import { answerUpload } from "./analysis-upload.js";
import { otherMethods } from "../../http/known-methods.js";
import { requestedAnalysis } from "./requested-analysis.js";

/** What tracks and files sound like: `/analysis` and all below it. */
export function analysisRoutes(services: Services): Router {
  const router = Router();
  router
    .route("/analysis")
    .get(answerBatchInUrl(services))
    .post(answerUpload(services))
    .all(otherMethods("GET", "HEAD", "POST"));
  router.route("/analysis/batch").post(answerBatchInBody(services)).all(otherMethods("POST"));
  router
    .route("/analysis/:trackKey")
    .get(async (request, response) => {
      const { state, preferences } = await requestedAnalysis(services, request, response);
      answerAnalysis(state, { preferences, isKept: true }, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  router
    .route("/analysis/:trackKey/timeline")
    .get(async (request, response) => {
      const { state, preferences } = await requestedAnalysis(services, request, response);
      const analysis = analysisToSend(state, { preferences, isKept: true }, request, response);
      if (analysis === undefined) return;
      const timeline = await services.timelines.find(analysis.trackKey);
      response.json({ success: true, data: timelineDataFrom(analysis, timeline) });
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}
