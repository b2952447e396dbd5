import { once } from "node:events";
import { finished } from "node:stream";
import { Busboy, type Dicer, type BusboyFileStream, type BusboyInstance } from "@fastify/busboy";
import type { Request } from "express";
import { asError } from "../../domain/errors/as-error.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { findFormFileName } from "./form-file-name.js";

const LIMITS = {
  files: 1,
  fields: 20,
  parts: 21,
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

/** The headers of a part, by name in lower case. */
type Headers = Readonly<Record<string, readonly string[] | undefined>>;

/** What is expected of a form. What the functions throw refuses the form. */
export interface FormParts {
  /** The name of the file's field, for messages. */
  readonly fileField: string;
  /** Maximum size of a field, bytes; a longer one is cut. */
  readonly fieldSize: number;
  /** Takes a field that is no file. */
  takeField(field: string, text: string, isCut: boolean): void;
  /** Takes the names of the field and file, before its bytes. */
  takeFile(field: string, fileName: string): void;
}

/**
 * Returns the size of the file of a form that the client announces at least, bytes; `undefined` where it
 * announces none.
 */
export function announcedFileBytesOf(request: Request): number | undefined {
  const length = request.get("Content-Length");
  return length === undefined ? undefined : Number(length) - MAX_BYTES_BESIDE_FILE;
}

/** Reads the one file of a form, and its fields before and after it. */
export class FormFile {
  readonly #request: Request;
  readonly #parts: FormParts;
  readonly #parser: BusboyInstance;
  /** Aborted with the first failure. */
  readonly #failed = new AbortController();
  #hasFile = false;
  /** The header `Content-Disposition` of the current part, a character for each byte. */
  #disposition = "";

  /** @throws {InvalidInputError} the form has no boundary */
  constructor(request: Request, parts: FormParts) {
    this.#request = request;
    this.#parts = parts;
    this.#parser = parserFor(request, parts.fieldSize);
    this.#readDispositions();
    this.#parser.on("file", (field, file, fileName) =>
      this.#takeFile(field, file, findFormFileName(this.#disposition) ?? fileName),
    );
    this.#parser.on("field", (field, text, _isNameCut, isTextCut) =>
      this.#check(() => parts.takeField(field, text, isTextCut)),
    );
    this.#parser.on("filesLimit", () => this.#refuse(parts.fileField, "must be given once"));
    this.#parser.on("fieldsLimit", () => this.#refuse("body", "has too many fields"));
    this.#parser.on("partsLimit", () => this.#refuse("body", "has too many parts"));
    this.#parser.on("error", (error) => this.#fail(unreadable(error)));
    this.#parser.on("finish", () => {
      if (!this.#hasFile) this.#refuse(parts.fileField, "is required");
    });
  }

  /**
   * Yields the file; ends when the whole form has been read. The fields are known from then on.
   *
   * @param acceptBody called before the first byte is read
   */
  async *bytes(acceptBody: () => void): AsyncGenerator<Uint8Array, void, void> {
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

  /** Keeps the header of each part before the form parser decodes it, which loses names that are not UTF-8. */
  #readDispositions(): void {
    const { _parser: parser } = this.#parser as unknown as { readonly _parser: { parser: Dicer } };
    parser.parser.prependListener("part", (part) => {
      part.on("header", (header) => {
        this.#disposition = (header as Headers)["content-disposition"]?.[0] ?? "";
      });
    });
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
    this.#hasFile = this.#check(() => this.#parts.takeFile(field, fileName));
    if (!this.#hasFile) file.resume();
  }

  /** Returns whether a part was accepted. */
  #check(take: () => void): boolean {
    try {
      take();
      return true;
    } catch (error) {
      this.#fail(asError(error));
      return false;
    }
  }

  #refuse(parameter: string, problem: string): void {
    this.#fail(new InvalidInputError(parameter, problem));
  }

  #fail(error: Error): void {
    this.#failed.abort(error);
  }
}

function parserFor(request: Request, fieldSize: number): BusboyInstance {
  const headers = { "content-type": request.get("Content-Type") ?? "" };
  try {
    const limits = { ...LIMITS, fieldSize };
    return new Busboy({ headers, limits, highWaterMark: PARSER_BUFFER_BYTES });
  } catch (error) {
    throw new InvalidInputError("Content-Type", "must have a boundary", error);
  }
}

const unreadable = (error: unknown): Error =>
  error instanceof DomainError
    ? error
    : new InvalidInputError("body", "is not valid multipart/form-data", error);
