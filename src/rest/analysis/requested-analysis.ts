import type { Request, Response } from "express";
import type { AnalysisState } from "../../domain/analysis/analysis.js";
import { parseOptionalName } from "../../domain/track/search-query.js";
import { isTrackKey, parseTrackKey } from "../../domain/track/track-key.js";
import { clientSignal } from "../../http/client-signal.js";
import { identityOf } from "../../http/request-locals.js";
import type { Identity } from "../../services/access/access-service.js";
import type { AnalysisRequest } from "../../services/analysis/analysis-start.js";
import type { Services } from "../../services/services.js";
import { type Preferences, preferencesFrom, waitSecondsOf } from "../request/preferences.js";
import { queryParametersOf } from "../request/query-parameters.js";

type TrackRequest = Request<{ trackKey: string }>;

/**
 * Returns the state of the analysis of the track in the path, after starting it and waiting for it
 * as long as the client prefers.
 *
 * @throws {DomainError} the caller lacks the permission, or the request is malformed
 */
export async function requestedAnalysis(
  { access, analyses }: Services,
  request: TrackRequest,
  response: Response,
): Promise<{ readonly state: AnalysisState; readonly preferences: Preferences }> {
  const identity = identityOf(response);
  const { trackKey } = request.params;
  const isJoining =
    isOverRate(identity) && isTrackKey(trackKey) && (await analyses.isUnderWay(trackKey));
  access.requireScope(identity, "read", isJoining);
  const analysisRequest = analysisRequestOf(request);
  const preferences = preferencesFrom(request.get("Prefer"), analyses.maxWaitSeconds);
  const waitOptions = {
    waitSeconds: waitSecondsOf(preferences),
    // Most requests do not wait.
    get signal(): AbortSignal {
      return clientSignal(response);
    },
  };
  return { state: await analyses.request(analysisRequest, waitOptions), preferences };
}

function isOverRate(identity: Identity): boolean {
  return "allowance" in identity && !identity.allowance.isAllowed;
}

function analysisRequestOf(request: TrackRequest): AnalysisRequest {
  const { artist, track } = queryParametersOf(request.url, ["artist", "track"]);
  return {
    trackKey: parseTrackKey(request.params.trackKey),
    artist: parseOptionalName(artist, "artist"),
    track: parseOptionalName(track, "track"),
  };
}
