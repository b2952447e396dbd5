import express, { type Request, type Response } from "express";
import {
  InvalidInputError,
  PayloadTooLargeError,
  UnsupportedMediaTypeError,
} from "../../domain/errors/request-errors.js";
import { hasMoreMembers, MAX_MEMBERS } from "./json-members.js";
import { isLeftUnread } from "./unread-body.js";

/** Reads the JSON body of a request into `request.body`. */
export type JsonBodyReader = (request: Request, response: Response) => Promise<void>;

/**
 * Creates a reader of JSON bodies. It throws `PayloadTooLargeError`, `UnsupportedMediaTypeError` for
 * an encoding or a character set that is not supported, or `InvalidInputError`, also for more members than `maxMembers`,
 * which are counted before anything is parsed: no request blocks others while it is.
 *
 * It refuses a body as soon as its announced or received size exceeds the limit. Express's parser
 * alone refuses it only at its end, and a body sent in chunks may never end.
 *
 * @param maxBytes maximum size of a body, both as sent and decompressed
 * @param maxMembers maximum number of members, lists and objects in it
 */
export function jsonBodyReader(maxBytes: number, maxMembers = MAX_MEMBERS): JsonBodyReader {
  const parse = express.json({ limit: maxBytes, verify: requireFewMembers(maxMembers) });
  return async (request, response) => {
    let receivedBytes = 0;
    let count: (part: Uint8Array) => void = () => undefined;
    try {
      await new Promise<void>((resolve, reject) => {
        if (Number(request.get("Content-Length") ?? 0) > maxBytes) {
          throw new PayloadTooLargeError(maxBytes);
        }
        parse(request, response, (error?: Error) => (error ? reject(error) : resolve()));
        count = (part) => {
          receivedBytes += part.length;
          if (receivedBytes > maxBytes) reject(new PayloadTooLargeError(maxBytes));
        };
        // After the parser listens, because listening starts the flow.
        request.on("data", count);
      });
    } catch (error) {
      // The rest of a refused body is discarded, so that the client can read the response; without a valid key, it stays unread.
      if (!isLeftUnread(request)) request.resume();
      throw translated(error, maxBytes);
    } finally {
      request.off("data", count);
    }
  };
}

/** Returns what Express's parser calls before it parses the bytes of a body; it refuses a body by what is thrown. */
function requireFewMembers(limit: number) {
  return (_request: unknown, _response: unknown, bytes: Buffer): void => {
    if (hasMoreMembers(bytes, limit)) throw new TooManyMembers(limit);
  };
}

/** Why a body is not parsed. Express's parser adds to it, which an error for clients must not carry. */
class TooManyMembers extends Error {
  constructor(readonly limit: number) {
    super("The body has too many members.");
  }
}

/** Converts an error of Express's parser. */
function translated(error: unknown, maxBytes: number): unknown {
  if (error instanceof TooManyMembers) {
    return new InvalidInputError("body", `must not have more than ${error.limit} members`);
  }
  const { type, status } = error as { readonly type?: unknown; readonly status?: unknown };
  if (type === "entity.too.large") return new PayloadTooLargeError(maxBytes);
  if (type === "encoding.unsupported" || type === "charset.unsupported") {
    return new UnsupportedMediaTypeError("another encoding", "application/json in UTF-8");
  }
  return status === 400 ? new InvalidInputError("body", "is not valid JSON", error) : error;
}
