import type { Request, Response } from "express";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { localsOf } from "../../http/request-locals.js";
import type { IdentifiedState } from "../../services/analysis/identified-analyses.js";
import type { TrackId } from "../../domain/track/track-id.js";
import type { Services } from "../../services/services.js";
import { pendingFrom } from "../analysis/analysis-response.js";
import { requestedWait } from "../request/preferences.js";

type PendingState = Exclude<IdentifiedState, { readonly state: "ready" | "failed" }>;

/** An id as the client sent it, and parsed. */
export interface RequestedId {
  readonly text: string;
  readonly id: TrackId;
}

/** An analysis, and the id that it was requested by. */
export interface IdentifiedAnalysis {
  readonly requested: RequestedId;
  readonly analysis: Analysis;
}

/**
 * Returns the analysis of an id; sends a response and returns `undefined` when it is not ready.
 * That is a 503 with `Retry-After`: the APIs of Spotify and AcousticBrainz have no pending state, and clients
 * repeat such requests.
 *
 * @param bodyOf returns the body of that response; default: an error in Spotify's format
 * @throws {Error} the reason of an analysis that failed, or that no track has the id
 */
export async function readyAnalysis(
  { id }: RequestedId,
  { analyses, identified }: Services,
  request: Request<object>,
  response: Response,
  bodyOf: PendingBody = spotifyError,
): Promise<Analysis | undefined> {
  const state = await identified.request(id, requestedWait(request, response, analyses));
  if (state.state === "failed") throw state.error;
  setCacheHeaders(response);
  if (state.state === "ready") return state.analysis;
  sendPending(state, response, bodyOf);
  return undefined;
}

/**
 * Returns the analyses of all ids, in their order; sends a response and returns `undefined` when one
 * is not ready, as `readyAnalysis` does.
 *
 * @throws {Error} the reason of an analysis that failed, or that no track has an id
 */
export async function everyAnalysis(
  ids: readonly RequestedId[],
  { analyses, identified }: Services,
  request: Request<object>,
  response: Response,
): Promise<readonly Analysis[] | undefined> {
  const states = await identified.requestMany(
    ids.map(({ id }) => id),
    requestedWait(request, response, analyses),
  );
  const ready: Analysis[] = [];
  let pending: PendingState | undefined;
  for (const state of states) {
    if (state.state === "failed") throw state.error;
    if (state.state === "ready") ready.push(state.analysis);
    else pending ??= state;
  }
  setCacheHeaders(response);
  if (!pending) return ready;
  sendPending(pending, response, spotifyError);
  return undefined;
}

/** Returns the body of a response that says that an analysis is not ready. */
type PendingBody = (message: string) => object;

const spotifyError: PendingBody = (message) => ({ error: { status: 503, message } });

function sendPending(state: PendingState, response: Response, bodyOf: PendingBody): void {
  setPendingHeaders(state.retryAfterSeconds, response);
  const { message } = pendingFrom(state);
  response.status(503).json(bodyOf(message));
}

/**
 * Returns the analysis of each id, in their order; `null` if the id is invalid, no track has it, or
 * its analysis failed or is not ready. `Overtone-Pending-Ids` lists the ids whose analyses are not
 * ready, and `Retry-After` is the time after which to request them again.
 */
export async function readyAnalyses(
  ids: readonly (RequestedId | undefined)[],
  { analyses, identified, failures }: Services,
  request: Request<object>,
  response: Response,
): Promise<readonly (IdentifiedAnalysis | null)[]> {
  const known = ids.filter((requested) => requested !== undefined);
  const states = await identified.requestMany(
    known.map(({ id }) => id),
    requestedWait(request, response, analyses),
  );
  const found = new Map<RequestedId, Analysis>();
  const pending = new Map<string, number>();
  for (const [index, requested] of known.entries()) {
    const state = states[index] as IdentifiedState;
    if (state.state === "ready") found.set(requested, state.analysis);
    else if (state.state !== "failed") pending.set(requested.text, state.retryAfterSeconds);
    else failures.record(state.error, { requestId: localsOf(response).requestId });
  }
  setCacheHeaders(response);
  if (pending.size > 0) {
    setPendingHeaders(Math.min(...pending.values()), response);
    response.set("Overtone-Pending-Ids", [...pending.keys()].join(", "));
  }
  return ids.map((requested) => {
    const analysis = requested && found.get(requested);
    return requested && analysis ? { requested, analysis } : null;
  });
}

function setCacheHeaders(response: Response): void {
  response.set("Cache-Control", "private, no-cache").vary("Authorization, Prefer");
}

function setPendingHeaders(retryAfterSeconds: number, response: Response): void {
  response.set({ "Cache-Control": "private, no-store", "Retry-After": `${retryAfterSeconds}` });
}
