import { createHash, randomBytes } from "node:crypto";
import { z } from "zod";
import type { NewMusicServer } from "../../../domain/music-server/music-server.js";
import type { MusicServerProblem } from "../../../domain/music-server/music-server-problem.js";
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
import { wholeBody } from "../../outbound/bounded-http.js";
import type { OpenReply } from "../../outbound/http-connections.js";
import { listedPages, songsOfPage } from "../listed-pages.js";
import {
  statedMediaTypeOf,
  MusicServerHttp,
  musicServerProblemFrom,
} from "../music-server-http.js";
import {
  listOf,
  refusalOf,
  subsonicCodes,
  subsonicContentOf,
  SubsonicError,
  type SubsonicContent,
  type SubsonicParameters,
} from "./subsonic-reply.js";
import { findServedCover } from "../served-cover.js";
import { isAudio, songStreamOf } from "../song-stream.js";
import { SubsonicPlaylists } from "./subsonic-playlists.js";
import { listedSongOf, subsonicSong } from "./subsonic-song.js";

/** The version of the API that is spoken: the last one of Subsonic, which OpenSubsonic extends. */
const API_VERSION = "1.16.1";

/** The largest page that servers send. Source: OpenSubsonic API, "getAlbumList2". */
const PAGE_SIZE = 500;

/** Maximum length of a reply in JSON: a page of songs takes one to two megabytes. */
const MAX_REPLY_BYTES = 32 * 1024 * 1024;

/** Maximum length of a reply that comes in place of audio. */
const MAX_REFUSAL_BYTES = 64 * 1024;

/** Asks a server that speaks the API of OpenSubsonic or Subsonic. */
export class SubsonicClient implements MusicServerClient {
  readonly playlists: SubsonicPlaylists;
  readonly favourites: SubsonicPlaylists;
  readonly #http: MusicServerHttp;
  /** Whether the user may download, as far as is known; otherwise the stream is asked for. */
  #mayDownload = true;
  /** Whether the password itself is sent; `null` until that is found out. */
  #sendsPassword: boolean | null;

  constructor(
    private readonly server: NewMusicServer,
    private readonly needs: { readonly userAgent: string; readonly clock: Clock },
  ) {
    this.#http = new MusicServerHttp({ ...needs, ...server });
    this.#sendsPassword = server.user === null ? false : server.sendsPassword;
    this.playlists = new SubsonicPlaylists(
      (method, parameters, bounds) => this.#ask(method, parameters, bounds),
      server.user,
    );
    this.favourites = this.playlists;
  }

  async check(signal: AbortSignal): Promise<MusicServerAbout> {
    const [content, sendsPassword] = await this.#signIn(signal);
    this.#sendsPassword = sendsPassword;
    const { type = null, serverVersion = null } = content;
    return { product: type, version: serverVersion, sendsPassword };
  }

