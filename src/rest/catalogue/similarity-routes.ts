import type { Request, RequestHandler, Response, Router } from "express";
import { parseTrackRef, refOf } from "../../domain/track/track-ref.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { sendTaggedJson } from "../tagged-response.js";
import { exportableTypes, requestedFormat, sendExport } from "./export-response.js";
import { continuationRequestOf, mixRequestOf, similarRequestOf } from "./similarity-parameters.js";
import { keyNameFrom, camelotFrom, openKeyFrom } from "../../domain/analysis/musical-key.js";
import type { MixStep } from "../../domain/catalogue/mix-path.js";
import type { SimilarTrack } from "../../domain/catalogue/similarity.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { toTrackJson } from "../track/track-json.js";
import type { similarTrackShape, mixStepShape } from "./similarity-answers.js";

/** The header of an exported mix that names the rules that it breaks. */
const UNMET = "Overtone-Unmet";

/**
 * The routes `GET /tracks/{trackKey}/similar`, the tracks that sound most like a track, `GET /mix-path`, a playlist from one
 * track to another, and `GET /continuation`, what is heard next.
 */
export function similarityRoutes(services: Services): Router {
  return routesFrom({
    "/tracks/:trackKey/similar": { produces: exportableTypes, get: similarHandler(services) },
    "/mix-path": { produces: exportableTypes, get: mixPathHandler(services) },
    "/continuation": { get: continuationHandler(services) },
  });
}

function similarHandler(services: Services): RequestHandler<{ readonly trackKey: string }> {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const trackKey = parseTrackRef(request.params.trackKey);
    const wanted = similarRequestOf(request.url);
    const format = requestedFormat(request, response);
    if (format !== undefined) {
      const selection = { kind: "similar", trackKey, ...wanted } as const;
      const title = `Similar to ${trackKey}`;
      await sendExport(services, { selection, format, title }, request, response);
      return;
    }
    const { count, weights, ...options } = wanted;
    const found = await services.similarity.findSimilar(trackKey, count, weights, {
      ...options,
      budget: requestBudget(services, response),
    });
    const { baseUrl } = localsOf(response);
    sendData(
      found.map((similar) => toSimilarTrackJson(similar, baseUrl)),
      request,
      response,
    );
  };
}

function mixPathHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const wanted = mixRequestOf(request.url);
    const { from, to, length, ...conditions } = wanted;
    const format = requestedFormat(request, response);
    const budget = requestBudget(services, response);
    const mix = await services.mixPaths.create(from, to, length, { ...conditions, budget });
    if (format !== undefined) {
      const trackKeys = mix.steps.map(({ track }) => refOf(track));
      const selection = { kind: "tracks", trackKeys } as const;
      const title = `From ${from} to ${to}`;
      if (mix.unmet.length > 0) response.set(UNMET, mix.unmet.map(({ rule }) => rule).join(", "));
      const exported = { selection, format, title, budget: budget.begun() };
      await sendExport(services, exported, request, response);
      return;
    }
    const { baseUrl } = localsOf(response);
    const steps = mix.steps.map((step) => toMixStepJson(step, baseUrl));
    sendData({ steps, unmet: mix.unmet }, request, response);
  };
}

function continuationHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const { continuation, weights, ...options } = continuationRequestOf(request.url);
    const found = await services.continuations.continue(continuation, weights, {
      ...options,
      budget: requestBudget(services, response),
    });
    const { baseUrl } = localsOf(response);
    sendData(
      found.map(({ track, ...others }) => ({ track: toTrackJson(track, baseUrl), ...others })),
      request,
      response,
    );
  };
}

function sendData(data: object, request: Request<object>, response: Response): void {
  response.set("Cache-Control", "private, no-cache").vary("Authorization");
  sendTaggedJson({ success: true, data }, request, response);
}

/** Converts a track that sounds like another to JSON. */
function toSimilarTrackJson(
  { track, similarity, reasons }: SimilarTrack,
  baseUrl: string,
): JsonOf<typeof similarTrackShape> {
  return { track: toTrackJson(track, baseUrl), similarity, reasons };
}

/** Converts a step of a mix to JSON; values that are not known are `null`. */
function toMixStepJson(
  { track, tempo, key, energy, progress, transition }: MixStep,
  baseUrl: string,
): JsonOf<typeof mixStepShape> {
  return {
    track: toTrackJson(track, baseUrl),
    tempo,
    key: key && key.tonic,
    mode: key && key.mode,
    keyString: key && keyNameFrom(key),
    camelot: key && camelotFrom(key),
    openKey: key && openKeyFrom(key),
    energy,
    progress,
    transition: transition ?? null,
  };
}
