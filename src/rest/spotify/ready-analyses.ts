import type { Request, Response } from "express";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { clientSignal } from "../../http/client-signal.js";
import { localsOf } from "../../http/request-locals.js";
import type { IdentifiedState } from "../../services/analysis/identified-analyses.js";
import type { Services } from "../../services/services.js";
import { pendingMessageOf } from "../representations.js";
import { preferencesFrom, waitSecondsOf } from "../request/preferences.js";
import { sendSpotifyError } from "./spotify-error.js";
import type { RequestedId } from "./spotify-id.js";

/** An analysis, and the id that it was requested by. */
export interface IdentifiedAnalysis {
  readonly requested: RequestedId;
  readonly analysis: Analysis;
}

/** The state of the analysis of an id. */
interface IdentifiedEntry {
  readonly requested: RequestedId;
  readonly state: IdentifiedState;
}

type PendingState = Exclude<IdentifiedState, { state: "ready" | "failed" }>;

/**
 * Returns the analysis of an id; sends a response and returns `undefined` when it is not ready.
 * That is a 503 with `Retry-After`: Spotify's API has no pending state, and its clients repeat such
 * requests.
 *
 * @throws {Error} the reason of an analysis that failed, or that no track has the id
 */
export async function readyAnalysis(
  requested: RequestedId,
  services: Services,
  request: Request,
  response: Response,
): Promise<IdentifiedAnalysis | undefined> {
  const state = await services.identified.request(
    requested.id,
    waitOptionsOf(services, request, response),
  );
  if (state.state === "failed") throw state.error;
  setCacheHeaders(response);
  if (state.state === "ready") return { requested, analysis: state.analysis };
  const { retryAfterSeconds } = state;
  const status = state.state === "processing" ? "processing" : "queued";
  response.status(503).set({ "Cache-Control": "no-store", "Retry-After": `${retryAfterSeconds}` });
  const message = pendingMessageOf(status, retryAfterSeconds);
  sendSpotifyError({ status: 503, message }, request, response);
  return undefined;
}

/**
 * Returns the analysis of each id, in their order; `null` if the id is invalid, no track has it, or
 * its analysis failed or is not ready. `Overtone-Pending-Ids` lists the ids whose analyses are not
 * ready, and `Retry-After` is the time after which to request them again.
 */
export async function readyAnalyses(
  ids: readonly (RequestedId | undefined)[],
  services: Services,
  request: Request,
  response: Response,
): Promise<readonly (IdentifiedAnalysis | null)[]> {
  const entries = await entriesFor(ids, services, waitOptionsOf(services, request, response));
  setCacheHeaders(response);
  setPendingHeaders(entries, response);
  const { requestId } = localsOf(response);
  return entries.map((entry) => {
    if (entry?.state.state === "failed") services.failures.record(entry.state.error, { requestId });
    if (entry?.state.state !== "ready") return null;
    return { requested: entry.requested, analysis: entry.state.analysis };
  });
}

async function entriesFor(
  ids: readonly (RequestedId | undefined)[],
  { identified }: Services,
  waitOptions: ReturnType<typeof waitOptionsOf>,
): Promise<readonly (IdentifiedEntry | undefined)[]> {
  const known = ids.flatMap((requested) => (requested ? [requested.id] : []));
  const states = (await identified.requestMany(known, waitOptions)).values();
  return ids.map((requested) => {
    const state = requested && states.next().value;
    return state && { requested, state };
  });
}

function setPendingHeaders(
  entries: readonly (IdentifiedEntry | undefined)[],
  response: Response,
): void {
  const pending = entries.flatMap((entry) =>
    entry && isPending(entry.state) ? [{ id: entry.requested.text, state: entry.state }] : [],
  );
  if (pending.length === 0) return;
  response.set({
    "Cache-Control": "private, no-store",
    "Overtone-Pending-Ids": [...new Set(pending.map(({ id }) => id))].join(", "),
    "Retry-After": `${Math.min(...pending.map(({ state }) => state.retryAfterSeconds))}`,
  });
}

const isPending = (state: IdentifiedState): state is PendingState =>
  state.state !== "ready" && state.state !== "failed";

function setCacheHeaders(response: Response): void {
  response.set("Cache-Control", "private, no-cache").vary("Authorization, Prefer");
}

function waitOptionsOf(
  { analyses }: Services,
  request: Request,
  response: Response,
): { readonly waitSeconds: number | undefined; readonly signal: AbortSignal } {
  const preferences = preferencesFrom(request.get("Prefer"), analyses.maxWaitSeconds);
  const waitSeconds = waitSecondsOf(preferences);
  return { waitSeconds, signal: clientSignal(response) };
}
