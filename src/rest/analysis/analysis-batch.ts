import type { Request, RequestHandler, Response } from "express";
import type { Analysis, AnalysisState } from "../../domain/analysis/analysis.js";
import { forbidCaching } from "../../http/caching.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import type { RecordingUnderName } from "../../services/catalogue/recording-service.js";
import type { Services } from "../../services/services.js";
import { requestedFormat, sendExport } from "../catalogue/export-response.js";
import { problemOf } from "../error-handler.js";
import { idempotentHandler } from "../idempotency/idempotent-handler.js";
import { readJsonBody } from "../request/json-body.js";
import { requestedWait } from "../request/preferences.js";
import { type AnalysisView, toAnalysisJson } from "./analysis-view.js";
import { type AnalysisBatch, batchInBody, batchInUrl } from "./batch-request.js";
import { toAnsweredRecordingJson } from "../shapes/answered-recording.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import type { batchAnswer, batchEntryShape } from "./analysis-answers.js";

/**
 * Handles `GET /analysis`: the analyses of several tracks, or these tracks in a format of exports, in
 * the order of the keys, which starts no analysis.
 */
export function batchByUrlHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const batch = batchInUrl(request.url);
    const format = requestedFormat(request, response);
    if (format !== undefined) {
      const selection = { kind: "tracks", trackKeys: batch.trackKeys } as const;
      await sendExport(services, { selection, format, title: "Tracks" }, request, response);
      return;
    }
    await respondToBatch(batch, services, request, response);
  };
}

/** Handles `POST /analysis/batch`: the same, with the keys in a JSON body. */
export function batchByBodyHandler(services: Services): RequestHandler {
  return idempotentHandler(services, "read", async (request, response) => {
    const batch = batchInBody(await readJsonBody(request, response));
    return {
      run: () => respondToBatch(batch, services, request, response),
      readRest: () => Promise.resolve(),
      content: () => batch,
    };
  });
}

/**
 * Sends a batch. Waits only if the client prefers to: most clients repeat the request until all are
 * ready.
 */
async function respondToBatch(
  { trackKeys, compute, view }: AnalysisBatch,
  { analyses, failures, recordings }: Services,
  request: Request,
  response: Response,
): Promise<void> {
  const { applied, ...wait } = requestedWait(request, response, analyses);
  const states = await (compute
    ? analyses.requestMany(trackKeys, { ...wait, waitSeconds: wait.waitSeconds ?? 0 })
    : analyses.findMany(trackKeys));
  const { requestId } = localsOf(response);
  for (const state of states) {
    if (state.state === "failed") failures.record(state.error, { requestId });
  }
  // Without `compute` no analysis is started, so there is nothing to wait for.
  if (compute && applied !== undefined) response.set("Preference-Applied", applied);
  forbidCaching(response);
  response.vary("Prefer");
  const ready = states.flatMap((state) => (state.state === "ready" ? [state.analysis] : []));
  const found = await recordings.underNames(ready);
  const under = new Map(ready.map((analysis, index) => [analysis, found[index]]));
  const data = states.map((state) => toEntryJson(state, { view, under, requestId }));
  response.json({ success: true, data } satisfies JsonOf<typeof batchAnswer>);
}

/**
 * Converts one entry of a batch to JSON: the analysis, its state, or the reason why there is none.
 */
function toEntryJson(
  state: AnalysisState,
  { requestId, ...options }: ReadyOptions & { readonly requestId: string },
): JsonOf<typeof batchEntryShape> {
  switch (state.state) {
    case "ready":
      return toReadyJson(state.analysis, options);
    case "failed": {
      const { code, message, facts } = problemOf(state.error, requestId);
      const error = { code, message, ...facts };
      const { trackKey, isRetryable } = state;
      const retryAfterSeconds = isRetryable ? state.retryAfterSeconds : null;
      return { trackKey, status: "failed", analysis: null, error, retryAfterSeconds };
    }
    case "not_requested":
      return { trackKey: state.trackKey, status: state.state, analysis: null };
    default: {
      const { trackKey, state: status, retryAfterSeconds, position } = state;
      return { trackKey, status, analysis: null, retryAfterSeconds, position };
    }
  }
}

/** How an analysis of a batch is answered. */
interface ReadyOptions {
  readonly view: AnalysisView;
  /** What the analyses are under their names. */
  readonly under: ReadonlyMap<Analysis, RecordingUnderName | undefined>;
}

function toReadyJson(
  analysis: Analysis,
  { view, under }: ReadyOptions,
): JsonOf<typeof batchEntryShape> {
  const underName = under.get(analysis) ?? { otherRecordings: 0, isPinned: false };
  return {
    trackKey: analysis.trackKey,
    ...toAnsweredRecordingJson({ analysis, ...underName }),
    status: "ready",
    analysis: toAnalysisJson(analysis, view),
  };
}
