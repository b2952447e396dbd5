import express, { type Request, type Response } from "express";
import { PayloadTooLargeError } from "../domain/errors/request-errors.js";

/** Reads the body of a request into `request.body`, where it is JSON. */
export type JsonBodyReader = (request: Request, response: Response) => Promise<void>;

/**
 * A reader of JSON bodies.
 *
 * It refuses a body that is too large as soon as its announced or received bytes say so. Express's
 * parser alone answers only once such a body has ended, and one sent in chunks need never end.
 *
 * @param maxBytes the size of a body as it is sent, and as it is when decompressed
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
      // What is left of a refused body is let pass, so that the client can hear why.
      request.resume();
      throw error;
    } finally {
      size.stop();
    }
  };
}

/** Counts the bytes of a body as somebody else reads them. */
class ReceivedSize {
  readonly #request: Request;
  readonly #maxBytes: number;
  #bytes = 0;
  #refuse: (error: Error) => void = () => undefined;

  constructor(request: Request, maxBytes: number) {
    this.#request = request;
    this.#maxBytes = maxBytes;
  }

  /** Rejects when there are too many. To be called when the reader listens: listening lets bytes flow. */
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
