import type { Request, RequestHandler, Response } from "express";
import { UnsupportedMediaTypeError } from "../../domain/errors/request-errors.js";
import { sendContinue } from "../../http/expect-continue.js";
import { localsOf } from "../../http/request-locals.js";
import type { UploadRequest } from "../../services/analysis/upload-service.js";
import type { Services } from "../../services/services.js";
import { idempotentHandler } from "../idempotency/idempotent-handler.js";
import { mediaTypeOf, requirePlainBody } from "../../http/body/media-type.js";
import { requestedWait } from "../request/preferences.js";
import { respondWithAnalysis } from "./analysis-response.js";
import { type AnalysisView, viewInUrl } from "./analysis-view.js";
import { DigestedUpload } from "./digested-upload.js";
import { formUploadOf } from "./form-upload.js";
import { rawUploadOf } from "./raw-upload.js";

const ACCEPTED = "multipart/form-data, audio/*, application/ogg, application/octet-stream";

/** Handles `POST /analysis`: the analysis of a file that the client uploads. */
export function uploadHandler(services: Services): RequestHandler {
  return idempotentHandler(services, "write", (request, response) => {
    const view = viewInUrl(request.url);
    const upload = new DigestedUpload(uploadOf(request, () => sendContinue(request, response)));
    return {
      run: () => analyze(services, upload, view, request, response),
      readRest: () => upload.readRest(),
      content: () => [upload.content(), view],
    };
  });
}

async function analyze(
  { analyses, uploads }: Services,
  upload: UploadRequest,
  view: AnalysisView,
  request: Request,
  response: Response,
): Promise<void> {
  const wait = requestedWait(request, response, analyses);
  const { trackKey, state, isStored } = await uploads.analyze(upload, wait);
  const path = `${localsOf(response).prefix}${request.baseUrl}${request.path}/${trackKey}`;
  if (isStored) response.set("Content-Location", path);
  else if (!["ready", "failed"].includes(state.state)) response.location(path);
  respondWithAnalysis(state, { applied: wait.applied, isStored, view }, request, response);
}

/**
 * @throws {UnsupportedMediaTypeError} the body is neither a form nor audio, or has a content
 * encoding
 */
function uploadOf(request: Request, acceptBody: () => void): UploadRequest {
  requirePlainBody(request, ACCEPTED);
  const mediaType = mediaTypeOf(request);
  if (mediaType === "multipart/form-data") return formUploadOf(request, acceptBody);
  const isAudio =
    /^audio\/./.test(mediaType) ||
    ["application/ogg", "application/octet-stream"].includes(mediaType);
  if (!isAudio) throw new UnsupportedMediaTypeError(mediaType, ACCEPTED);
  return rawUploadOf(request, acceptBody);
}
