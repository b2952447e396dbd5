import type { Router } from "express";
import { z } from "zod";
import { parseNumber } from "../../domain/catalogue/filter-texts.js";
import {
  DEFAULT_DUPLICATE_ORDER,
  duplicateOrders,
  parseDuplicateConditions,
  scoreBounds,
  type DuplicateRequest,
} from "../../domain/duplicates/duplicate-conditions.js";
import { shownRecording, type DuplicateGroup } from "../../domain/duplicates/duplicate-group.js";
import { duplicateKinds } from "../../domain/duplicates/duplicate-sets.js";
import { parseOneOf } from "../../domain/parse-one-of.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf, localsOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import { DEFAULT_PAGE_SIZE, MAX_PAGE_SIZE } from "../../services/catalogue/catalogue-service.js";
import type { Services } from "../../services/services.js";
import { keyWindowOf, pageInfoFrom } from "../request/key-window.js";
import { linkPages } from "../request/page-links.js";
import type { JsonOf } from "../shapes/plain-shapes.js";
import { parametersIn, readBy, textOf } from "../shapes/url-parameters.js";
import { sendTaggedJson } from "../tagged-response.js";
import { toTrackJson } from "../track/track-json.js";
import type { duplicateGroupShape } from "./duplicate-answers.js";

const text = z.string().optional();

/** The parameters of `GET /duplicates`. */
export const duplicateParameters = z.strictObject({
  kind: readBy(z.enum(duplicateKinds).optional(), (given) =>
    parseOneOf(given, duplicateKinds, "kind"),
  ).describe(
    "One kind of groups only. With `copies`, files of one recording are a group also where the recording is linked to others.",
  ),
  minScore: readBy(
    z.number().min(scoreBounds.min).max(scoreBounds.max).default(scoreBounds.min),
    (given) => parseNumber(given, "minScore"),
  ).describe("The least score of the links that join recordings."),
  folder: text
    .describe(
      "The absolute path of a folder of the server: groups that have a file in it or below it. Requires the scope `write`, as paths do.",
    )
    .meta({ example: "/music/downloads" }),
  order: readBy(z.enum(duplicateOrders).default(DEFAULT_DUPLICATE_ORDER), (given) =>
    parseOneOf(given, duplicateOrders, "order"),
  ).describe(
    "`bytes`: those that would free the most first; `name`: by artist and title of the recording that would be kept.",
  ),
  limit: textOf(z.int().min(1).max(MAX_PAGE_SIZE).default(DEFAULT_PAGE_SIZE)).describe(
    "Maximum number of groups to return.",
  ),
  cursor: text.describe("Return groups after this cursor, which must belong to the same order."),
  before: text.describe(
    "Return groups before this cursor, which must belong to the same order. Cannot be combined with `cursor`.",
  ),
});

/** The route `GET /duplicates`: files that hold the same recording, or recordings of one performance. */
export function duplicateRoutes(services: Services): Router {
  const { access, duplicates } = services;
  return routesFrom({
    "/duplicates": {
      get: async (request, response) => {
        const identity = identityOf(response);
        access.requireScope(identity, "read");
        const asked = duplicateRequestOf(request.url);
        if (asked.folder !== undefined) access.requireScope(identity, "write");
        const found = await duplicates.list(asked, requestBudget(services, response));
        const shown = {
          baseUrl: localsOf(response).baseUrl,
          maySeePaths: access.hasScope(identity, "write"),
        };
        const page = pageInfoFrom(
          found,
          found.items.map(({ cursor }) => cursor),
        );
        response.set("Cache-Control", "private, no-cache").vary("Authorization");
        linkPages(page, request, response);
        const data = found.items.map(({ group }) => toDuplicateGroupJson(group, shown));
        const { bytesToFree } = found;
        sendTaggedJson({ success: true, data, page: { ...page, bytesToFree } }, request, response);
      },
    },
  });
}

/** @throws {InvalidInputError} names the parameter that is unknown or malformed */
function duplicateRequestOf(url: string): DuplicateRequest {
  const { order = DEFAULT_DUPLICATE_ORDER, ...parameters } = parametersIn(url, duplicateParameters);
  return {
    ...parseDuplicateConditions(parameters),
    order,
    ...keyWindowOf(parameters, { field: order }),
  };
}

function toDuplicateGroupJson(
  { recordings, ...group }: DuplicateGroup,
  { baseUrl, maySeePaths }: { readonly baseUrl: string; readonly maySeePaths: boolean },
): JsonOf<typeof duplicateGroupShape> {
  return {
    ...group,
    recordings: recordings.map((recording) => ({
      ...shownRecording(recording, maySeePaths),
      track: toTrackJson(recording.track, baseUrl),
    })),
  };
}
