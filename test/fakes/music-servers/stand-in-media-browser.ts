import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import { MediaBrowserPlaylistApi } from "./media-browser-playlist-api.js";
import { StandInAudio } from "./stand-in-audio.js";
import {
  answerJson,
  OtherAnswer,
  StandInHttpServer,
  type SeenRequest,
} from "./stand-in-http-server.js";
import type { StandInSong } from "../stand-in-music-server.js";

/** What a stand-in for Jellyfin or Emby says of an item, by the names of the API, beside or in place of what it says by itself. */
export type ItemParts = Readonly<Record<string, unknown>>;

/** What the API of .NET sends where it does not do what it was asked for. */
const failed = (status: number): OtherAnswer =>
  new OtherAnswer(status, "text/plain", "Error processing request.");

/** A reply of authorization has no body. */
const unauthorized = (): OtherAnswer => new OtherAnswer(401, "", "");

const ID = /^[0-9a-f]{32}$/;

/** Files are served with the time of their last change, and no tag. */
const LAST_CHANGE = { "last-modified": "Thu, 26 Nov 2026 10:00:00 GMT", "accept-ranges": "bytes" };

const KEEP_ALL = Number.MAX_SAFE_INTEGER;

/**
 * Jellyfin or Emby on this machine, over real HTTP.
 *
 * Sources: `Jellyfin.Api/Controllers` (ItemsController, UserController, AudioController, ImageController, ScheduledTasksController),
 * `PlaylistsController`, `AuthorizationContext.cs` and `ExceptionMiddleware.cs` of jellyfin/jellyfin; dev.emby.media/doc/restapi.
 */
export class StandInMediaBrowser extends StandInHttpServer {
  user = "ann";
  password = "secret";
  apiKey: string | undefined;
  isAdministrator = false;
  /** Whether this user may use the API. */
  isAllowed = true;
  protected readonly files = new StandInAudio(() => LAST_CHANGE);
  /** The tokens of the devices that are signed in. */
  readonly #tokens = new Map<string, string>();
  readonly #playlistApi = new MediaBrowserPlaylistApi(this);
  readonly #userId = randomUUID().replaceAll("-", "");
  /** When songs were saved, by their ids, milliseconds since 1970. */
  readonly #savedAt = new Map<string, number>();

  private constructor(readonly kind: "jellyfin" | "emby") {
    super();
  }

  /** Opens a server with songs, which get ids of its form; what else is said of one is its member `item`. */
  static async open(
    kind: "jellyfin" | "emby",
    songs: readonly StandInSong[] = [],
  ): Promise<StandInMediaBrowser> {
    const server = new StandInMediaBrowser(kind);
    server.songs = songs.map((song, index) => ({ ...song, id: idOf(index + 1) }));
    await server.listen();
    return server;
  }

  /** Ends all sessions, as an administrator can. */
  revokeTokens(): void {
    this.#tokens.clear();
  }

  /** The number of sessions that are signed in. */
  get sessionCount(): number {
    return this.#tokens.size;
  }

  /** Replaces the song at an index, or adds one, and remembers that it was saved now. */
  save(index: number, song: StandInSong): void {
    const saved = { ...song, id: this.songs[index]?.id ?? idOf(index + 1) };
    this.songs = [...this.songs.slice(0, index), saved, ...this.songs.slice(index + 1)];
    this.#savedAt.set(saved.id, Date.now());
  }

  /** Gives every song another id, as a new database does. */
  renumber(): void {
    this.songs = this.songs.map((song, index) => ({ ...song, id: idOf(index + 1_000_000) }));
    for (const { id } of this.songs) this.#savedAt.set(id, Date.now());
  }

