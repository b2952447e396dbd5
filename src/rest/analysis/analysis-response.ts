import type { Request, Response } from "express";
import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { sendAnalysis } from "./analysis-text.js";
import { matchesEntityTag } from "../request/entity-tag.js";
import { appliedFrom, type Preferences } from "../request/preferences.js";
import { analysisTagOf, toPendingJson } from "../representations.js";

/** The preferences of the client, and whether the analysis can be requested again. */
export interface AnalysisResponseOptions {
  readonly preferences: Preferences;
  /** Whether the analysis is the stored one of the track; only that one has an entity tag. */
  readonly isStored: boolean;
}

/**
 * Sends the state of one analysis: the analysis, 304 if the client already has it, or 202 if it is
 * not ready.
 *
 * @throws {Error} the reason of an analysis that failed
 */
export function respondWithAnalysis(
  state: AnalysisState,
  options: AnalysisResponseOptions,
  request: Request,
  response: Response,
): void {
  const analysis = analysisToSend(state, options, request, response);
  if (analysis) sendAnalysis(analysis, response);
}

/**
 * Returns the analysis whose data is to be sent, with its headers set; `undefined` where the
 * response was sent without data: the analysis is not ready, or the client already has it.
 *
 * @throws {Error} the reason of an analysis that failed
 */
export function analysisToSend(
  state: AnalysisState,
  { preferences, isStored: isKept }: AnalysisResponseOptions,
  request: Request,
  response: Response,
): Analysis | undefined {
  const applied = appliedFrom(preferences);
  if (applied !== undefined) response.set("Preference-Applied", applied);
  if (state.state === "failed") throw state.error;
  response.vary("Authorization, Prefer");
  if (state.state !== "ready") {
    response.set({ "Cache-Control": "no-store", "Retry-After": String(state.retryAfterSeconds) });
    response.status(202).json(toPendingJson(state));
    return undefined;
  }
  const entityTag = analysisTagOf(state.analysis);
  response.set({ "Cache-Control": "private, no-cache", ...(isKept && { ETag: entityTag }) });
  const isCached =
    request.method !== "POST" && matchesEntityTag(request.get("If-None-Match"), entityTag);
  if (!isCached) return state.analysis;
  response.status(304).end();
  return undefined;
}
