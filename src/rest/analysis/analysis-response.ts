import type { Request, Response } from "express";
import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { matchesEntityTag } from "../../http/entity-tag.js";
import type { RecordingService } from "../../services/catalogue/recording-service.js";
import type { Preferences } from "../request/preferences.js";
import { type AnalysisView, toAnalysisJson } from "./analysis-view.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { toAnsweredRecordingJson, type AnsweredAnalysis } from "../shapes/answered-recording.js";
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
export async function respondWithAnalysis(
  state: AnalysisState,
  options: AnalysisResponseOptions & {
    readonly view: AnalysisView;
    readonly recordings: RecordingService;
  },
  request: Request<object>,
  response: Response,
): Promise<void> {
  const answered = await analysisToSend(state, options, request, response);
  if (answered) response.json(answerFrom(answered, options.view));
}

function answerFrom(answered: AnsweredAnalysis, view: AnalysisView): JsonOf<typeof analysisAnswer> {
  const data = toAnalysisJson(answered.analysis, view);
  return { success: true, data, recording: toAnsweredRecordingJson(answered) };
}

/** The JSON of an analysis, and the entity tag of what it says. */
interface WrittenBody {
  readonly tag: string;
  readonly body: Buffer;
}

/** The bodies of analyses without and with confidence, as long as the store keeps these in memory. */
const bodies = {
  plain: new WeakMap<Analysis, WrittenBody>(),
  confident: new WeakMap<Analysis, WrittenBody>(),
};

/** Returns the JSON of a stored analysis. It is written once for all requests while the analysis is in memory. */
export function storedBodyOf(answered: AnsweredAnalysis, view: AnalysisView): Buffer {
  const written = view.hasConfidence ? bodies.confident : bodies.plain;
  const { analysis } = answered;
  const tag = analysisTagOf(answered);
  const known = written.get(analysis);
  if (known?.tag === tag) return known.body;
  const body = Buffer.from(JSON.stringify(answerFrom(answered, view)));
  written.set(analysis, { tag, body });
  return body;
}

/**
 * Returns the analysis whose data is to be sent, with its headers set; `undefined` where the
 * response was sent without data: the analysis is not ready, or the client already has it.
 *
 * @throws {Error} the reason of an analysis that failed
 */
export async function analysisToSend(
  state: AnalysisState,
  {
    applied,
    isStored,
    recordings,
  }: AnalysisResponseOptions & { readonly recordings: RecordingService },
  request: Request<object>,
  response: Response,
): Promise<AnsweredAnalysis | undefined> {
  if (applied !== undefined) response.set("Preference-Applied", applied);
  if (state.state === "failed") throw state.error;
  response.vary("Authorization, Prefer");
  if (state.state !== "ready") {
    response.set({ "Cache-Control": "no-store", "Retry-After": String(state.retryAfterSeconds) });
    response.status(202).json({ success: true, data: null, ...pendingFrom(state) });
    return undefined;
  }
  const { analysis } = state;
  const answered = { analysis, ...(await recordings.underName(analysis)) };
  const entityTag = analysisTagOf(answered);
  response.set({ "Cache-Control": "private, no-cache", ...(isStored && { ETag: entityTag }) });
  const isCached =
    request.method !== "POST" && matchesEntityTag(request.get("If-None-Match"), entityTag);
  if (!isCached) return answered;
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
 * Returns the strong entity tag of a stored analysis: the track key, the analysis version and the
 * recording, because that which the key means may become another; whether it is unverified or pinned; when
 * it was corrected; and the number of other recordings of the name where there are some.
 */
export function analysisTagOf({ analysis, otherRecordings, isPinned }: AnsweredAnalysis): string {
  const { trackKey, version, recordingId, isUnverified, correctedAt } = analysis;
  const parts = [
    trackKey,
    `v${version}`,
    recordingId.slice("rec:".length),
    ...(isUnverified === true ? ["unverified"] : []),
    ...(isPinned ? ["pinned"] : []),
    ...(correctedAt === undefined ? [] : [`c${correctedAt}`]),
    ...(otherRecordings > 0 ? [otherRecordings] : []),
  ];
  return `"${parts.join("-")}"`;
}
