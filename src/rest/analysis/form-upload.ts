import { once } from "node:events";
import { finished } from "node:stream";
import { Busboy, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Request } from "express";
import { DomainError } from "../../domain/errors/domain-error.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { parseName } from "../../domain/track/search-query.js";
import type { UploadNames, UploadRequest } from "../../services/analysis/upload-service.js";
import { announcedBytesOf, namesInUrl } from "./raw-upload.js";

const LIMITS = {
  files: 1,
  fields: 20,
  parts: 21,
  /** 200 characters of up to 4 bytes, and room to detect a longer text. */
  fieldSize: 4_096,
  headerPairs: 20,
  headerSize: 8_192,
};

/** Maximum size of a form without its file, bytes. */
const MAX_BYTES_BESIDE_FILE = 128 * 1024;

/**
 * Buffer limit of the form parser: none. The part parser in it must never report a full buffer:
 * after the last boundary it emits no more `drain` events, and the form parser would wait for one
 * forever. Only one chunk is written at a time, so that buffers stay small.
 */
const PARSER_BUFFER_BYTES = Number.MAX_SAFE_INTEGER;

/**
 * Reads an upload in a form: the file in the field `file`, artist and title in `artist` and
 * `track`, in any order. Those in the URL apply where the form has none.
 *
 * @param acceptBody called before the first byte is read
 *
 * @throws {InvalidInputError} a name in the URL is malformed, or the form has no boundary
 */
export function formUploadOf(request: Request, acceptBody: () => void): UploadRequest {
  const form = new UploadForm(request, namesInUrl(request));
  const announced = announcedBytesOf(request);
  return {
    bytes: form.parts(acceptBody),
    announcedBytes: announced === undefined ? undefined : announced - MAX_BYTES_BESIDE_FILE,
    names: () => form.names,
  };
}

/** Reads one form. */
class UploadForm {
  names: UploadNames;
  readonly #request: Request;
  readonly #parser: BusboyInstance;
  readonly #fields = new Set<string>();
  /** Aborted with the first failure. */
  readonly #failed = new AbortController();
  #hasFile = false;

  constructor(request: Request, names: UploadNames) {
    this.#request = request;
    this.names = names;
    this.#parser = parserFor(request);
    this.#parser.on("file", (field, file, fileName) => this.#takeFile(field, file, fileName));
    this.#parser.on("field", (field, text, _isNameCut, isTextCut) =>
      this.#takeField(field, text, isTextCut),
    );
    this.#parser.on("filesLimit", () => this.#refuse("file", "must be given once"));
    this.#parser.on("fieldsLimit", () => this.#refuse("body", "has too many fields"));
    this.#parser.on("partsLimit", () => this.#refuse("body", "has too many parts"));
    this.#parser.on("error", (error) => this.#fail(unreadable(error)));
    this.#parser.on("finish", () => {
      if (!this.#hasFile) this.#refuse("file", "is required");
    });
  }

  /**
   * Yields the file; ends when the whole form has been read. Artist and title are known from then
   * on.
   */
  async *parts(acceptBody: () => void): AsyncGenerator<Uint8Array> {
    // Also reports a request that was closed before, which emits no more events and never ends.
    const stopWatching = finished(this.#request, { writable: false }, (error) => {
      if (error) this.#fail(error);
    });
    acceptBody();
    const { signal } = this.#failed;
    const isFinished = once(this.#parser, "finish", { signal });
    // It is awaited only after the file, and may reject before.
    isFinished.catch(() => undefined);
    const stopParsing = this.#parse();
    try {
      const [, file] = (await once(this.#parser, "file", { signal })) as [string, BusboyFileStream];
      signal.throwIfAborted();
      signal.addEventListener("abort", () => file.destroy());
      yield* file as AsyncIterable<Uint8Array>;
      await isFinished;
    } catch (error) {
      // The parser reports a truncated file with its own error; the first failure is the cause.
      throw (signal.reason as Error | undefined) ?? unreadable(error);
    } finally {
      // The rest of the body is discarded, so that the client can read the response.
      stopWatching();
      stopParsing();
      this.#request.resume();
    }
  }

  /** Writes the body to the parser, one chunk at a time, until the returned function is called. */
  #parse(): () => void {
    const request = this.#request;
    const take = (chunk: Uint8Array): void => {
      request.pause();
      this.#parser.write(chunk, () => request.resume());
    };
    const end = (): void => {
      this.#parser.end();
    };
    request.on("data", take).on("end", end);
    return () => request.off("data", take).off("end", end);
  }

  #takeFile(field: string, file: BusboyFileStream, fileName: string): void {
    // A form that ends within the file fails here, possibly after its reader has stopped.
    file.on("error", (error) => this.#fail(unreadable(error)));
    if (field !== "file") {
      file.resume();
      this.#refuse("file", "must be the name of the field that holds the file");
      return;
    }
    this.#hasFile = true;
    this.names = { ...this.names, fileName };
  }

  #takeField(field: string, text: string, isCut: boolean): void {
    if (field === "file") this.#refuse(field, "must be a file");
    if (field !== "artist" && field !== "track") return;
    if (this.#fields.has(field)) this.#refuse(field, "must be given once");
    this.#fields.add(field);
    if (isCut) this.#refuse(field, "is too long");
    try {
      parseName(text, field);
      this.names = { ...this.names, [field]: text.replace(/\s+/gu, " ").trim() };
    } catch (error) {
      this.#fail(error instanceof Error ? error : unreadable(error));
    }
  }

  #refuse(parameter: string, problem: string): void {
    this.#fail(new InvalidInputError(parameter, problem));
  }

  #fail(error: Error): void {
    this.#failed.abort(error);
  }
}

function parserFor(request: Request): BusboyInstance {
  const contentType = request.get("Content-Type") ?? "";
  try {
    const headers = { "content-type": contentType };
    return new Busboy({ headers, limits: LIMITS, highWaterMark: PARSER_BUFFER_BYTES });
  } catch (error) {
    throw new InvalidInputError("Content-Type", "must have a boundary", error);
  }
}

const unreadable = (error: unknown): Error =>
  error instanceof DomainError
    ? error
    : new InvalidInputError("body", "is not valid multipart/form-data", error);