  /** Signs in with a token, or else with the password where it is no token that the server takes. */
  async #signIn(signal: AbortSignal): Promise<[SubsonicContent, boolean]> {
    const ping = (sendsPassword: boolean): Promise<SubsonicContent> =>
      this.#ask("ping", {}, { signal, attempts: 1, sendsPassword });
    try {
      return [await ping(false), false];
    } catch (error) {
      if (this.server.user === null || !mayTakePassword(error)) throw error;
      const content = await ping(true).catch(() => undefined);
      // The first refusal says more where the password is refused, too.
      if (content === undefined) throw error;
      return [content, true];
    }
  }

  async state(signal: AbortSignal): Promise<MusicServerState> {
    const scan = await this.#askWhereKnown("getScanStatus", {}, signal);
    const { scanStatus } = scanStatusShape.parse(scan ?? {});
    const { scanning: isScanning = false, count, lastScan } = scanStatus ?? {};
    if (lastScan !== undefined) return { stamp: JSON.stringify([count, lastScan]), isScanning };
    // Nothing has changed since now, so that servers leave the list out.
    const now = String(this.needs.clock.now());
    const listed = await this.#askWhereKnown("getIndexes", { ifModifiedSince: now }, signal);
    const { indexes } = indexesShape.parse(listed ?? {});
    return { stamp: JSON.stringify([count, indexes?.lastModified]), isScanning };
  }

  async *list(signal: AbortSignal): AsyncGenerator<readonly ListedSong[]> {
    let isEmpty = true;
    try {
      for await (const songs of this.#searchAll(signal)) {
        isEmpty = false;
        yield songs;
      }
    } catch (error) {
      const isRefused = error instanceof SubsonicError && error.kind === "unreadable";
      if (!isEmpty || !isRefused) throw error;
    }
    // A server of Subsonic needs words to search for, and refuses none, or finds nothing.
    if (isEmpty) yield* this.#albumByAlbum(signal);
  }

  /** Lists all songs by a search for nothing, as OpenSubsonic has it. */
  async *#searchAll(signal: AbortSignal): AsyncGenerator<readonly ListedSong[]> {
    const parameters = { query: "", artistCount: "0", albumCount: "0" };
    const pageAt = async (offset: number): Promise<readonly unknown[]> => {
      const place = { songCount: String(PAGE_SIZE), songOffset: String(offset) };
      const content = await this.#ask("search3", { ...parameters, ...place }, { signal });
      return listOf(content, "searchResult3", "song");
    };
    for await (const page of listedPages(pageAt)) yield songsOf(page);
  }

  /** Lists all songs by their albums. */
  async *#albumByAlbum(signal: AbortSignal): AsyncGenerator<readonly ListedSong[]> {
    const pageAt = async (offset: number): Promise<readonly unknown[]> => {
      const place = { type: "alphabeticalByName", size: String(PAGE_SIZE), offset: String(offset) };
      const content = await this.#ask("getAlbumList2", place, { signal });
      return listOf(content, "albumList2", "album");
    };
    let waiting: ListedSong[] = [];
    for await (const page of listedPages(pageAt)) {
      for (const { id } of readEntries(withId, page) ?? []) {
        const album = await this.#askWhereKnown("getAlbum", { id }, signal);
        waiting.push(...(album ? songsOf(listOf(album, "album", "song")) : []));
        if (waiting.length < PAGE_SIZE) continue;
        yield waiting;
        waiting = [];
      }
    }
    if (waiting.length > 0) yield waiting;
  }

  async find(id: string, signal: AbortSignal): Promise<ListedSong | undefined> {
    const content = await this.#askWhereKnown("getSong", { id }, signal);
    return content && songsOf([content["song"]])[0];
  }

  async open(
    id: string,
    rest: AudioRest | undefined,
    signal: AbortSignal,
  ): Promise<AudioStream | undefined> {
    const headers = rest && { range: `bytes=${rest.startByte}-`, "if-range": rest.tag };
    const sendsPassword = await this.#findHowItSends(signal);
    for (;;) {
      const address = this.#mayDownload
        ? this.#address("download", { id }, sendsPassword)
        : this.#address("stream", { id, format: "raw" }, sendsPassword);
      const reply = await this.#http.open(address, { signal, ...(headers && { headers }) });
      if (isAudio(reply)) return songStreamOf(reply);
      const refusal = await this.#refusalOf(reply, signal);
      if (!(refusal instanceof SubsonicError)) throw refusal;
      if (refusal.code === subsonicCodes.notFound) return undefined;
      if (refusal.code !== subsonicCodes.notAllowed || !this.#mayDownload) throw refusal;
      this.#mayDownload = false;
    }
  }

  async #refusalOf(reply: OpenReply, signal: AbortSignal): Promise<MusicServerProblem> {
    try {
      const body = await wholeBody(reply.body, MAX_REFUSAL_BYTES);
      return refusalOf({ status: reply.statusCode, mediaType: statedMediaTypeOf(reply), body });
    } catch (error) {
      signal.throwIfAborted();
      return musicServerProblemFrom(error);
    }
  }

  async findCover(coverId: string, signal: AbortSignal): Promise<Cover | undefined> {
    const sendsPassword = await this.#findHowItSends(signal);
    const address = this.#address("getCoverArt", { id: coverId }, sendsPassword);
    return findServedCover(await this.#http.get(address, { signal, limitBytes: MAX_COVER_BYTES }));
  }

  close(): Promise<void> {
    this.#http.close();
    return Promise.resolve();
  }

  /** Asks something of a server that may not know it; `undefined` where it does not, or has nothing of it. */
  async #askWhereKnown(
    method: string,
    parameters: SubsonicParameters,
    signal: AbortSignal,
  ): Promise<SubsonicContent | undefined> {
    try {
      return await this.#ask(method, parameters, { signal });
    } catch (error) {
      if (error instanceof SubsonicError && isUnknown(error)) return undefined;
      throw error;
    }
  }

  async #ask(
    method: string,
    parameters: SubsonicParameters,
    options: {
      readonly signal: AbortSignal;
      readonly attempts?: number;
      readonly sendsPassword?: boolean;
    },
  ): Promise<SubsonicContent> {
    const { sendsPassword = await this.#findHowItSends(options.signal), ...bounds } = options;
    const address = this.#address(method, parameters, sendsPassword);
    const limitBytes = MAX_REPLY_BYTES;
    return subsonicContentOf(await this.#http.get(address, { ...bounds, limitBytes }));
  }

  /** Returns whether the password itself is sent, after signing in where that is not known yet. */
  async #findHowItSends(signal: AbortSignal): Promise<boolean> {
    if (this.#sendsPassword === null) [, this.#sendsPassword] = await this.#signIn(signal);
    return this.#sendsPassword;
  }

  #address(method: string, parameters: SubsonicParameters, sendsPassword: boolean): URL {
    const login = loginOf(this.server, sendsPassword);
    const all = { ...parameters, ...login, v: API_VERSION, c: "overtone", f: "json" };
    return endpointUrl(this.server.url, `rest/${method}.view`, all);
  }
}

