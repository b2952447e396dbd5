import type { RequestHandler, Response } from "express";
import {
  acceptedEncoder,
  type CompressingStream,
  type ContentEncoder,
} from "./content-encoders.js";

/** Smaller bodies fit into one packet either way. */
const MIN_BYTES = 1024;

/**
 * Media types that become smaller: text, JSON, XML, YAML, scripts and vector pictures. Audio, other pictures and Parquet
 * are compressed already.
 */
const COMPRESSIBLE =
  /^(?:text\/|audio\/x-mpegurl|(?:application|image)\/(?:[a-z0-9.-]+[+-])?(?:json|ndjson|xml|yaml|javascript|wasm)\b)/i;

/** What is written waits so long for more before it is sent. */
const MAX_WAIT_MILLISECONDS = 25;

/** Events must reach the client one by one. */
const EVENTS = /^text\/event-stream\b/i;

/** How long bodies took that were compressed at once, milliseconds. */
const compressionTimes = new WeakMap<Response, number>();

/** Returns how long another thread took to compress a body that was sent at once, milliseconds; 0 where none did. */
export const compressionTimeOf = (response: Response): number =>
  compressionTimes.get(response) ?? 0;

/**
 * Compresses the bodies of responses by what the client accepts. A body that is sent at once is compressed at once, and
 * one that is written in parts as a stream, which keeps the pace of the client.
 *
 * A compressed body has other bytes, so its entity tag becomes a weak one, which `If-None-Match` compares with the
 * strong one. Ranges of it cannot be requested.
 *
 * Source: R. Fielding et al., "HTTP Semantics", RFC 9110, 2022, sections 8.4, 8.8.3 and 12.5.3.
 */
export function compressResponses(
  findEncoder: (acceptEncoding: string | undefined) => ContentEncoder | undefined = acceptedEncoder,
): RequestHandler {
  return (request, response, next) => {
    const encoder = findEncoder(request.get("Accept-Encoding"));
    new CompressedResponse(response, encoder).begin();
    next();
  };
}

type Done = () => void;
type Write = (...given: readonly unknown[]) => boolean;
type End = (...given: readonly unknown[]) => unknown;

/** Replaces the methods by which the body of one response is sent. */
class CompressedResponse {
  readonly #response: Response;
  readonly #encoder: ContentEncoder | undefined;
  readonly #write: Write;
  readonly #end: End;
  readonly #emit: Response["emit"];
  /** Whether it is decided how the body is sent. */
  #isDecided = false;
  #stream: CompressingStream | undefined;
  /** Flushes the stream where nothing is written to it any more. */
  #flush: NodeJS.Timeout | undefined;

  constructor(response: Response, encoder: ContentEncoder | undefined) {
    this.#response = response;
    this.#encoder = encoder;
    this.#write = response.write.bind(response) as Write;
    this.#end = response.end.bind(response) as End;
    this.#emit = response.emit.bind(response);
  }

  begin(): void {
    this.#response.write = this.#writePart.bind(this) as Response["write"];
    this.#response.end = this.#endBody.bind(this) as Response["end"];
  }

  #writePart(...given: readonly unknown[]): boolean {
    if (!this.#isDecided && this.#decide(lengthOf(this.#response))) this.#open();
    const stream = this.#stream;
    if (!stream) return this.#write(...given);
    this.#flush?.refresh();
    return (stream.write.bind(stream) as Write)(...given);
  }

  #endBody(...given: readonly unknown[]): Response {
    const response = this.#response;
    const stream = this.#stream;
    if (stream) {
      clearTimeout(this.#flush);
      (stream.end.bind(stream) as End)(...given);
      return response;
    }
    const body = bodyIn(given);
    const unknownLength = response.req.method === "HEAD" ? undefined : 0;
    const length = body?.length ?? lengthOf(response) ?? unknownLength;
    const encoder = this.#isDecided ? undefined : this.#decide(length);
    if (encoder && body) this.#sendWhole(encoder, body, given.find(isFunction));
    else this.#end(...given);
    return response;
  }

