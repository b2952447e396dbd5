import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Request, RequestHandler, Response, Router } from "express";
import { z } from "zod";
import {
  InvalidInputError,
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from "../../domain/errors/request-errors.js";
import { MAX_XML_LIST_BYTES } from "../../domain/list-import/listed-row.js";
import { parseOptionalWords } from "../../domain/track/search-query.js";
import { FormFile } from "../../http/body/form-file.js";
import { mediaTypeOf, requirePlainBody } from "../../http/body/media-type.js";
import { rejoined } from "../../http/body/rejoined-bytes.js";
import { forbidCaching } from "../../http/caching.js";
import { sendContinue } from "../../http/expect-continue.js";
import { requestBudget } from "../../http/request-budget.js";
import { identityOf } from "../../http/request-locals.js";
import { routesFrom } from "../../http/route-table.js";
import type { Services } from "../../services/services.js";
import { partsOf } from "../analysis/raw-upload.js";
import { wordsShape } from "../shapes/track-shapes.js";
import { parametersIn, readBy } from "../shapes/url-parameters.js";
import { listReviewParts } from "./list-review-json.js";
import { plainName } from "./playlist-requests.js";

const FORM = "multipart/form-data";

/** The types that programs give to lists; the content alone tells the kind. */
const MEDIA_TYPES = [
  ...["text/csv", "text/tab-separated-values", "text/plain", "application/json"],
  ...["application/x-ndjson", "application/jspf+json", "application/xspf+xml"],
  ...["application/xml", "text/xml", "application/x-rekordbox+xml", "audio/x-mpegurl"],
  ...["audio/mpegurl", "application/vnd.apple.mpegurl", "audio/x-scpls"],
  "application/octet-stream",
];

const ACCEPTED = [FORM, ...MEDIA_TYPES].join(", ");

/** Maximum size of a field of a form beside the file, bytes. */
const FIELD_BYTES = 1_024;

/** The parameters of `POST /playlists/import`. */
export const listImportParameters = z.strictObject({
  list: readBy(wordsShape.optional(), (text) => parseOptionalWords(text, "list")).describe(
    "The name of a list in the file, or its number, where it has several; the first one with rows where absent.",
  ),
  fileName: readBy(wordsShape.optional(), (text) => parseOptionalWords(text, "fileName")).describe(
    "The name of the file, which tells its kind where the content does not; a form has it by itself.",
  ),
  keepAs: plainName
    .optional()
    .describe(
      "Keeps the tracks of the sure rows as a playlist of this name, 1 to 200 characters. Requires the scope `write`.",
    ),
});

/** The route `POST /playlists/import`: says what of a list of another program the library has, and may keep it. */
export function listImportRoutes(services: Services): Router {
  return routesFrom({ "/playlists/import": { post: importHandler(services) } });
}

function importHandler(services: Services): RequestHandler {
  const { access, listImports, playlists } = services;
  return async (request, response) => {
    const identity = identityOf(response);
    access.requireScope(identity, "read");
    const { list, fileName, keepAs } = parametersIn(request.url, listImportParameters);
    const { lookup: owner } = access.requireScope(
      identity,
      keepAs === undefined ? "read" : "write",
    );
    if (keepAs !== undefined) await playlists.requireFreeName(owner, keepAs, "keepAs");
    const file = await fileIn(request, response);
    const maySeePaths = access.hasScope(identity, "write");
    const budget = requestBudget(services, response);
    const wanted = { content: file.content, fileName: fileName ?? file.name, list };
    const review = await listImports.review(wanted, { maySeePaths, budget });
    const wish = { owner, name: keepAs };
    const kept = keepAs === undefined ? undefined : await listImports.keep(review, wish, budget);
    forbidCaching(response);
    response.type("json");
    const answer = listReviewParts({ ...review, kept }, maySeePaths);
    const parts = Readable.from(answer, { objectMode: false });
    await pipeline(parts, response);
  };
}

/** A file that a client sends. */
interface SentFile {
  readonly content: AsyncIterable<Uint8Array>;
  /** Absent where the whole body is the file. */
  readonly name?: string | undefined;
}

/**
 * Returns the file of a request, in a form or as its whole body.
 *
 * @throws {UnsupportedMediaTypeError} the body is of no type of lists, or has a content encoding
 * @throws {PayloadTooLargeError} the client announces more than any list may have
 */
async function fileIn(request: Request, response: Response): Promise<SentFile> {
  requirePlainBody(request, ACCEPTED);
  const mediaType = mediaTypeOf(request);
  const accept = (): void => sendContinue(request, response);
  if (mediaType !== FORM && !MEDIA_TYPES.includes(mediaType)) {
    throw new UnsupportedMediaTypeError(mediaType, ACCEPTED);
  }
  if (Number(request.get("Content-Length") ?? 0) > MAX_XML_LIST_BYTES) {
    request.resume();
    throw new PayloadTooLargeError(MAX_XML_LIST_BYTES);
  }
  return mediaType === FORM ? fileOfForm(request, accept) : { content: partsOf(request, accept) };
}

/**
 * Reads a form up to its file.
 *
 * @throws {InvalidInputError} the form has no file, or another one
 */
async function fileOfForm(request: Request, accept: () => void): Promise<SentFile> {
  let name: string | undefined;
  const form = new FormFile(request, {
    ...{ fileField: "file", fieldSize: FIELD_BYTES },
    takeFile(field, fileName) {
      if (field !== "file") {
        throw new InvalidInputError("file", "must be the name of the field that holds the file");
      }
      name = fileName;
    },
    takeField(field) {
      if (field === "file") throw new InvalidInputError(field, "must be a file");
    },
  });
  const bytes = form.bytes(accept);
  const first = await bytes.next();
  return { content: rejoined(first, bytes), name };
}
