import type { Request, Response, Router } from "express";
import { z } from "zod";
import {
  changeCursorFrom,
  hasMoreChanges,
  parseChangeCursor,
  type ChangedRecording,
  type RecordingChange,
} from "../../domain/catalogue/recording-change.js";
import { parseNumber } from "../../domain/catalogue/filter-texts.js";
import { mediaTypesOfFormat } from "../../domain/export/export-format.js";
import { acceptedType, jsonTypes } from "../../http/negotiation/accepted-type.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { MAX_PAGE_SIZE, pageSizeOf } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { parametersIn, textOf } from "../shapes/url-parameters.js";
import { sendTaggedJson } from "../tagged-response.js";
import type { recordingChangeShape } from "./change-answers.js";
import { sendContent } from "./export-response.js";
import { toListedAnalysisJson } from "./listed-analysis-json.js";

const LINES = mediaTypesOfFormat("jsonl");

/** The parameters of `GET /changes`. */
export const changeParameters = z.strictObject({
  after: z
    .string()
    .optional()
    .describe(
      "Return the changes after this cursor, of a change or of a page; all, from the first on, when absent.",
    ),
  limit: textOf(z.int().min(1).max(MAX_PAGE_SIZE).default(MAX_PAGE_SIZE)).describe(
    "Maximum number of changes of a page. JSON Lines have all that there are.",
  ),
});

/** The route `GET /changes`: a page of the changes of analysed recordings, or all of them as JSON Lines. */
export function changeRoutes(services: Services): Router {
  const { access, changes } = services;
  return routesFrom({
    "/changes": {
      produces: [...jsonTypes, ...LINES],
      get: async (request, response) => {
        access.requireScope(identityOf(response), "read");
        const { after: cursor, limit } = parametersIn(request.url, changeParameters);
        const after = parseChangeCursor(cursor, "after");
        const first = pageSizeOf("limit", parseNumber(limit, "limit") ?? MAX_PAGE_SIZE);
        response.set("Cache-Control", "private, no-cache").vary("Authorization").vary("Accept");
        if (LINES.includes(acceptedType(request, [...jsonTypes, ...LINES]) ?? "")) {
          await sendLines(after, services, request, response);
          return;
        }
        const page = await changes.page(after, first, requestBudget(services, response));
        const data = page.changes.map(toChangeJson);
        const info = { cursor: changeCursorFrom(page.revision), hasMore: hasMoreChanges(page) };
        sendTaggedJson({ success: true, data, page: info }, request, response);
      },
    },
  });
}

/** Sends all changes after a revision, one in each line, as fast as the client takes them. */
async function sendLines(
  after: number,
  services: Services,
  request: Request,
  response: Response,
): Promise<void> {
  const [mediaType] = LINES;
  response.type(mediaType);
  if (request.method === "HEAD") {
    response.end();
    return;
  }
  const budget = requestBudget(services, response);
  const content = await services.changes.open(after, {
    budget,
    encode: ({ changes }) =>
      Buffer.from(changes.map((change) => `${JSON.stringify(toChangeJson(change))}\n`).join("")),
  });
  await sendContent(content, { services, budget, request, response });
}

/** Converts a change to JSON. */
function toChangeJson({
  revision,
  recordingId,
  known,
}: RecordingChange): JsonOf<typeof recordingChangeShape> {
  const recording = known ? toRecordingJson(known) : null;
  return { cursor: changeCursorFrom(revision), recordingId, recording };
}

const toRecordingJson = ({
  analysis,
  names,
  isrc,
  musicbrainzId,
  fingerprint,
}: ChangedRecording): JsonOf<typeof recordingChangeShape>["recording"] => ({
  ...toListedAnalysisJson(analysis, analysis.release),
  names: [...names],
  isrc: isrc ?? null,
  musicbrainzId: musicbrainzId ?? null,
  soundEmbedding: analysis.soundEmbedding && [...analysis.soundEmbedding],
  fingerprint: fingerprint ?? null,
});