  /**
   * Sets the headers of the response for the way in which its body is sent.
   *
   * @param length of the body, bytes; `undefined` where it is not known yet
   *
   * @returns the encoder for the body; `undefined` where it is sent as it is
   */
  #decide(length: number | undefined): ContentEncoder | undefined {
    this.#isDecided = true;
    const response = this.#response;
    if (response.headersSent) return undefined;
    if (response.statusCode === 304) {
      response.vary("Accept-Encoding");
      return undefined;
    }
    if (!isCompressible(response) || (length !== undefined && length < MIN_BYTES)) return undefined;
    response.vary("Accept-Encoding");
    if (!this.#encoder) return undefined;
    const entityTag = response.get("ETag");
    if (entityTag?.startsWith('"')) response.set("ETag", `W/${entityTag}`);
    response.set("Content-Encoding", this.#encoder.name);
    response.removeHeader("Content-Length");
    response.removeHeader("Accept-Ranges");
    return this.#encoder;
  }

  #sendWhole(encoder: ContentEncoder, body: Uint8Array, done: Done | undefined): void {
    const startedAt = performance.now();
    const send = (compressed: Buffer): void => {
      compressionTimes.set(this.#response, performance.now() - startedAt);
      this.#response.set("Content-Length", String(compressed.length));
      this.#end(compressed, done);
    };
    const compressed = encoder.compress(body, this.#gone());
    compressed.then(send, (error: Error) => this.#response.destroy(error));
  }

  /** Returns a signal that aborts when the client disconnects. */
  #gone(): AbortSignal {
    const gone = new AbortController();
    if (this.#response.closed) gone.abort();
    this.#response.once("close", () => gone.abort());
    return gone.signal;
  }

  /** Sends what is written compressed from now on, as fast as the client takes it. */
  #open(): void {
    const response = this.#response;
    const stream = this.#encoder?.open();
    if (response.req.method === "HEAD" || !stream) return;
    this.#stream = stream;
    stream.on("data", (part: Uint8Array) => {
      if (!this.#write(part)) stream.pause();
    });
    stream.on("end", () => this.#end());
    stream.on("error", (error) => response.destroy(error));
    stream.on("drain", () => this.#emit("drain"));
    this.#flush = setTimeout(() => stream.flush(), MAX_WAIT_MILLISECONDS);
    // The writer waits for the stream, and the stream for the connection.
    response.emit = (event: string | symbol, ...given: unknown[]): boolean => {
      if (event === "drain") return Boolean(stream.resume());
      if (event === "close") this.#close(stream);
      return this.#emit(event, ...given);
    };
  }

  #close(stream: CompressingStream): void {
    clearTimeout(this.#flush);
    stream.destroy();
  }
}

const isFunction = (value: unknown): value is Done => typeof value === "function";

/** Returns the body in the arguments of `end`. */
function bodyIn([body, encoding]: readonly unknown[]): Uint8Array | undefined {
  if (body instanceof Uint8Array) return body;
  if (typeof body !== "string") return undefined;
  return Buffer.from(body, typeof encoding === "string" ? (encoding as BufferEncoding) : "utf8");
}

/** Returns the length that the response announces, bytes; `undefined` where it does not. */
function lengthOf(response: Response): number | undefined {
  const length = response.getHeader("Content-Length");
  return length === undefined ? undefined : Number(length);
}

function isCompressible(response: Response): boolean {
  const isPart = response.statusCode === 206 || response.hasHeader("Content-Range");
  const mediaType = String(response.getHeader("Content-Type") ?? "");
  const cacheControl = String(response.getHeader("Cache-Control") ?? "");
  return (
    !isPart &&
    !response.hasHeader("Content-Encoding") &&
    !/\bno-transform\b/i.test(cacheControl) &&
    COMPRESSIBLE.test(mediaType) &&
    !EVENTS.test(mediaType)
  );
}