/**
 * Returns the parameters that sign in: an API key, a token, or the password in hexadecimal digits.
 *
 * Source: OpenSubsonic API, "API reference", and "API Key Authentication".
 */
function loginOf(
  { user, secret }: Pick<NewMusicServer, "user" | "secret">,
  sendsPassword: boolean,
): SubsonicParameters {
  if (user === null) return { apiKey: secret };
  if (sendsPassword) return { u: user, p: `enc:${Buffer.from(secret).toString("hex")}` };
  const salt = randomBytes(8).toString("hex");
  const token = createHash("md5")
    .update(secret + salt)
    .digest("hex");
  return { u: user, t: token, s: salt };
}

/** Whether a refusal of a token leaves open that the server takes the password. */
function mayTakePassword(error: unknown): boolean {
  if (!(error instanceof SubsonicError)) return false;
  const { missingParameter, wrongLogin, noToken } = subsonicCodes;
  return [missingParameter, wrongLogin, noToken].some((code) => code === error.code);
}

/** Whether an error says nothing of the server but that it does not have what was asked for, or not for this user. */
const isUnknown = ({ kind, code }: SubsonicError): boolean =>
  kind === "unreadable" || code === subsonicCodes.notAllowed;

const scanStatusShape = z.object({
  scanStatus: lenientlyOptional(
    z.object({
      scanning: lenientlyOptional(z.boolean()),
      count: lenientlyOptional(z.number()),
      lastScan: lenientlyOptional(z.string()),
    }),
  ),
});

const indexesShape = z.object({
  indexes: lenientlyOptional(
    z.object({ lastModified: lenientlyOptional(z.union([z.number(), z.string()])) }),
  ),
});

const withId = z.object({ id: z.coerce.string().min(1) });

const songsOf = (list: readonly unknown[]): readonly ListedSong[] =>
  songsOfPage(subsonicSong, listedSongOf, list);
