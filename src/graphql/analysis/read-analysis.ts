import { failedAnalysis } from "../../domain/analysis/analysis-failure.js";
import { isConclusive, type Analysis } from "../../domain/analysis/analysis.js";
import { asError } from "../../domain/errors/as-error.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { MAX_TRACK_KEYS } from "../../domain/track/track-key.js";
import type { TrackRef } from "../../domain/track/track-ref.js";
import type { AnalysisRequest } from "../../services/analysis/analysis-start.js";
import type { Services } from "../../services/services.js";
import type { RequestContext } from "../request-context.js";
import type { AnalysisResult } from "./analysis-result-union.js";
import { toAnalysisResult } from "./analysis-result.js";

/**
 * Starts many analyses and returns their states at once. The failure of one track is its own
 * result.
 *
 * @throws {InvalidInputError} the request starts more than 100 analyses in all its fields
 */
export async function requestAnalyses(
  { analyses, failures }: Services,
  { loaders, signal, requestId, computing }: RequestContext,
  trackKeys: readonly TrackRef[],
): Promise<readonly AnalysisResult[]> {
  for (const trackKey of trackKeys) computing.add(trackKey);
  if (computing.size > MAX_TRACK_KEYS) {
    throw new InvalidInputError(
      "trackKeys",
      `must name at most ${MAX_TRACK_KEYS} tracks in all fields of a request`,
    );
  }
  const states = await analyses.requestMany(trackKeys, { waitSeconds: 0, signal: signal() });
  for (const trackKey of trackKeys) loaders.analysisStates.clear(trackKey);
  for (const state of states) {
    if (state.state === "failed") failures.record(state.error, { requestId });
  }
  return states.map(toAnalysisResult);
}

/** Whether to start a missing analysis, and how long to wait for it. */
export interface Computing {
  readonly compute: boolean;
  /** Seconds, >= 0; the limit of the server when absent. */
  readonly waitSeconds: number | null | undefined;
}

/**
 * Returns the analysis of a track. All reads of one request are batched; with `compute`, a missing
 * analysis is started. A failure is returned as a result, so that one track of a list does not fail
 * the others.
 *
 * @throws {InvalidInputError} `waitSeconds` is negative or not finite, or the request starts
 * more than 100 analyses
 */
export async function readAnalysis(
  { analyses, failures }: Services,
  { loaders, signal, requestId, computing, caching }: RequestContext,
  request: AnalysisRequest,
  options: Computing,
): Promise<AnalysisResult> {
  const { trackKey } = request;
  const waitSeconds = parseWaitSeconds(options.waitSeconds);
  let state = await loaders.analysisStates.load(trackKey);
  if (options.compute && !isConclusive(state)) {
    if (computing.add(trackKey).size > MAX_TRACK_KEYS) {
      throw new InvalidInputError(
        "compute",
        `can start at most ${MAX_TRACK_KEYS} analyses in a request`,
      );
    }
    state = await analyses
      .request(request, { waitSeconds, signal: signal() })
      .catch((error: unknown) => failedAnalysis(trackKey, asError(error)));
    loaders.analysisStates.clear(trackKey).prime(trackKey, state);
  }
  if (state.state !== "ready") caching.isAllowed = false;
  if (state.state === "failed") failures.record(state.error, { requestId, trackKey });
  return toAnalysisResult(state);
}

/**
 * Returns the analysis of a track; `undefined` where it is not ready. Starts none. A response without it must not be
 * cached, because it may be ready soon.
 */
export async function findReadyAnalysis(
  ref: TrackRef,
  { loaders, caching }: Pick<RequestContext, "loaders" | "caching">,
): Promise<Analysis | undefined> {
  const state = await loaders.analysisStates.load(ref);
  if (state.state === "ready") return state.analysis;
  caching.isAllowed = false;
  return undefined;
}

/** @throws {InvalidInputError} the time is negative or not finite */
export function parseWaitSeconds(value: number | null | undefined): number | undefined {
  if (value === null || value === undefined) return undefined;
  if (value >= 0 && Number.isFinite(value)) return value;
  throw new InvalidInputError("waitSeconds", "must be 0 or more seconds");
}
