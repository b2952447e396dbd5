import { createHash } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { StandInAudio, type AudioBehaviour } from "./music-servers/stand-in-audio.js";
import { unheardResponse } from "./music-servers/stand-in-http-server.js";
import { StandInPlaylists } from "./music-servers/stand-in-playlists.js";

/** A song of the stand-in: its file, and what else its server says of it, by the names of the API. */
export interface StandInSong {
  readonly id: string;
  readonly bytes: Uint8Array;
  readonly suffix: string;
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly path?: string;
  readonly [field: string]: unknown;
}

/** A request as the stand-in received it. */
export interface SeenCall {
  /** "ping", "download". */
  readonly method: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage["headers"];
}

/** Answers a request in place of the stand-in; returns whether it did. */
export type Interception = (call: SeenCall, response: ServerResponse) => boolean;

/** Something else that the API says: `{ "scanStatus": … }`. */
type Content = Readonly<Record<string, unknown>>;

/** What the API answers where it does not do what it was asked for. */
class Refusal extends Error {
  constructor(
    readonly code: number,
    message: string,
    readonly status = 200,
  ) {
    super(message);
  }
}

/**
 * A music server on this machine that speaks the API of OpenSubsonic over real HTTP.
 *
 * Source: OpenSubsonic API, opensubsonic.netlify.app/docs; where `isOld`, what supysonic does: no tokens, no search
 * without words, errors with statuses of HTTP.
 */
