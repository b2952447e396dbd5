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
import { discard } from "../../outbound/bounded-http.js";
import { listedPages, songsOfPage } from "../listed-pages.js";
import { statedMediaTypeOf } from "../music-server-http.js";
import { saidText } from "../said-values.js";
import { findServedCover } from "../served-cover.js";
import { isAudio, songStreamOf } from "../song-stream.js";
import { strangeReply } from "../strange-reply.js";
import { mediaBrowserItem, songOfItem } from "./media-browser-item.js";
import { mediaBrowserKinds, type MediaBrowserKind } from "./media-browser-kinds.js";
import { MediaBrowserPlaylists } from "./media-browser-playlists.js";
import { MediaBrowserSession, NOT_ALLOWED } from "./media-browser-session.js";

/** Songs that are listed at once; each is looked up in several tables there. */
const PAGE_SIZE = 500;

/** The task that reads the files of all libraries. */
const SCAN_TASK = "RefreshLibrary";

/** What every request for songs says. */
const SONGS = { IncludeItemTypes: "Audio", Recursive: "true" };

/** What servers answer where there is no item of an id, or where the text is no id. */
const UNKNOWN_STATUSES: readonly number[] = [400, 404];

type Parameters = Readonly<Record<string, string>>;

/**
 * Asks a server of Jellyfin or Emby. Audio is asked for as a static stream, which is the file as it lies there: it needs no permission to
 * download, and leaves no entry in the log of activities, as a download does.
 */
export class MediaBrowserClient implements MusicServerClient {
  readonly playlists: MediaBrowserPlaylists;
  readonly favourites: MediaBrowserPlaylists;
  readonly #session: MediaBrowserSession;
  readonly #kind: MediaBrowserKind;
  /** Since when songs that were saved are changes, by the clock of the server, milliseconds since 1970. */
  #savedSince: number | undefined;
  /** How often songs were found to have been saved. */
  #changes = 0;

  constructor(
    server: NewMusicServer,
    private readonly needs: {
      readonly kind: keyof typeof mediaBrowserKinds;
      readonly userAgent: string;
      readonly clock: Clock;
    },
  ) {
    this.#kind = mediaBrowserKinds[needs.kind];
    this.#session = new MediaBrowserSession({ ...needs, server, kind: this.#kind });
    this.playlists = new MediaBrowserPlaylists(this.#session, this.#kind);
    this.favourites = this.playlists;
  }

  async check(signal: AbortSignal): Promise<MusicServerAbout> {
    const { productName, version } = await this.#session.about({ signal, attempts: 1 });
    const problem = this.#kind.otherThan(productName);
    if (problem !== undefined) throw new MusicServerProblem("unreadable", problem);
    await this.#count({}, { signal, attempts: 1 });
    return { product: productName ?? this.#kind.program, version, sendsPassword: false };
  }

  /** The stamp has the number of songs, and how often some were found to have been saved again since this client was made. */
  async state(signal: AbortSignal): Promise<MusicServerState> {
    const { count, sentAt } = await this.#count({}, { signal });
    const since = this.#savedSince;
    if (since === undefined) this.#savedSince = sentAt;
    else if ((await this.#countSaved(since, signal)) > 0) {
      this.#changes += 1;
      // What is saved from now on; what was saved in this second is found again.
      this.#savedSince = sentAt;
    }
    const stamp = JSON.stringify([count, this.#changes]);
    return { stamp, isScanning: await this.#isScanning(signal) };
  }

  async #countSaved(since: number, signal: AbortSignal): Promise<number> {
    const time = { MinDateLastSaved: new Date(since).toISOString() };
    return (await this.#count(time, { signal })).count;
  }

  /** Returns the number of songs, and when that was. */
  async #count(
    parameters: Parameters,
    bounds: { readonly signal: AbortSignal; readonly attempts?: number },
  ): Promise<{ readonly count: number; readonly sentAt: number }> {
    const { content, sentAt } = await this.#session.ask(counted, "Items", {
      // Not none, which some versions take for all.
      parameters: { ...SONGS, ...parameters, Limit: "1", EnableImages: "false" },
      ...bounds,
    });
    return { count: content.TotalRecordCount, sentAt: sentAt ?? this.needs.clock.now() };
  }

  /** Returns whether the server is reading its files, which it says to administrators only. */
  async #isScanning(signal: AbortSignal): Promise<boolean> {
    const { isAdministrator } = await this.#session.login({ signal });
    if (!isAdministrator) return false;
    const { content: tasks } = await this.#session.ask(scheduledTasks, "ScheduledTasks", {
      signal,
    });
    return tasks.some(({ Key, State }) => Key === SCAN_TASK && State !== "Idle");
  }

  async *list(signal: AbortSignal): AsyncGenerator<readonly ListedSong[]> {
    // The oldest first, so that a song that is added meanwhile moves no other one.
    const order = { SortBy: "DateCreated,SortName", SortOrder: "Ascending" };
    const pageAt = (offset: number): Promise<readonly unknown[]> =>
      this.#items({ ...order, StartIndex: String(offset), Limit: String(PAGE_SIZE) }, signal);
    for await (const page of listedPages(pageAt)) {
      yield songsOfPage(mediaBrowserItem, songOfItem, page);
    }
  }

  async #items(parameters: Parameters, signal: AbortSignal): Promise<readonly unknown[]> {
    const fields = { Fields: this.#kind.fields.join(","), EnableImageTypes: "Primary" };
    const all = { ...SONGS, ...fields, ...parameters };
    const { content } = await this.#session.ask(itemList, "Items", { parameters: all, signal });
    return content.Items;
  }

  async find(id: string, signal: AbortSignal): Promise<ListedSong | undefined> {
    const page = await this.#items({ Ids: id, Limit: "1" }, signal);
    // A text that is no id counts as none there, so that any song is answered.
    return songsOfPage(mediaBrowserItem, songOfItem, page).find((song) => song.id === id);
  }

  async open(
    id: string,
    rest: AudioRest | undefined,
    signal: AbortSignal,
  ): Promise<AudioStream | undefined> {
    const headers: Parameters = rest
      ? { range: `bytes=${rest.startByte}-`, "if-range": rest.tag }
      : {};
    const reply = await this.#session.open(`Audio/${encodeURIComponent(id)}/stream`, {
      ...{ parameters: { Static: "true" }, headers, signal },
    });
    if (isAudio(reply)) return songStreamOf(reply);
    discard(reply.body);
    const status = reply.statusCode;
    if (UNKNOWN_STATUSES.includes(status)) return undefined;
    if (status === 403) throw new MusicServerProblem("refused", NOT_ALLOWED);
    throw strangeReply({ status, mediaType: statedMediaTypeOf(reply) });
  }

  async findCover(coverId: string, signal: AbortSignal): Promise<Cover | undefined> {
    const path = `Items/${encodeURIComponent(coverId)}/Images/Primary`;
    return findServedCover(await this.#session.get(path, { signal, limitBytes: MAX_COVER_BYTES }));
  }

  close(): Promise<void> {
    return this.#session.close();
  }
}

const counted = z.object({ TotalRecordCount: z.number().int().min(0) });

const itemList = z.object({ Items: z.array(z.unknown()) });

const scheduledTasks = z.array(z.object({ Key: saidText, State: saidText }));
