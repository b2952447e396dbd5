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
  /** 200 characters of up to 4 bytes, and room to see that there are more. */
  fieldSize: 4_096,
  headerPairs: 20,
  headerSize: 8_192,
};

/** What a form may hold beside its file, bytes. */
const MAX_BYTES_BESIDE_FILE = 128 * 1024;

/**
 * The part parser in the form parser must never report that its buffer is full: it ends with the last
 * boundary, tells of no drained buffer from then on, and the form parser waits for that without end.
 * No more than one chunk is written at a time, so that buffers stay small.
 */
const PARSER_BUFFER_BYTES = Number.MAX_SAFE_INTEGER;

/**
 * An upload as a form: the file in the field `file`, names in `artist` and `track`, in any order.
 * Names in the URL are taken where the form has none.
 *
 * @param askForBody called before the first byte is read
 *
 * @throws {InvalidInputError} a name in the URL is malformed, or the form has no boundary
 */
export function formUploadOf(request: Request, askForBody: () => void): UploadRequest {
  const form = new UploadForm(request, namesInUrl(request));
  const announced = announcedBytesOf(request);
  return {
    bytes: form.parts(askForBody),
    announcedBytes: announced === undefined ? undefined : announced - MAX_BYTES_BESIDE_FILE,
    names: () => form.names,
  };
}

/** One form that is being read. */
class UploadForm {
  names: UploadNames;
  readonly #request: Request;
  readonly #parser: BusboyInstance;
  readonly #fields = new Set<string>();
  readonly #found = new Settled<BusboyFileStream>();
  readonly #finished = new Settled<undefined>();
  #failure: Error | undefined;

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
      this.#found.reject(new InvalidInputError("file", "is required"));
      this.#finished.resolve(undefined);
    });
  }

  /** The file; ends when the whole form has been read. The names are known from then on. */
  async *parts(askForBody: () => void): AsyncGenerator<Uint8Array> {
    // A request that was closed before is told of, too: its events are over, and it never ends.
    const stopWatching = finished(this.#request, { writable: false }, (error) => {
      if (error) this.#fail(error);
    });
    askForBody();
    const stopParsing = this.#parse();
    try {
      yield* (await this.#found.promise) as AsyncIterable<Uint8Array>;
      await this.#finished.promise;
    } catch (error) {
      // The parser ends a cut file with an error of its own; the first failure says what is wrong.
      throw this.#failure ?? unreadable(error);
    } finally {
      // The rest is let pass, so that the client can hear why it is not wanted.
      stopWatching();
      stopParsing();
      this.#request.resume();
    }
  }

  /** Gives the body to the parser, a chunk at a time, until the function that it answers is called. */
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
    // A form that ends within the file fails here, perhaps after its reader has stopped.
    file.on("error", (error) => this.#fail(unreadable(error)));
    if (field !== "file") {
      file.resume();
      this.#refuse("file", "must be the name of the field that holds the file");
      return;
    }
    this.names = { ...this.names, fileName };
    this.#finished.whenRejected((error) => file.destroy(error));
    this.#found.resolve(file);
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
    this.#failure ??= error;
    this.#finished.reject(error);
    this.#found.reject(error);
  }
}

/** A promise that is settled from outside, and whose rejection need not be waited for. */
class Settled<Value> {
  readonly promise: Promise<Value>;
  resolve: (value: Value) => void = () => undefined;
  reject: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
    });
    this.whenRejected(() => undefined);
  }

  whenRejected(listener: (error: Error) => unknown): void {
    this.promise.catch(listener);
  }
}

function parserFor(request: Request): BusboyInstance {
  const contentType = request.get("Content-Type") ?? "";
  try {
    const headers = { "content-type": contentType };
    return new Busboy({ headers, limits: LIMITS, highWaterMark: PARSER_BUFFER_BYTES });
  } catch (error) {
    throw new InvalidInputError("Content-Type", "has no boundary", error);
  }
}

const unreadable = (error: unknown): Error =>
  error instanceof DomainError
    ? error
    : new InvalidInputError("body", "is no multipart/form-data that we can read", error);
