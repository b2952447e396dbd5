import { InvalidInputError } from "../domain/errors.js";
import type { TrackKey } from "../domain/track/track-key.js";
import type { Services } from "../services/services.js";
import { toAnalysisResult } from "./analysis/analysis-result.js";
import { MOST_COMPUTED } from "./analysis/read-analysis.js";
import type { RequestContext } from "./request-context.js";
import type { AnalysisResult } from "./analysis/analysis-result-union.js";

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
  if (computing.size > MOST_COMPUTED) {
    throw new InvalidInputError("trackKeys", `may name ${MOST_COMPUTED} tracks a request in all`);
  }
  const states = await analyses.requestMany(trackKeys, { waitSeconds: 0, signal });
  for (const trackKey of trackKeys) loaders.analysisStates.clear(trackKey);
  for (const state of states) {
    if (state.state === "failed") failures.record(state.error, { requestId });
  }
  return states.map(toAnalysisResult);
}
