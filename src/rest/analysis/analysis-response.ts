import type { Request, Response } from "express";
import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { matchesEntityTag } from "../../http/entity-tag.js";
import type { Preferences } from "../request/preferences.js";
import { type AnalysisView, toAnalysisJson } from "./analysis-view.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { analysisAnswer, pendingAnswer } from "./analysis-answers.js";

/** How an analysis is sent. */
export interface AnalysisResponseOptions extends Pick<Preferences, "applied"> {
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
  options: AnalysisResponseOptions & { readonly view: AnalysisView },
  request: Request<object>,
  response: Response,
): void {
  const analysis = analysisToSend(state, options, request, response);
  if (analysis) response.json(answerFrom(analysis, options.view));
}

function answerFrom(analysis: Analysis, view: AnalysisView): JsonOf<typeof analysisAnswer> {
  return { success: true, data: toAnalysisJson(analysis, view) };
}

/** The bodies of analyses without and with confidence, as long as the store keeps these in memory. */
const bodies = {
  plain: new WeakMap<Analysis, Buffer>(),
  confident: new WeakMap<Analysis, Buffer>(),
};

/** Returns the JSON of a stored analysis. It is written once for all requests while the analysis is in memory. */
export function storedBodyOf(analysis: Analysis, view: AnalysisView): Buffer {
  const written = view.hasConfidence ? bodies.confident : bodies.plain;
  const known = written.get(analysis);
  if (known) return known;
  const body = Buffer.from(JSON.stringify(answerFrom(analysis, view)));
  written.set(analysis, body);
  return body;
}

/**
 * Returns the analysis whose data is to be sent, with its headers set; `undefined` where the
 * response was sent without data: the analysis is not ready, or the client already has it.
 *
 * @throws {Error} the reason of an analysis that failed
 */
export function analysisToSend(
  state: AnalysisState,
  { applied, isStored }: AnalysisResponseOptions,
  request: Request<object>,
  response: Response,
): Analysis | undefined {
  if (applied !== undefined) response.set("Preference-Applied", applied);
  if (state.state === "failed") throw state.error;
  response.vary("Authorization, Prefer");
  if (state.state !== "ready") {
    response.set({ "Cache-Control": "no-store", "Retry-After": String(state.retryAfterSeconds) });
    response.status(202).json({ success: true, data: null, ...pendingFrom(state) });
    return undefined;
  }
  const entityTag = analysisTagOf(state.analysis);
  response.set({ "Cache-Control": "private, no-cache", ...(isStored && { ETag: entityTag }) });
  const isCached =
    request.method !== "POST" && matchesEntityTag(request.get("If-None-Match"), entityTag);
  if (!isCached) return state.analysis;
  response.status(304).end();
  return undefined;
}

type PendingState = Exclude<AnalysisState, { state: "ready" | "failed" }>;

/** Describes an analysis that is not ready: its state, its queue position, and a message for people. */
export function pendingFrom({
  state,
  retryAfterSeconds,
  position,
}: PendingState): Omit<JsonOf<typeof pendingAnswer>, "success" | "data"> {
  const status = state === "processing" ? "processing" : "queued";
  const message = `The analysis is ${status}. Request it again in ${retryAfterSeconds} s.`;
  return { status, position, message };
}

/**
 * Returns the strong entity tag of a stored analysis: the track key, the analysis version, and the
 * audio source unless that is the library, because an analysis from a better source replaces it.
 */
export function analysisTagOf({ trackKey, version, source }: Analysis): string {
  return `"${trackKey}-v${version}${source === "library" ? "" : `-${source}`}"`;
}
