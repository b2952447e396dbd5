import { createHash } from "node:crypto";
import type { Request, RequestHandler, Response } from "express";
import { sendContinue } from "../../http/expect-continue.js";
import { localsOf } from "../../http/request-locals.js";
import type { UploadNames, UploadRequest } from "../../services/analysis/upload-service.js";
import type { Services } from "../../services/services.js";
import { idempotentHandler } from "../idempotency/idempotent-handler.js";
import { requestedWait } from "../request/preferences.js";
import { respondWithAnalysis } from "./analysis-response.js";
import { type AnalysisView, viewInUrl } from "./analysis-view.js";
import { uploadOf } from "./upload-body.js";

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
