import { neverAborted } from "../../domain/abort-signals.js";
import { MusicServerNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { MusicServer, MusicServerName } from "../../domain/music-server/music-server.js";
import {
  notSent,
  parseServerPlaylist,
  type ServerPlaylist,
  type ServerPlaylistKey,
  type ServerPlaylistParameters,
} from "../../domain/music-server/server-playlist.js";
import type {
  KnownServerPlaylist,
  ServerPlaylistStore,
} from "../../ports/music-servers/server-playlist-store.js";
import type { MusicServerStore } from "../../ports/music-servers/music-server-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FailureLog } from "../failure-log.js";
import type { PlaylistService } from "../playlists/playlist-service.js";
import { repeated } from "../repeated-work.js";
import type { PlaylistSending } from "./playlist-sending.js";

/** Interval at which it is looked what is to be sent. */
const TICK_MILLISECONDS = 5_000;

/** After which what has failed is tried again. */
const RETRY_MILLISECONDS = 60_000;

/** The longest time in which one playlist is sent; a process that is killed holds it this long. */
const HOLD_MILLISECONDS = 300_000;

/** Less, so that nothing is sent after the hold. */
const SEND_MILLISECONDS = 240_000;

/**
 * Keeps playlists on music servers: recipes after each scan, and others within seconds after they have changed. An owner has
 * access to its own playlists only.
 */
export class ServerPlaylistService {
  readonly #stopping = new AbortController();
  #running: Promise<void> | undefined;
  /** Whether the library was scanned since all playlists were sent. */
  #isScanned = false;

  constructor(
    private readonly needs: {
      readonly store: ServerPlaylistStore;
      readonly servers: Pick<MusicServerStore, "list">;
      readonly playlists: Pick<PlaylistService, "get">;
      readonly sending: PlaylistSending;
      readonly clock: Clock;
      readonly failures: FailureLog;
    },
  ) {}

  /**
   * Returns the music servers that a playlist is kept on, ordered by name.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist
   */
  async list(owner: string | undefined, id: string): Promise<readonly ServerPlaylist[]> {
    await this.needs.playlists.get(owner, id);
    const kept = await this.needs.store.findOf(id);
    return kept.filter(({ isEnding }) => !isEnding);
  }

  /**
   * Wants a playlist on a music server. What somebody changed or removed there is left to that person, and the playlist becomes
   * another one. Servers of Overtone that run send it within seconds.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist
   * @throws {MusicServerNotFoundError} there is no such server
   * @throws {InvalidInputError} a member is malformed, is not there on servers of the kind, or cannot be changed while the
   * playlist is on the server
   */
  async keep(
    owner: string | undefined,
    id: string,
    server: MusicServerName,
    parameters: ServerPlaylistParameters,
  ): Promise<ServerPlaylist> {
    await this.needs.playlists.get(owner, id);
    const wanted = parseServerPlaylist(parameters, await this.#server(server));
    const before = await this.#find({ playlistId: id, server });
    const wish = { playlistId: id, server, ...wanted };
    if (before) requireSamePlace(before, wish);
    const isLeft = before?.state === "changed" || before?.state === "removed";
    await this.needs.store.save(wish, isLeft);
    return (await this.#find(wish)) ?? { ...wish, ...notSent, isDue: true, isEnding: false };
  }

  /**
   * Takes a playlist back from a music server: it is removed there, unless somebody has changed it; its favourites that were made
   * so are none any more.
   *
   * @throws {PlaylistNotFoundError} there is no such playlist
   * @throws {MusicServerNotFoundError} it is not kept on a server with this name
   */
  async takeBack(owner: string | undefined, id: string, server: MusicServerName): Promise<void> {
    const kept = await this.list(owner, id);
    const key = { playlistId: id, server };
    const isKept = kept.some((one) => one.server === server);
    if (isKept && (await this.needs.store.end(key))) return;
    throw new MusicServerNotFoundError(
      server,
      kept.map((one) => one.server),
    );
  }

  /** Sends one playlist, or takes it back, unless another process is at it; returns how it is kept then. */
  async send(
    key: ServerPlaylistKey,
    signal: AbortSignal = neverAborted(),
  ): Promise<ServerPlaylist | undefined> {
    const { store, sending } = this.needs;
    const held = await store.hold(key, HOLD_MILLISECONDS);
    if (held === undefined) return this.#find(key);
    try {
      await sending.send(held, { signal, milliseconds: SEND_MILLISECONDS });
    } finally {
      await store.release(held);
    }
    return this.#find(key);
  }

  /**
   * Sends all playlists, because recipes may find other tracks after a scan: at once, or in the background where that has begun.
   * What one fails with does not affect the others.
   */
  async sendAfterScan(): Promise<void> {
    if (this.#running === undefined) await this.#sendSome(() => true);
    else this.#isScanned = true;
  }

  /** Begins to send what changes. Called at most once. */
  start(): void {
    const { clock, failures } = this.needs;
    const { signal } = this.#stopping;
    this.#running = repeated(() => this.#sendDue(), {
      ...{ clock, failures, signal, every: TICK_MILLISECONDS },
    });
  }

  /** Ends what is being sent. */
  async close(): Promise<void> {
    this.#stopping.abort();
    await this.#running;
  }

  async #sendDue(): Promise<void> {
    const areAllDue = this.#isScanned;
    this.#isScanned = false;
    await this.#sendSome((known) => areAllDue || isToBeSent(known, this.needs.clock.now()));
  }

  async #sendSome(isWanted: (known: KnownServerPlaylist) => boolean): Promise<void> {
    const { signal } = this.#stopping;
    for (const known of await this.needs.store.list()) {
      if (signal.aborted) return;
      if (!isWanted(known)) continue;
      const { playlistId, server } = known;
      try {
        await this.send({ playlistId, server }, signal);
      } catch (error) {
        // What fails because of the signal is no failure.
        if (this.#stopping.signal.aborted) return;
        this.needs.failures.record(error, { playlist: playlistId, server });
      }
    }
  }

  async #find({ playlistId, server }: ServerPlaylistKey): Promise<ServerPlaylist | undefined> {
    return (await this.needs.store.findOf(playlistId)).find((one) => one.server === server);
  }

  /** @throws {MusicServerNotFoundError} there is no such server */
  async #server(name: MusicServerName): Promise<MusicServer> {
    const servers = await this.needs.servers.list();
    const names = servers.map((server) => server.name);
    const found = servers.find((server) => server.name === name);
    if (found === undefined) throw new MusicServerNotFoundError(name, names);
    return found;
  }
}

/** Whether something of a playlist is not on its server as it is wanted, as far as is known here. */
function isToBeSent(
  { isDue, isEnding, isThere, isBegun, ...known }: KnownServerPlaylist,
  now: number,
): boolean {
  const { state, triedAt, revision, playlistRevision } = known;
  if (isDue) return true;
  if (state === "failed") return now - (triedAt ?? 0) >= RETRY_MILLISECONDS;
  // What was begun is not finished: the process that did it was killed.
  if (isEnding || isBegun) return true;
  if (playlistRevision === null) return isThere;
  return state === "waiting" || (state === "sent" && revision !== playlistRevision);
}

/** @throws {InvalidInputError} a playlist is to become something else on a server, or that of another user */
function requireSamePlace(
  before: ServerPlaylist,
  wish: Pick<ServerPlaylist, "kind" | "login">,
): void {
  const problem = "cannot be changed: take the playlist back from the server first";
  if (before.kind !== wish.kind) throw new InvalidInputError("kind", problem);
  if (before.login?.user !== wish.login?.user) throw new InvalidInputError("user", problem);
}
