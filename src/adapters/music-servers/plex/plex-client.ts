import { z } from "zod";
import { MusicServerProblem } from "../../../domain/music-server/music-server-problem.js";
import type { NewMusicServer } from "../../../domain/music-server/music-server.js";
import type { ListedSong } from "../../../domain/music-server/song.js";
import type { AudioRest, AudioStream } from "../../../ports/analysis/audio-stream.js";
import type { Cover } from "../../../ports/library/library-folders.js";
import type {
  MusicServerAbout,
  MusicServerClient,
  MusicServerState,
} from "../../../ports/music-servers/music-server-client.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import { MAX_COVER_BYTES } from "../../library/tags/cover-pictures.js";
import { endpointUrl } from "../../metadata/endpoint-url.js";
import { lenientlyOptional, readEntries } from "../../metadata/reply-shapes.js";
import { discard } from "../../outbound/bounded-http.js";
import { audioStreamOf } from "../../remote/served-audio.js";
import { CLIENT_NAME, clientVersionOf } from "../client-name.js";
import { keyInHeader } from "../key-in-header.js";
import { listedPages, songsOfPage } from "../listed-pages.js";
import {
  MusicServerHttp,
  statedMediaTypeOf,
  type ChangingMethod,
  type MusicServerReply,
} from "../music-server-http.js";
import { saidFlag, saidId, saidNumber, saidText } from "../said-values.js";
import { findServedCover } from "../served-cover.js";
import { isAudio } from "../song-stream.js";
import { parsedJson, strangeReply } from "../strange-reply.js";
import { PlexPlaylists } from "./plex-playlists.js";
import { partKeyOf, plexTrack, songOfTrack, type PlexTrack } from "./plex-track.js";

/** Servers send at most 1,000. */
const PAGE_SIZE = 500;

/** Maximum length of a reply in JSON: a page of tracks takes one megabyte. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024;

/** The type of tracks among all items. */
const TRACK_TYPE = "10";

/** The order of tracks that the programs of Plex ask for, which has one place for each. */
const TRACK_ORDER =
  "artist.titleSort,album.titleSort,album.year,track.absoluteIndex,track.index,track.titleSort,track.id";

/** Where the key of a file has a stamp of its last change: "/library/parts/12/1700000000/file.flac". */
const STAMPED_PART = /^\/library\/parts\/\d+\/\d+\//;

/** What all items of a page have in common may be said of the page instead. */
const SHARED = [
  "grandparentTitle",
  "grandparentRatingKey",
  "parentTitle",
  "parentIndex",
  "parentThumb",
  "parentYear",
];

type Parameters = Readonly<Record<string, string>>;

/** What bounds a request, and what it asks for. */
interface AskOptions {
  readonly signal: AbortSignal;
  readonly attempts?: number;
  readonly parameters?: Parameters;
}

/**
 * Asks a server of Plex by a token, which stands for a user.
 *
 * Sources: Plex Media Server API, developer.plex.tv/pms; "Finding an authentication token", support.plex.tv; python-plexapi.
 */
export class PlexClient implements MusicServerClient {
  readonly playlists: PlexPlaylists;
  readonly #http: MusicServerHttp;
  /** Whether the user may download, as far as is known; otherwise files are asked for as a player does. */
  #mayDownload = true;