  protected answer(request: SeenRequest, response: ServerResponse): void {
    const { verb, path } = request;
    if (path === "/System/Info/Public") return answerJson(response, this.#publicInfo());
    if (verb === "POST" && path === "/Users/AuthenticateByName") {
      return answerJson(response, this.#authenticate(request));
    }
    const [, pictureOf] = /^\/Items\/([^/]+)\/Images\/Primary$/.exec(path) ?? [];
    if (pictureOf !== undefined) return this.#sendPicture(pictureOf, response);
    const token = this.#tokenOf(request);
    if (!this.isAllowed) throw failed(403);
    const [, streamed] = /^\/Audio\/([^/]+)\/stream$/.exec(path) ?? [];
    if (streamed !== undefined) return this.#stream(streamed, request, response);
    const user = { id: this.#userId, name: this.user };
    const changed = token === this.apiKey ? undefined : this.#playlistApi.contentOf(request, user);
    if (changed !== undefined) {
      if (changed === null) response.writeHead(204).end();
      else answerJson(response, changed);
      return;
    }
    if (path === "/Items") return answerJson(response, this.#items(request, token));
    if (path === "/ScheduledTasks") return answerJson(response, this.#tasks(token));
    if (verb === "POST" && path === "/Sessions/Logout") {
      this.#tokens.delete(token);
      response.writeHead(204).end();
      return;
    }
    throw new OtherAnswer(404, "", "");
  }

  #publicInfo(): ItemParts {
    const about = { ServerName: "stand-in", Version: "10.10.7", Id: "s", LocalAddress: this.url };
    return this.kind === "jellyfin" ? { ...about, ProductName: "Jellyfin Server" } : about;
  }

  /** Returns what the header of a request says of who asks; nothing where it has another scheme. */
  #saidBy({ headers }: SeenRequest): ReadonlyMap<string, string> {
    const header = headers.authorization ?? String(headers["x-emby-authorization"] ?? "");
    const [, scheme = "", rest = ""] = /^(\w+) (.*)$/.exec(header) ?? [];
    const isKnown = scheme === "MediaBrowser" || (scheme === "Emby" && this.kind === "emby");
    const parts = isKnown ? rest.matchAll(/(\w+)="([^"]*)"/g) : [];
    return new Map([...parts].map(([, name = "", value = ""]) => [name, value]));
  }

  #authenticate(request: SeenRequest): ItemParts {
    const said = this.#saidBy(request);
    const isComplete = ["Client", "Device", "DeviceId", "Version"].every((name) => said.has(name));
    if (!isComplete) throw failed(400);
    const { Username, Pw } = request.posted as { readonly Username?: string; readonly Pw?: string };
    const isSame = Username === this.user && Pw === this.password;
    if (!isSame) {
      throw this.kind === "jellyfin"
        ? failed(401)
        : new OtherAnswer(401, "text/html", "Invalid username or password entered.");
    }
    // A device that signs in again ends its former session.
    for (const [token, device] of this.#tokens) {
      if (device === said.get("DeviceId")) this.#tokens.delete(token);
    }
    const token = randomUUID().replaceAll("-", "");
    this.#tokens.set(token, said.get("DeviceId") ?? "");
    const Policy = { IsAdministrator: this.isAdministrator, IsDisabled: false };
    const User = { Name: this.user, Id: this.#userId, Policy };
    return { User, SessionInfo: {}, AccessToken: token, ServerId: "s" };
  }

  #tokenOf(request: SeenRequest): string {
    const ofEmby = this.kind === "emby" ? request.headers["x-emby-token"] : undefined;
    const token = this.#saidBy(request).get("Token") ?? String(ofEmby ?? "");
    if (!this.#tokens.has(token) && token !== this.apiKey) throw unauthorized();
    return token;
  }

  #tasks(token: string): readonly ItemParts[] {
    if (token !== this.apiKey && !this.isAdministrator) throw new OtherAnswer(403, "", "");
    const scan = { Name: "Scan Media Library", Key: "RefreshLibrary" };
    const State = this.isScanning ? "Running" : "Idle";
    return [
      { Name: "Clean Cache", Key: "DeleteCacheFiles", State: "Idle" },
      { ...scan, State },
    ];
  }

  #items({ query }: SeenRequest, token: string): ItemParts {
    const isOfKey = token === this.apiKey;
    const user = query.get("userid");
    if (user !== undefined && user !== this.#userId) throw failed(403);
    const isMusic = query.get("includeitemtypes") === "Audio" && query.get("recursive") === "true";
    // What is no id is left out, and a condition without one is none.
    const ids = (query.get("ids") ?? "").split(",").filter((id) => ID.test(id));
    const since = query.get("mindatelastsaved");
    const found = this.songs.filter(
      ({ id }) =>
        isMusic &&
        (query.get("filters") !== "IsFavorite" || this.playlists.favourites.includes(id)) &&
        (ids.length === 0 || ids.includes(id)) &&
        (since === undefined || (this.#savedAt.get(id) ?? 0) >= Date.parse(since)),
    );
    const start = Number(query.get("startindex") ?? 0);
    const page = found.slice(start, start + Number(query.get("limit") ?? KEEP_ALL));
    const fields = new Set((query.get("fields") ?? "").split(","));
    const Items = page.map((song) => this.#itemOf(song, fields, isOfKey));
    return { Items, TotalRecordCount: found.length, StartIndex: start };
  }

  /** Returns an item with the fields that were asked for; what a user did is said to that user only. */
  #itemOf(song: StandInSong, fields: ReadonlySet<string>, isOfKey: boolean): ItemParts {
    const { id, bytes, suffix, title, artist, album, path } = song;
    const file = path === undefined ? undefined : `/music/${path}`;
    const source = { Protocol: "File", Id: id, Path: file, Size: bytes.length, Container: suffix };
    const { UserData = {}, ...parts } = (song["item"] ?? {}) as { readonly UserData?: ItemParts };
    const item: ItemParts = {
      ...{ Id: id, Type: "Audio", MediaType: "Audio", LocationType: "FileSystem", IsFolder: false },
      ...{ Name: title, Album: album, AlbumArtist: artist, Artists: [artist], Container: suffix },
      ArtistItems: [{ Name: artist, Id: `artist-${artist}` }],
      IndexNumber: song["track"],
      RunTimeTicks: Number(song["duration"] ?? 0) * 10_000_000,
      ...{ Path: file, MediaSources: [source], ProviderIds: {}, Genres: [], ...parts },
      ...(!isOfKey && { UserData: this.#useOf(UserData, fields) }),
    };
    const asked = ["Path", "MediaSources", "ProviderIds", "Genres", "People"];
    return Object.fromEntries(
      Object.entries(item).filter(([name]) => !asked.includes(name) || fields.has(name)),
    );
  }

  #useOf(use: ItemParts, fields: ReadonlySet<string>): ItemParts {
    const all = {
      PlaybackPositionTicks: 0,
      PlayCount: 0,
      IsFavorite: false,
      Played: false,
      ...use,
    };
    const isPartly = this.kind === "emby";
    return Object.fromEntries(
      Object.entries(all).filter(
        ([name]) =>
          !isPartly ||
          !["PlayCount", "LastPlayedDate"].includes(name) ||
          fields.has(`UserData${name}`),
      ),
    );
  }

  #songOf(id: string): StandInSong {
    // What is no id is refused before anything is looked up.
    if (!ID.test(id)) throw new OtherAnswer(400, "application/problem+json", "{}");
    const found = this.songs.find((song) => song.id === id);
    if (found === undefined) throw failed(404);
    return found;
  }

  #sendPicture(id: string, response: ServerResponse): void {
    const { cover } = this.#songOf(id);
    if (!(cover instanceof Uint8Array)) throw failed(404);
    response.writeHead(200, { "content-type": "image/png" }).end(cover);
  }

  #stream(id: string, { query, headers }: SeenRequest, response: ServerResponse): void {
    const song = this.#songOf(id);
    if (query.get("static") === "true") return this.files.send(song.bytes, headers, response);
    response.writeHead(200, { "content-type": "audio/mpeg" }).end("transcoded");
  }
}

/** Returns an id of the form that servers give items. */
const idOf = (number: number): string => number.toString(16).padStart(32, "0");
