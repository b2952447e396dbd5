import type { Request, RequestHandler } from "express";
import { UnsupportedMediaTypeError } from "../../domain/errors/request-errors.js";
import { clientSignal } from "../../http/client-signal.js";
import { askForBody } from "../../http/expected-body.js";
import { identityOf } from "../../http/request-locals.js";
import type { UploadRequest } from "../../services/analysis/upload-service.js";
import type { Services } from "../../services/services.js";
import { mediaTypeOf, requirePlainBody } from "../request/media-type.js";
import { preferencesFrom, waitSecondsOf } from "../request/preferences.js";
import { answerAnalysis } from "./analysis-answer.js";
import { formUploadOf } from "./form-upload.js";
import { rawUploadOf } from "./raw-upload.js";

const ACCEPTED = "multipart/form-data, audio/*, application/ogg, application/octet-stream";

/** `POST /analysis`: what a file sounds like that the client sends. */
export function answerUpload({ access, analyses, uploads }: Services): RequestHandler {
  return async (request, response) => {
    access.requireScope(identityOf(response), "write");
    const upload = uploadOf(request, () => askForBody(request, response));
    const preferences = preferencesFrom(request.get("Prefer"), analyses.maxWaitSeconds);
    const waitOptions = { waitSeconds: waitSecondsOf(preferences), signal: clientSignal(response) };
    const { trackKey, state, isStored: isKept } = await uploads.analyze(upload, waitOptions);
    const place = `${request.baseUrl}${request.path}/${trackKey}`;
    if (isKept) response.set("Content-Location", place);
    else if (!["ready", "failed"].includes(state.state)) response.location(place);
    answerAnalysis(state, { preferences, isKept }, request, response);
  };
}

/** @throws {UnsupportedMediaTypeError} neither a form nor audio, or compressed on the way */
function uploadOf(request: Request, ask: () => void): UploadRequest {
  requirePlainBody(request, ACCEPTED);
  const mediaType = mediaTypeOf(request);
  if (mediaType === "multipart/form-data") return formUploadOf(request, ask);
  const isAudio =
    /^audio\/./.test(mediaType) ||
    ["application/ogg", "application/octet-stream"].includes(mediaType);
  if (!isAudio) throw new UnsupportedMediaTypeError(mediaType, ACCEPTED);
  return rawUploadOf(request, ask);
}
