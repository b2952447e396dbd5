import type { ServerResponse } from "node:http";
import { page, PlexPlaylistApi } from "./plex-playlist-api.js";
import { StandInAudio } from "./stand-in-audio.js";
import { answerJson, StandInHttpServer, type SeenRequest } from "./stand-in-http-server.js";
import type { StandInSong } from "../stand-in-music-server.js";

/** What a stand-in for Plex says, by the names of the API. */
type Content = Readonly<Record<string, unknown>>;

/** Fields that tracks are ordered by; another one is an error. */
const ORDERS =
  /^(?:(?:artist\.titleSort|album\.(?:titleSort|year)|track\.(?:absoluteIndex|index|titleSort|id))(?:,|$))+$/;

/** The most items of a page. */
const MAX_PAGE = 1_000;

/**
 * A Plex Media Server on this machine, over real HTTP, with a library of music and one of films.
 *
 * Sources: Plex Media Server API, developer.plex.tv/pms and plexapi.dev; plexopedia.com, "Download Media File"; python-plexapi.
 */
export class StandInPlex extends StandInHttpServer {
  token = "token1";
  mayDownload = true;
  /** Whether the token may see the library of music. */
  sharesMusic = true;
  /** Raised with each change of the library of music. */
  contentChangedAt = 1_000;
  /** Whether pages say once that all their tracks are of the same artist and album. */
  isTerse = false;
  /** Files are served without a name of their version, and parts of them whatever version is meant. */
  protected readonly files = new StandInAudio(() => ({}));
  readonly #playlistApi = new PlexPlaylistApi(this);

  private constructor() {
    super();
  }

  /** Opens a server with songs, which get ids of its form; what else is said of one is its member `item`. */
  static async open(songs: readonly StandInSong[] = []): Promise<StandInPlex> {
    const server = new StandInPlex();
    server.songs = songs.map((song, index) => ({ ...song, id: String(index + 1) }));
    await server.listen();
    return server;
  }

  /** Replaces the song at an index, or adds one. */
  save(index: number, song: StandInSong): void {
    const saved = { ...song, id: this.songs[index]?.id ?? String(index + 1) };
    this.songs = [...this.songs.slice(0, index), saved, ...this.songs.slice(index + 1)];
    this.contentChangedAt += 1;
  }

  /** Gives every song another id, as a new database does. */
  renumber(): void {
    this.songs = this.songs.map((song, index) => ({ ...song, id: String(index + 5_001) }));
    this.contentChangedAt += 1;
  }

