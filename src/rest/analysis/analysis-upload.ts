import type { Request, RequestHandler, Response } from "express";
import {
  InvalidInputError,
  UnsupportedMediaTypeError,
} from "../../domain/errors/request-errors.js";
import { sendContinue } from "../../http/expect-continue.js";
import { localsOf } from "../../http/request-locals.js";
import type { UploadNames, UploadRequest } from "../../services/analysis/upload-service.js";
import type { Services } from "../../services/services.js";
import { idempotentHandler } from "../idempotency/idempotent-handler.js";
import { mediaTypeOf, requirePlainBody } from "../../http/body/media-type.js";
import { requestedWait } from "../request/preferences.js";
import { respondWithAnalysis } from "./analysis-response.js";
import { type AnalysisView, viewInUrl } from "./analysis-view.js";
import { namesInUrl } from "../shapes/name-parameters.js";
import { rawUploadOf } from "./raw-upload.js";
import { createHash } from "node:crypto";
import { MAX_NAME_CHARACTERS, parseOptionalName } from "../../domain/track/name-text.js";
import { FormFile, announcedFileBytesOf } from "../../http/body/form-file.js";

/** A name of up to 4 bytes a character, and room to detect a longer text. */
const FIELD_BYTES = 4 * (MAX_NAME_CHARACTERS + 1);

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
  { analyses, recordings, uploads }: Services,
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
  const options = { applied: wait.applied, isStored, view, recordings };
  await respondWithAnalysis(state, options, request, response);
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

/** An upload whose file is hashed while it is read. */
class DigestedUpload implements UploadRequest {
  readonly announcedBytes: number | undefined;
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly #upload: UploadRequest;
  readonly #digest = createHash("sha256");

  constructor(upload: UploadRequest) {
    this.#upload = upload;
    this.announcedBytes = upload.announcedBytes;
    this.bytes = this.#read();
  }

  names = (): UploadNames => this.#upload.names();

  /** Reads the file without keeping it. */
  async readRest(): Promise<void> {
    const parts = this.bytes[Symbol.asyncIterator]();
    while (!(await parts.next()).done);
  }

  /** Returns what was uploaded, once it has been read: not the bytes of the form, whose boundary changes. */
  content(): unknown {
    const { artist, track, fileName } = this.names();
    return { artist, track, fileName, digest: this.#digest.digest("base64url") };
  }

  async *#read(): AsyncGenerator<Uint8Array> {
    for await (const part of this.#upload.bytes) {
      this.#digest.update(part);
      yield part;
    }
  }
}

/**
 * Reads an upload in a form: the file in the field `file`, artist and title in `artist` and
 * `track`, in any order. Those in the URL apply where the form has none.
 *
 * @param acceptBody called before the first byte is read
 *
 * @throws {InvalidInputError} a name in the URL is malformed, or the form has no boundary
 */
function formUploadOf(request: Request, acceptBody: () => void): UploadRequest {
  let names: UploadNames = namesInUrl(request);
  const given = new Set<string>();
  const form = new FormFile(request, {
    ...{ fileField: "file", fieldSize: FIELD_BYTES },
    takeFile(field, fileName) {
      if (field !== "file") {
        throw new InvalidInputError("file", "must be the name of the field that holds the file");
      }
      names = { ...names, fileName };
    },
    takeField(field, text, isCut) {
      if (field === "file") throw new InvalidInputError(field, "must be a file");
      if (field !== "artist" && field !== "track") return;
      if (given.has(field)) throw new InvalidInputError(field, "must be given once");
      given.add(field);
      if (isCut) throw new InvalidInputError(field, "is too long");
      const name = parseOptionalName(text, field);
      if (name !== undefined) names = { ...names, [field]: name };
    },
  });
  return {
    bytes: form.bytes(acceptBody),
    announcedBytes: announcedFileBytesOf(request),
    names: () => names,
  };
}
