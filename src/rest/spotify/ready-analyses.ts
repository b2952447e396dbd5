import type { Request, Response } from "express";
import type { Analysis } from "../../domain/analysis/analysis.js";
import { clientSignal } from "../../http/client-signal.js";
import { localsOf } from "../../http/request-locals.js";
import type { IdentifiedState } from "../../services/analysis/identified-analyses.js";
import type { Services } from "../../services/services.js";
import { pendingMessageOf } from "../representations.js";
import { preferencesFrom, waitSecondsOf } from "../request/preferences.js";
import { sendSpotifyError } from "./spotify-error.js";
import type { AskedId } from "./spotify-id.js";

/** An analysis, and the id that it was asked for by. */
export interface AskedAnalysis {
  readonly asked: AskedId;
  readonly analysis: Analysis;
}

/** Where the analysis of what goes by an id stands. */
interface Answer {
  readonly asked: AskedId;
  readonly state: IdentifiedState;
}

type PendingState = Exclude<IdentifiedState, { state: "ready" | "failed" }>;

/**
 * The analysis of an id, or `undefined` when it is not ready, which is answered then: Spotify has no
 * word for that, and its clients come back after a 503 that says when.
 *
 * @throws {Error} the reason of an analysis that failed, or that nothing goes by the id
 */
export async function readyAnalysis(
  asked: AskedId,
  services: Services,
  request: Request,
  response: Response,
): Promise<AskedAnalysis | undefined> {
  const state = await services.identified.request(
    asked.id,
    waitOptionsOf(services, request, response),
  );
  if (state.state === "failed") throw state.error;
  describeAnswer(response);
  if (state.state === "ready") return { asked, analysis: state.analysis };
  const { retryAfterSeconds } = state;
  const status = state.state === "processing" ? "processing" : "queued";
  response.status(503).set({ "Cache-Control": "no-store", "Retry-After": `${retryAfterSeconds}` });
  const message = pendingMessageOf(status, retryAfterSeconds);
  sendSpotifyError({ status: 503, message }, request, response);
  return undefined;
}

/**
 * For each id, in their order, its analysis, or `null`: it is no id, nothing goes by it, its
 * analysis failed, or is not ready. Ids of the last kind are named in `Overtone-Pending-Ids`, and
 * `Retry-After` says when it is worth asking again.
 */
export async function readyAnalyses(
  ids: readonly (AskedId | undefined)[],
  services: Services,
  request: Request,
  response: Response,
): Promise<readonly (AskedAnalysis | null)[]> {
  const answers = await answersTo(ids, services, waitOptionsOf(services, request, response));
  describeAnswer(response);
  namePending(answers, response);
  const { requestId } = localsOf(response);
  return answers.map((answer) => {
    if (answer?.state.state === "failed")
      services.failures.record(answer.state.error, { requestId });
    if (answer?.state.state !== "ready") return null;
    return { asked: answer.asked, analysis: answer.state.analysis };
  });
}

async function answersTo(
  ids: readonly (AskedId | undefined)[],
  { identified }: Services,
  waitOptions: ReturnType<typeof waitOptionsOf>,
): Promise<readonly (Answer | undefined)[]> {
  const known = ids.flatMap((asked) => (asked ? [asked.id] : []));
  const states = (await identified.requestMany(known, waitOptions)).values();
  return ids.map((asked) => {
    const state = asked && states.next().value;
    return state && { asked, state };
  });
}

function namePending(answers: readonly (Answer | undefined)[], response: Response): void {
  const pending = answers.flatMap((answer) =>
    answer && isPending(answer.state) ? [{ id: answer.asked.text, state: answer.state }] : [],
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

function describeAnswer(response: Response): void {
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
