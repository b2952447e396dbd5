import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import { isConclusive } from "../../domain/analysis/analysis.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { TrackKey } from "../../domain/track/track-key.js";
import type { AnalysisRequest } from "../../services/analysis/analysis-service.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import type { AnalysisResult } from "./analysis-result-union.js";
import { toAnalysisResult } from "./analysis-result.js";

/**
 * Has many analyses made and waits for none. What fails for one track is its own result.
 *
 * @throws {InvalidInputError} the request has more than 100 analyses made, under several names
 */
export async function requestAnalyses(
  { analyses, failures }: Services,
  { loaders, signal, requestId, computing }: RequestContext,
  trackKeys: readonly TrackKey[],
): Promise<readonly AnalysisResult[]> {
  for (const trackKey of trackKeys) computing.add(trackKey);
  if (computing.size > MAX_COMPUTED) {
    throw new InvalidInputError("trackKeys", `may name ${MAX_COMPUTED} tracks a request in all`);
  }
  const states = await analyses.requestMany(trackKeys, { waitSeconds: 0, signal });
  for (const trackKey of trackKeys) loaders.analysisStates.clear(trackKey);
  for (const state of states) {
    if (state.state === "failed") failures.record(state.error, { requestId });
  }
  return states.map(toAnalysisResult);
}

/** As many as one batch of keys, so that no request can fill the queue alone. */
const MAX_COMPUTED = 100;

/** Whether to have an analysis made that is not there, and how long to wait for it. */
export interface Computing {
  readonly compute: boolean;
  /** Seconds, >= 0; as long as the server is configured to when absent. */
  readonly waitSeconds: number | null | undefined;
}

/**
 * The analysis of a track. All reads of one request are joined; with `compute` a missing analysis
 * is asked for. Whatever stands in the way is part of the result, so that no track of a list
 * takes the others with it.
 *
 * @throws {InvalidInputError} `waitSeconds` is negative or not finite, or the request has more
 * than 100 analyses made
 */
export async function readAnalysis(
  { analyses, failures }: Services,
  { loaders, signal, requestId, computing, keeping }: RequestContext,
  request: AnalysisRequest,
  wish: Computing,
): Promise<AnalysisResult> {
  const { trackKey } = request;
  const waitSeconds = parseWaitSeconds(wish.waitSeconds);
  let state = await loaders.analysisStates.load(trackKey);
  if (wish.compute && !isConclusive(state)) {
    if (computing.add(trackKey).size > MAX_COMPUTED) {
      throw new InvalidInputError("compute", `is good for ${MAX_COMPUTED} tracks a request`);
    }
    state = await analyses
      .request(request, { waitSeconds, signal })
      .catch((error: unknown) =>
        failedAnalysis(trackKey, error instanceof Error ? error : new Error(String(error))),
      );
    loaders.analysisStates.clear(trackKey).prime(trackKey, state);
  }
  if (state.state !== "ready") keeping.forbid();
  if (state.state === "failed") failures.record(state.error, { requestId, trackKey });
  return toAnalysisResult(state);
}

function parseWaitSeconds(value: number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidInputError("waitSeconds", "must be 0 or more seconds");
}
