import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type Server,
  ServerResponse,
} from "node:http";
import type { AddressInfo } from "node:net";
import type { AudioBehaviour, StandInAudio } from "./stand-in-audio.js";
import { StandInPlaylists } from "./stand-in-playlists.js";
import type { StandInSong } from "../stand-in-music-server.js";

/** A request as a stand-in received it. */
export interface SeenRequest {
  /** "GET". */
  readonly verb: string;
  /** "/Items". */
  readonly path: string;
  /** By lower-case name, since servers do not tell the case of names. */
  readonly query: ReadonlyMap<string, string>;
  readonly headers: IncomingHttpHeaders;
  /** What was posted, parsed; absent where nothing was. */
  readonly posted?: unknown;
}

/** Another answer than that of the API. */
export class OtherAnswer extends Error {
  constructor(
    readonly status: number,
    readonly mediaType: string,
    readonly body: string,
  ) {
    super(`status ${status}`);
  }
}

/** A music server on this machine that is asked over real HTTP, and remembers what it was asked. */
export abstract class StandInHttpServer {
  readonly requests: SeenRequest[] = [];
  songs: readonly StandInSong[] = [];
  readonly playlists = new StandInPlaylists();
  isScanning = false;
  /** Answers a request in place of the API; returns whether it did. */
  intercept: ((request: SeenRequest, response: ServerResponse) => boolean) | undefined;
  protected abstract readonly files: StandInAudio;
  readonly #server: Server;

  protected constructor() {
    this.#server = createServer((request, response) => void this.#receive(request, response));
  }

  /** Answers a request by the API; what it throws becomes the answer where it is an `OtherAnswer`. */
  protected abstract answer(request: SeenRequest, response: ServerResponse): void;

  protected listen(): Promise<void> {
    return new Promise((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How it sends audio. */
  get audio(): AudioBehaviour {
    return this.files.behaviour;
  }

  set audio(behaviour: AudioBehaviour) {
    this.files.behaviour = behaviour;
  }

  /** Does what a request asks for, and answers nobody. */
  perform(request: SeenRequest): void {
    this.#answer(request, unheardResponse());
  }

  /** Returns the requests for a path, in their order. */
  requestsFor(path: string | RegExp): readonly SeenRequest[] {
    return this.requests.filter((request) =>
      typeof path === "string" ? request.path === path : path.test(request.path),
    );
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #receive(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(incoming.url ?? "/", "http://stand-in");
    const posted = incoming.method === "POST" ? await jsonOf(incoming) : undefined;
    const request: SeenRequest = {
      verb: incoming.method ?? "",
      path: decodeURIComponent(pathname),
      query: new Map([...searchParams].map(([name, value]) => [name.toLowerCase(), value])),
      headers: incoming.headers,
      ...(posted !== undefined && { posted }),
    };
    this.requests.push(request);
    if (this.intercept?.(request, response) !== true) this.#answer(request, response);
  }

  #answer(request: SeenRequest, response: ServerResponse): void {
    try {
      this.answer(request, response);
    } catch (error) {
      if (!(error instanceof OtherAnswer)) throw error;
      const { status, mediaType, body } = error;
      response.writeHead(status, { "content-type": mediaType }).end(body);
    }
  }
}

async function jsonOf(incoming: AsyncIterable<Buffer>): Promise<unknown> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString();
  return text === "" ? undefined : (JSON.parse(text) as unknown);
}

/** Returns a response that is sent to nobody. */
export function unheardResponse(): ServerResponse {
  const request = { method: "GET", httpVersionMajor: 1, httpVersionMinor: 1, headers: {} };
  return new ServerResponse(request as IncomingMessage);
}

/** Answers with JSON. */
export function answerJson(response: ServerResponse, content: unknown): void {
  response.writeHead(200, { "content-type": "application/json; charset=utf-8" });
  response.end(JSON.stringify(content));
}
