import type { RequestHandler, Router } from "express";
import { z } from "zod";
import { filterTextsOf } from "../../domain/catalogue/filter-texts.js";
import { parseCount } from "../../domain/parse-count.js";
import { meaningTextOf } from "../../domain/sentence/meaning-text.js";
import { MAX_SENTENCE_CHARACTERS, parseSentenceText } from "../../domain/sentence/sentence.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { UnderstoodPart } from "../../services/sentences/sentence-service.js";
import type { Services } from "../../services/services.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { parametersIn, readBy } from "../shapes/url-parameters.js";
import { sendTaggedJson } from "../tagged-response.js";
import { toTrackJson } from "../track/track-json.js";
import type { sentencePartShape } from "./sentence-answers.js";

/** The parameters of `GET /find`. */
export const findParameters = z.strictObject({
  text: readBy(z.string().min(1).max(MAX_SENTENCE_CHARACTERS), (text) =>
    parseSentenceText(text?.replaceAll("+", " "), "text"),
  ).describe(
    "What is asked for, in English or German, e.g. `calm, no vocals, 80-100 bpm`. A `+` means a space, sent literally or as `%2B`.",
  ),
  limit: readBy(z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE), (text) =>
    parseCount(text, {
      ...{ parameter: "limit", defaultValue: DEFAULT_PAGE_SIZE },
      ...{ min: 1, max: MAX_PAGE_SIZE },
    }),
  ).describe("Maximum number of tracks to return."),
});

/** The route `GET /find`: the tracks that a sentence asks for. */
export function sentenceRoutes(services: Services): Router {
  return routesFrom({ "/find": { get: findHandler(services) } });
}

function findHandler(services: Services): RequestHandler {
  return async (request, response) => {
    services.access.requireScope(identityOf(response), "read");
    const { text, limit } = parametersIn(request.url, findParameters);
    const budget = requestBudget(services, response);
    const found = await services.sentences.find(text, limit, budget);
    const { baseUrl } = localsOf(response);
    const data = {
      parts: found.parts.map(toPartJson),
      tracks: found.tracks.map(({ track, score, reasons }) => ({
        track: toTrackJson(track, baseUrl),
        score,
        reasons,
      })),
      totalCount: found.totalCount,
    };
    response.set("Cache-Control", "private, no-cache").vary("Authorization");
    sendTaggedJson({ success: true, data }, request, response);
  };
}

/** Converts a part of a sentence to JSON. */
function toPartJson({
  start,
  end,
  text,
  meaning,
  conditions,
}: UnderstoodPart): JsonOf<typeof sentencePartShape> {
  return {
    ...{ start, end, text },
    kind: meaning.kind,
    meaning: meaningTextOf(meaning) ?? null,
    isExcluded: meaning.kind === "condition" && meaning.isExcluded,
    conditions: [...filterTextsOf(conditions)],
    wishes: meaning.kind === "wish" ? [...meaning.wishes] : [],
  };
}