export class StandInMusicServer {
  readonly calls: SeenCall[] = [];
  songs: readonly StandInSong[] = [];
  readonly playlists = new StandInPlaylists();
  user = "ann";
  password = "secret";
  apiKey: string | undefined;
  isOld = false;
  mayDownload = true;
  isScanning = false;
  /** When its last scan ended; raised by tests that change songs. */
  lastScan = 1;
  /** What requests are answered with in place of the API; the first that answers counts. */
  intercept: Interception | undefined;
  readonly #audio = new StandInAudio();
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => this.#receive(request, response));
  }

  static async open(songs: readonly StandInSong[] = []): Promise<StandInMusicServer> {
    const server = new StandInMusicServer();
    server.songs = songs;
    await new Promise<void>((resolve) => server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** How it sends audio. */
  get audio(): AudioBehaviour {
    return this.#audio.behaviour;
  }

  set audio(behaviour: AudioBehaviour) {
    this.#audio.behaviour = behaviour;
  }

  /** The highest number of files that were being sent at the same time. */
  get mostDownloads(): number {
    return this.#audio.mostAtOnce;
  }

  /** Returns the calls of a method, in their order. */
  callsOf(method: string): readonly SeenCall[] {
    return this.calls.filter((call) => call.method === method);
  }

  /** Gives every song another id, as a new database does. */
  renumber(): void {
    this.songs = this.songs.map((song, index) => ({ ...song, id: `renumbered-${index}` }));
    this.lastScan += 1;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #receive(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams: query } = new URL(request.url ?? "/", this.url);
    const method = /^\/rest\/(\w+)(?:\.view)?$/.exec(pathname)?.[1] ?? "";
    const call = { method, query, headers: request.headers };
    this.calls.push(call);
    if (this.intercept?.(call, response) !== true) this.#answer(call, response);
  }

  /** Does what a call asks for, and answers nobody. */
  perform(call: SeenCall): void {
    this.#answer(call, unheardResponse());
  }

  #answer(call: SeenCall, response: ServerResponse): void {
    const { method, query } = call;
    try {
      this.#refuseStrangers(query);
      if (method === "download" || method === "stream") return this.#sendSong(call, response);
      if (method === "getCoverArt") return this.#sendCover(query, response);
      this.#reply(response, 200, { status: "ok", ...this.#contentOf(method, query) });
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const { code, message, status } = error;
      this.#reply(response, this.isOld ? status : 200, {
        status: "failed",
        error: { code, message },
      });
    }
  }

  #reply(response: ServerResponse, status: number, content: Content): void {
    const about = { version: "1.16.1", type: "stand-in", serverVersion: "1.0", openSubsonic: true };
    response.writeHead(status, { "content-type": "application/json" });
    response.end(JSON.stringify({ "subsonic-response": { ...about, ...content } }));
  }

  #refuseStrangers(query: URLSearchParams): void {
    const wrong = new Refusal(40, "Wrong username or password", 401);
    if (query.has("apiKey")) {
      if (query.get("apiKey") !== this.apiKey) throw new Refusal(44, "Invalid API key", 401);
      return;
    }
    if (query.get("u") !== this.user) throw wrong;
    const [token, salt, password] = ["t", "s", "p"].map((name) => query.get(name) ?? undefined);
    if (token !== undefined && !this.isOld) {
      const expected = createHash("md5").update(`${this.password}${salt}`).digest("hex");
      if (token !== expected) throw wrong;
      return;
    }
    if (password === undefined) throw wrong;
    const hex = /^enc:(.*)$/.exec(password)?.[1];
    const plain = hex === undefined ? password : Buffer.from(hex, "hex").toString();
    if (plain !== this.password) throw wrong;
  }

  #contentOf(method: string, query: URLSearchParams): Content {
    switch (method) {
      case "ping":
        return {};
      case "getScanStatus": {
        const status = { scanning: this.isScanning, count: this.songs.length };
        const time = new Date(this.lastScan).toISOString();
        return { scanStatus: this.isOld ? status : { ...status, lastScan: time } };
      }
      case "getIndexes":
        return { indexes: { lastModified: this.lastScan, ignoredArticles: "" } };
      case "search3":
        return this.#search(query);
      case "getAlbumList2": {
        const names = [...new Set(this.songs.map(({ album }) => album))].sort();
        const page = pageOf(names, query.get("size"), query.get("offset"));
        return { albumList2: { album: page.map((name) => ({ id: `al-${name}`, name })) } };
      }
      case "getAlbum": {
        const song = this.songs.filter(({ album }) => `al-${album}` === query.get("id"));
        return { album: { song: song.map(childOf) } };
      }
      case "getSong":
        return { song: childOf(this.#songOf(query)) };
      default:
        return this.#playlistContentOf(method, query);
    }
  }

  #playlistContentOf(method: string, query: URLSearchParams): Content {
    const content = this.playlists.contentOf(method, query, this.user);
    if (content === false) throw new Refusal(0, "Not implemented", 501);
    if (content === undefined) throw new Refusal(70, "Playlist not found", 404);
    return { ...content };
  }

  #search(query: URLSearchParams): Content {
    if (this.isOld && query.get("query") === "") throw new Refusal(10, "Missing query", 400);
    const page = pageOf(this.songs, query.get("songCount"), query.get("songOffset"));
    return { searchResult3: { song: page.map(childOf) } };
  }

  #songOf(query: URLSearchParams): StandInSong {
    const found = this.songs.find(({ id }) => id === query.get("id"));
    if (found === undefined) throw new Refusal(70, "Song not found", 404);
    return found;
  }

  #sendCover(query: URLSearchParams, response: ServerResponse): void {
    const cover = this.songs.find(({ coverArt }) => coverArt === query.get("id"))?.["cover"];
    if (!(cover instanceof Uint8Array)) throw new Refusal(70, "Cover not found", 404);
    response.writeHead(200, { "content-type": "image/png" }).end(cover);
  }

  #sendSong({ method, query, headers }: SeenCall, response: ServerResponse): void {
    if (method === "download" && !this.mayDownload) throw new Refusal(50, "Not authorized", 403);
    this.#audio.send(this.#songOf(query).bytes, headers, response);
  }
}

const pageOf = <Item>(
  items: readonly Item[],
  count: string | null,
  offset: string | null,
): readonly Item[] => {
  const start = Number(offset ?? 0);
  return items.slice(start, start + Number(count ?? 20));
};

/** Returns a song as the API lists it. */
function childOf(song: StandInSong): Content {
  const { bytes } = song;
  const said = Object.entries(song).filter(([field]) => field !== "bytes" && field !== "cover");
  const child = { isDir: false, isVideo: false, type: "music", size: bytes.length };
  return { ...child, ...Object.fromEntries(said) };
}
