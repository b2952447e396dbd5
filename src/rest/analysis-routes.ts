import { Router, type Request } from "express";
import { parseOptionalName } from "../domain/search-query.js";
import { parseTrackKey } from "../domain/track-key.js";
import type { AnalysisRequest } from "../services/analysis-service.js";
import type { Services } from "../services/services.js";
import { answerAnalysis } from "./analysis-answer.js";
import { answerBatchInBody, answerBatchInUrl } from "./analysis-batch.js";
import { answerUpload } from "./analysis-upload.js";
import { clientSignal } from "./request/client-signal.js";
import { otherMethods } from "./known-methods.js";
import { preferencesFrom, waitSecondsOf } from "./request/preferences.js";
import { queryParametersOf } from "./request/query-parameters.js";
import { identityOf } from "./request/request-locals.js";

/** What tracks and files sound like: `/analysis`, `/analysis/batch` and `/analysis/{trackKey}`. */
export function analysisRoutes(services: Services): Router {
  const { access, analyses } = services;
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
      const isJoining = await analyses.isUnderWay(request.params.trackKey);
      access.requireScope(identityOf(response), "read", isJoining);
      const asked = analysisRequestOf(request);
      const preferences = preferencesFrom(request.get("Prefer"));
      const waitSeconds = waitSecondsOf(preferences);
      const signal = clientSignal(response);
      const state = await analyses.request(asked, { waitSeconds, signal });
      answerAnalysis(state, { preferences, isKept: true }, request, response);
    })
    .all(otherMethods("GET", "HEAD"));
  return router;
}

function analysisRequestOf(request: Request<{ trackKey: string }>): AnalysisRequest {
  const { artist, track } = queryParametersOf(request.url, ["artist", "track"]);
  return {
    trackKey: parseTrackKey(request.params.trackKey),
    artist: parseOptionalName(artist, "artist"),
    track: parseOptionalName(track, "track"),
  };
}
