import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gunzipSync } from "node:zlib";
import type { OfferedJob } from "../../../src/domain/analysis/offered-work.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";

/** A request that the server received. */
export interface ReceivedRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: IncomingMessage["headers"];
  /** The JSON of the body. */
  readonly body: unknown;
}

/** Answers one request. */
export type Answer = (response: ServerResponse, request: ReceivedRequest) => void;

/** The job that a stand-in server offers. */
export const offeredJob: OfferedJob = {
  id: "job",
  token: "token",
  attempt: 2,
  leaseSeconds: 60,
  track: { trackKey: trackKeyFrom("Ann", "One"), artist: "Ann", trackName: "One" },
  audio: [{ source: "library", coverage: "whole" }],
  missing: { code: "AUDIO_NOT_FOUND", message: "No audio.", facts: {} },
};

/** Answers as Overtone does where a request succeeds. */
export const done =
  (data: unknown = null): Answer =>
  (response) =>
    response
      .writeHead(200, { "content-type": "application/json" })
      .end(JSON.stringify({ success: true, data }));

/** Answers as Overtone does where a request fails. */
export const failed =
  (status: number, code: string, message = "A sentence."): Answer =>
  (response) =>
    response
      .writeHead(status, { "content-type": "application/json" })
      .end(JSON.stringify({ success: false, data: null, error: { code, message } }));

/** A server that answers each request with the next of some answers, and then always with the last. */
export class ScriptedServer {
  readonly requests: ReceivedRequest[] = [];
  #answers: readonly Answer[] = [failed(500, "INTERNAL")];
  readonly #server: Server = createServer(
    (request, response) => void this.#reply(request, response),
  );

  async open(): Promise<URL> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return new URL(`http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`);
  }

  answerWith(...answers: readonly Answer[]): void {
    this.#answers = answers;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #reply(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const bytes = Buffer.concat(parts);
    const text = request.headers["content-encoding"] === "gzip" ? gunzipSync(bytes) : bytes;
    const { method = "", url: path = "", headers } = request;
    const body: unknown = text.length === 0 ? undefined : JSON.parse(text.toString());
    const received = { method, path, headers, body };
    this.requests.push(received);
    const [answer, ...others] = this.#answers;
    if (others.length > 0) this.#answers = others;
    answer?.(response, received);
  }
}