  constructor(
    private readonly server: NewMusicServer,
    private readonly needs: { readonly userAgent: string; readonly clock: Clock },
  ) {
    this.#http = new MusicServerHttp({ ...needs, ...server });
    this.playlists = new PlexPlaylists({
      find: (path, options) => this.#find(path, options),
      change: (method, path, options) => this.#change(method, path, options),
      machine: async (signal) => (await this.#identify({ signal })).machineIdentifier,
    });
  }

  async check(signal: AbortSignal): Promise<MusicServerAbout> {
    const { version = null } = await this.#identify({ signal, attempts: 1 });
    const sections = await this.#musicSections({ signal, attempts: 1 });
    if (sections.length === 0) {
      const problem = "shows no library of music to this token; share one with its user";
      throw new MusicServerProblem("refused", problem);
    }
    return { product: "Plex Media Server", version, sendsPassword: false };
  }

  async state(signal: AbortSignal): Promise<MusicServerState> {
    const sections = await this.#musicSections({ signal });
    const changes = sections.map(({ key, contentChangedAt, updatedAt, scannedAt }) => [
      key,
      contentChangedAt ?? [updatedAt, scannedAt],
    ]);
    const isScanning = sections.some(({ refreshing }) => refreshing === true);
    return { stamp: JSON.stringify(changes), isScanning };
  }

  async *list(signal: AbortSignal): AsyncGenerator<readonly ListedSong[]> {
    for (const { key } of await this.#musicSections({ signal })) {
      const path = `library/sections/${encodeURIComponent(key)}/all`;
      const pageAt = async (offset: number): Promise<readonly unknown[]> => {
        const place = {
          "X-Plex-Container-Start": String(offset),
          "X-Plex-Container-Size": String(PAGE_SIZE),
        };
        const parameters = { type: TRACK_TYPE, sort: TRACK_ORDER, includeGuids: "1", ...place };
        return itemsOf(await this.#ask(path, { parameters, signal }));
      };
      for await (const page of listedPages(pageAt)) {
        yield songsOfPage(plexTrack, songOfTrack, page);
      }
    }
  }

  async find(id: string, signal: AbortSignal): Promise<ListedSong | undefined> {
    const track = await this.#findTrack(id, { signal });
    return track && songOfTrack(track);
  }

  async open(
    id: string,
    rest: AudioRest | undefined,
    signal: AbortSignal,
  ): Promise<AudioStream | undefined> {
    const track = await this.#findTrack(id, { signal, attempts: 1 });
    const key = track && partKeyOf(track);
    if (key === undefined) return undefined;
    // The key names the version of the file. Servers need not look at `If-Range`.
    const range: Parameters = rest?.tag === key ? { range: `bytes=${rest.startByte}-` } : {};
    for (;;) {
      const address = this.#address(key.slice(1), this.#mayDownload ? { download: "1" } : {});
      const headers = { ...this.#headers("*/*"), ...range };
      const reply = await this.#http.open(address, { signal, headers });
      if (isAudio(reply)) {
        return { ...audioStreamOf(reply), ...(STAMPED_PART.test(key) && { tag: key }) };
      }
      discard(reply.body);
      const status = reply.statusCode;
      if (status !== 403 || !this.#mayDownload) {
        throw await this.#problemOf({ status, mediaType: statedMediaTypeOf(reply) }, { signal });
      }
      this.#mayDownload = false;
    }
  }

  async findCover(coverId: string, signal: AbortSignal): Promise<Cover | undefined> {
    const address = this.#address(coverId.replace(/^\/+/, ""));
    const bounds = { signal, headers: this.#headers("*/*"), limitBytes: MAX_COVER_BYTES };
    return findServedCover(await this.#http.get(address, bounds));
  }

  close(): Promise<void> {
    this.#http.close();
    return Promise.resolve();
  }

  /** Finds out whether the server is one of Plex, which it says to everyone; returns what it says of itself. */
  async #identify(options: AskOptions): Promise<z.output<typeof identity>["MediaContainer"]> {
    const reply = await this.#get("identity", options);
    const read = identity.safeParse(parsedJson(reply.body));
    if (reply.status >= 400 || !read.success) throw strangeReply(reply);
    return read.data.MediaContainer;
  }

  async #musicSections(options: AskOptions): Promise<readonly z.output<typeof section>[]> {
    const { Directory = [] } = await this.#ask("library/sections", options);
    const sections = readEntries(section, Directory);
    if (sections === undefined) throw strangeReply({ status: 200, mediaType: "application/json" });
    return sections.filter(({ type }) => type === "artist");
  }

  async #findTrack(id: string, options: AskOptions): Promise<PlexTrack | undefined> {
    const items = await this.#find(`library/metadata/${encodeURIComponent(id)}`, options);
    return readEntries(plexTrack, items ?? [])?.[0];
  }

  /** Asks for the items at a path; `undefined` where there is nothing. */
  async #find(path: string, options: AskOptions): Promise<readonly unknown[] | undefined> {
    const reply = await this.#get(path, options);
    if (reply.status !== 404) return itemsOf(await this.#contentOf(reply, options));
    // Nobody else's answer that there is no such path.
    await this.#identify(options);
    return undefined;
  }

  /** Asks for a change, once, because a reply may have been lost; returns the items of the reply, which may have none. */
  async #change(
    method: ChangingMethod,
    path: string,
    { parameters, ...options }: AskOptions,
  ): Promise<readonly unknown[]> {
    const reply = await this.#http.send(method, this.#address(path, parameters), {
      ...{ ...options, attempts: 1, limitBytes: MAX_REPLY_BYTES },
      headers: this.#headers("application/json"),
    });
    if (reply.status >= 400) throw await this.#problemOf(reply, options);
    const read = envelope.safeParse(parsedJson(reply.body));
    return read.success ? itemsOf(read.data.MediaContainer) : [];
  }

  async #ask(path: string, options: AskOptions): Promise<Content> {
    return this.#contentOf(await this.#get(path, options), options);
  }

  #get(path: string, { parameters, ...bounds }: AskOptions): Promise<MusicServerReply> {
    const headers = this.#headers("application/json");
    const address = this.#address(path, parameters);
    return this.#http.get(address, { ...bounds, headers, limitBytes: MAX_REPLY_BYTES });
  }

  async #contentOf(reply: MusicServerReply, options: AskOptions): Promise<Content> {
    const read = envelope.safeParse(parsedJson(reply.body));
    if (reply.status >= 400 || !read.success) throw await this.#problemOf(reply, options);
    return read.data.MediaContainer;
  }

  /** Returns what is wrong with the server by its reply, or throws what is wrong with something in front of it. */
  async #problemOf(
    reply: Pick<MusicServerReply, "status" | "mediaType">,
    { signal }: AskOptions,
  ): Promise<MusicServerProblem> {
    if (![401, 403, 404].includes(reply.status)) return strangeReply(reply);
    await this.#identify({ signal, attempts: 1 });
    switch (reply.status) {
      case 401:
        return new MusicServerProblem("refused", REFUSED_TOKEN);
      case 403:
        return new MusicServerProblem(
          "refused",
          "does not allow the user of the token what is needed (status 403)",
        );
      default:
        return new MusicServerProblem("failed", "does not find what it lists (status 404)");
    }
  }

  #headers(accept: string): Parameters {
    return {
      accept,
      "x-plex-token": keyInHeader(this.server.secret),
      "x-plex-client-identifier": CLIENT_NAME.toLowerCase(),
      "x-plex-product": CLIENT_NAME,
      "x-plex-version": clientVersionOf(this.needs.userAgent),
    };
  }

  #address(path: string, parameters?: Parameters): URL {
    return endpointUrl(this.server.url, path, parameters);
  }
}

const REFUSED_TOKEN =
  "does not accept the token (status 401); add it again with one that is valid now";

const identity = z.object({
  MediaContainer: z.object({ machineIdentifier: z.string(), version: saidText }),
});

const envelope = z.object({
  MediaContainer: z.looseObject({
    Directory: lenientlyOptional(z.array(z.unknown())),
    Metadata: lenientlyOptional(z.array(z.unknown())),
  }),
});

type Content = z.output<typeof envelope>["MediaContainer"];

const section = z.object({
  key: saidId,
  type: saidText,
  refreshing: saidFlag,
  contentChangedAt: saidNumber,
  updatedAt: saidNumber,
  scannedAt: saidNumber,
});

/** Returns the items of a page, each with what the page says of all. */
function itemsOf(content: Content): readonly unknown[] {
  const shared = Object.fromEntries(
    SHARED.filter((name) => name in content).map((name) => [name, content[name]]),
  );
  return (content.Metadata ?? []).map((item) => ({ ...shared, ...(item as object) }));
}
