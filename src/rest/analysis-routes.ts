import { Router, type Request, type Response } from "express";
import type { AnalysisState } from "../domain/analysis.js";
import { analysisDataFrom } from "../domain/analysis-data.js";
import { parseOptionalName } from "../domain/search-query.js";
import { parseTrackKey } from "../domain/track-key.js";
import type { AnalysisRequest } from "../services/analysis-service.js";
import type { Services } from "../services/services.js";
import { clientSignal } from "./request/client-signal.js";
import { isHeldBy } from "./request/entity-tag.js";
import { otherMethods } from "./known-methods.js";
import { appliedFrom, preferencesFrom, waitSecondsOf } from "./request/preferences.js";
import { queryParametersOf } from "./request/query-parameters.js";
import { analysisTagOf, toPendingJson } from "./representations.js";
import { identityOf } from "./request/request-locals.js";

/** `GET /analysis/{trackKey}`: what a track sounds like. */
export function analysisRoutes({ access, analyses }: Services): Router {
  const router = Router();
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
      const applied = appliedFrom(preferences);
      if (applied !== undefined) response.set("Preference-Applied", applied);
      answer(state, request, response);
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

/** @throws {Error} the reason of an analysis that failed */
function answer(state: AnalysisState, request: Request, response: Response): void {
  if (state.state === "failed") throw state.error;
  response.vary("Authorization, Prefer");
  if (state.state !== "ready") {
    response.set({ "Cache-Control": "no-store", "Retry-After": String(state.retryAfterSeconds) });
    response.status(202).json(toPendingJson(state));
    return;
  }
  const entityTag = analysisTagOf(state.analysis);
  response.set({ "Cache-Control": "private, no-cache", ETag: entityTag });
  if (isHeldBy(request.get("If-None-Match"), entityTag)) response.status(304).end();
  else response.json({ success: true, data: analysisDataFrom(state.analysis) });
}
