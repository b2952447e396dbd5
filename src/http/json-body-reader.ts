import express, { type Request, type Response } from "express";
import { PayloadTooLargeError } from "../domain/errors/request-errors.js";

/** Reads the JSON body of a request into `request.body`. */
export type JsonBodyReader = (request: Request, response: Response) => Promise<void>;

/**
 * Creates a reader of JSON bodies.
 *
 * It refuses a body as soon as its announced or received size exceeds the limit. Express's parser
 * alone refuses it only at its end, and a body sent in chunks may never end.
 *
 * @param maxBytes maximum size of a body, both as sent and decompressed
 */
export function jsonBodyReader(maxBytes: number): JsonBodyReader {
  const parse = express.json({ limit: maxBytes });
  return async (request, response) => {
    const announcedBytes = Number(request.get("Content-Length") ?? 0);
    if (announcedBytes > maxBytes) throw new PayloadTooLargeError(maxBytes);
    const size = new ReceivedSize(request, maxBytes);
    try {
      const parsed = new Promise<void>((resolve, reject) => {
        parse(request, response, (error?: Error) => (error ? reject(error) : resolve()));
      });
      await Promise.race([parsed, size.exceeded()]);
    } catch (error) {
      // The rest of a refused body is discarded, so that the client can read the response.
      request.resume();
      throw error;
    } finally {
      size.stop();
    }
  };
}

/** Counts the bytes of a body while the parser reads them. */
class ReceivedSize {
  readonly #request: Request;
  readonly #maxBytes: number;
  #bytes = 0;
  #refuse: (error: Error) => void = () => undefined;

  constructor(request: Request, maxBytes: number) {
    this.#request = request;
    this.#maxBytes = maxBytes;
  }

  /**
   * Rejects when the size exceeds the limit. Call it after the parser listens, because listening
   * starts the flow.
   */
  exceeded(): Promise<never> {
    return new Promise((_resolve, reject) => {
      this.#refuse = reject;
      this.#request.on("data", this.#count);
    });
  }

  stop(): void {
    this.#request.off("data", this.#count);
  }

  readonly #count = (part: Uint8Array): void => {
    this.#bytes += part.length;
    if (this.#bytes > this.#maxBytes) this.#refuse(new PayloadTooLargeError(this.#maxBytes));
  };
}
