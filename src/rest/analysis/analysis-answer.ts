import type { Request, Response } from "express";
import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { sendAnalysis } from "./analysis-text.js";
import { isHeldBy } from "../request/entity-tag.js";
import { appliedFrom, type Preferences } from "../request/preferences.js";
import { analysisTagOf, toPendingJson } from "../representations.js";

/** What a client asked for, and whether the answer is what it would get again. */
export interface AnsweredWish {
  readonly preferences: Preferences;
  /** Whether the analysis is the one kept for the track; only that one has a tag. */
  readonly isKept: boolean;
}

/**
 * Answers where one analysis stands: the analysis, that the client holds it, or that it is not
 * ready.
 *
 * @throws {Error} the reason of an analysis that failed
 */
export function answerAnalysis(
  state: AnalysisState,
  wish: AnsweredWish,
  request: Request,
  response: Response,
): void {
  const analysis = analysisToSend(state, wish, request, response);
  if (analysis) sendAnalysis(analysis, response);
}

/**
 * The analysis whose data is to be sent, with the headers set for it; `undefined` where the answer
 * was given without any: it is not ready, or the client holds it.
 *
 * @throws {Error} the reason of an analysis that failed
 */
export function analysisToSend(
  state: AnalysisState,
  { preferences, isKept }: AnsweredWish,
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
  const isHeld = request.method !== "POST" && isHeldBy(request.get("If-None-Match"), entityTag);
  if (!isHeld) return state.analysis;
  response.status(304).end();
  return undefined;
}