  protected answer(request: SeenRequest, response: ServerResponse): void {
    const { path, headers } = request;
    if (path === "/identity") {
      return answerContainer(request, response, {
        machineIdentifier: "m",
        version: "1.41.3",
        claimed: true,
      });
    }
    if (headers["x-plex-token"] !== this.token) throw page(401, "Unauthorized");
    if (path === "/library/sections") return answerContainer(request, response, this.#sections());
    if (path === "/library/sections/3/all")
      return answerContainer(request, response, this.#tracks(request));
    const changed = this.#playlistApi.contentOf(request, this.token);
    if (changed !== undefined) return answerContainer(request, response, changed);
    const [, id = "", rest] = /^\/library\/metadata\/([^/]+)(\/thumb\/\d+)?$/.exec(path) ?? [];
    if (rest !== undefined) return this.#sendPicture(id, response);
    if (id !== "") {
      const Metadata = [trackOf(this.#songOf(id))];
      return answerContainer(request, response, { size: 1, Metadata });
    }
    const [, part] = /^\/library\/parts\/(\d+)\/\d+\/file\.\w+$/.exec(path) ?? [];
    if (part === undefined) throw page(404, "Not Found");
    return this.#sendFile(part, request, response);
  }

  #sections(): Content {
    const films = { key: "1", type: "movie", title: "Films", refreshing: false };
    const music = { key: "3", type: "artist", title: "Music", refreshing: this.isScanning };
    const { contentChangedAt } = this;
    const Directory = [
      { ...films, contentChangedAt: 7 },
      ...(this.sharesMusic ? [{ ...music, contentChangedAt, Location: [{ path: "/music" }] }] : []),
    ];
    return { size: Directory.length, Directory };
  }

  #tracks({ query }: SeenRequest): Content {
    const size = Number(query.get("x-plex-container-size") ?? NaN);
    if (Number.isNaN(size)) throw page(400, "Bad Request");
    if (query.get("type") !== "10" || !ORDERS.test(query.get("sort") ?? "")) {
      throw page(400, "Bad Request");
    }
    const offset = Number(query.get("x-plex-container-start") ?? 0);
    const found = this.songs
      .slice(offset, offset + Math.min(size, MAX_PAGE))
      .map((song) => withGuids(trackOf(song), query));
    const about = { size: found.length, totalSize: this.songs.length, offset };
    if (found.length === 0) return about;
    if (!this.isTerse) return { ...about, Metadata: found };
    const shared = { grandparentTitle: "Ann", parentTitle: "First" };
    const Metadata = found.map((track) =>
      Object.fromEntries(Object.entries(track).filter(([name]) => !(name in shared))),
    );
    return { ...about, ...shared, Metadata };
  }

  #songOf(id: string): StandInSong {
    const found = this.songs.find((song) => song.id === id);
    if (found === undefined) throw page(404, "Not Found");
    return found;
  }

  #sendPicture(id: string, response: ServerResponse): void {
    const { cover } = this.#songOf(id);
    if (!(cover instanceof Uint8Array)) throw page(404, "Not Found");
    response.writeHead(200, { "content-type": "image/png" }).end(cover);
  }

  #sendFile(part: string, { query, headers, path }: SeenRequest, response: ServerResponse): void {
    const song = this.songs.find((one) => partOf(one) === part);
    if (song === undefined || partKeyOf(song) !== path) throw page(404, "Not Found");
    if (query.get("download") === "1" && !this.mayDownload) throw page(403, "Forbidden");
    this.files.send(song.bytes, headers, response);
  }
}

/** Answers with a container, in XML where JSON is not asked for. */
function answerContainer(
  { headers }: SeenRequest,
  response: ServerResponse,
  content: Content,
): void {
  if (headers.accept === "application/json") {
    answerJson(response, { MediaContainer: content });
    return;
  }
  response.writeHead(200, { "content-type": "text/xml;charset=utf-8" });
  response.end('<?xml version="1.0" encoding="UTF-8"?><MediaContainer size="0"/>');
}

/** Returns an item of a list, which has ids of others only where these are asked for. */
function withGuids({ Guid, ...item }: Content, query: SeenRequest["query"]): Content {
  return query.get("includeguids") === "1" && Guid !== undefined ? { ...item, Guid } : item;
}

/** The number of the file of a song, which is another one than that of the song. */
const partOf = ({ id }: StandInSong): string => String(Number(id) + 900);

/** The path of the file of a song: its number, when it changed last, and a name. */
const partKeyOf = (song: StandInSong): string =>
  `/library/parts/${partOf(song)}/${1_700_000_000 + song.bytes.length}/file.${song.suffix}`;

/** Returns a song as the API lists it. */
function trackOf(song: StandInSong): Content {
  const { id, bytes, suffix, title, artist, album, path } = song;
  const file = path === undefined ? undefined : `/music/${path}`;
  const duration = Number(song["duration"] ?? 0) * 1_000;
  const Part = [{ id: 1, key: partKeyOf(song), file, size: bytes.length, container: suffix }];
  return {
    ...{ ratingKey: id, key: `/library/metadata/${id}`, type: "track", title, duration },
    ...{ grandparentTitle: artist, grandparentRatingKey: "77", parentTitle: album },
    ...{ parentRatingKey: "78", index: song["track"], addedAt: 1_700_000_000 },
    Media: [{ id: 1, bitrate: 880, container: suffix, audioCodec: suffix, Part }],
    ...(song["item"] as Content | undefined),
  };
}
