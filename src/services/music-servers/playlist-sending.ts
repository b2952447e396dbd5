import { abortingWith } from "../../domain/abort-signals.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import {
  secretProblemOf,
  UNREADABLE_LOGIN,
  type NewMusicServer,
  type StoredMusicServer,
} from "../../domain/music-server/music-server.js";
import {
  isAsSent,
  isBegun,
  notSent,
  type ServerPlaylist,
  type ServerPlaylistContent,
  type ServerPlaylistProgress,
} from "../../domain/music-server/server-playlist.js";
import type { Playlist } from "../../domain/playlist/playlist.js";
import { isRecordingId } from "../../domain/track/recording-id.js";
import { digestOf } from "../../domain/track/track-key.js";
import type { OpenMusicServer } from "../../ports/music-servers/music-server-client.js";
import type { MusicServerStore } from "../../ports/music-servers/music-server-store.js";
import type {
  ServerPlaylistHold,
  ServerPlaylistStore,
} from "../../ports/music-servers/server-playlist-store.js";
import type {
  ServerFavourites,
  ServerPlaylists,
  WantedServerPlaylist,
} from "../../ports/music-servers/server-playlists.js";
import type { SongStore } from "../../ports/music-servers/song-store.js";
import type { PlaylistStore } from "../../ports/playlists/playlist-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { Logger } from "../../ports/runtime/logger.js";
import type { PlaylistService } from "../playlists/playlist-service.js";
import type { TrackService } from "../search/track-service.js";

/** What a server is to have of a playlist, and what is noted when it has it. */
interface Wanted extends WantedServerPlaylist {
  readonly digest: string;
  readonly revision: number;
  readonly leftOut: number;
}

type HeldServerPlaylist = ServerPlaylist & ServerPlaylistHold;

/** A playlist of a server. */
interface Found {
  readonly id: string;
  readonly content: ServerPlaylistContent;
}

/**
 * Lets a music server have a playlist as it is now, or takes it back. What is about to be sent is noted before, so that what a
 * killed process has begun is known as its own; everything else on the server is somebody's, and stays as it is.
 */
export class PlaylistSending {
  constructor(
    private readonly needs: {
      readonly store: Pick<ServerPlaylistStore, "note" | "remove">;
      readonly servers: Pick<MusicServerStore, "list">;
      readonly open: OpenMusicServer;
      readonly songs: Pick<SongStore, "findIds" | "findKnown">;
      readonly stored: Pick<PlaylistStore, "find" | "findRemoved">;
      readonly playlists: Pick<PlaylistService, "tracksOf">;
      readonly tracks: Pick<TrackService, "findMany">;
      readonly clock: Pick<Clock, "now">;
      readonly logger: Logger;
    },
  ) {}

  /**
   * Sends a playlist, or takes it back. What fails is noted with it. Where another process has held it meanwhile, because this one
   * was stopped for longer than it holds a playlist, nothing more is sent or noted.
   *
   * @param kept held by this process
   * @param bounds.milliseconds after which it has failed
   * @throws {unknown} `signal.reason`, when aborted; a failure of this program, which is noted, too
   */
  async send(
    kept: HeldServerPlaylist,
    { signal, milliseconds }: { readonly signal: AbortSignal; readonly milliseconds: number },
  ): Promise<void> {
    const noted = new NotedPlaylist(kept, this.needs);
    const limited = abortingWith([signal, AbortSignal.timeout(milliseconds)]);
    try {
      await this.#send(noted, limited.signal);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof HoldEndedError) return this.#tellEnded(kept);
      const problem = limited.signal.aborted ? "The music server is too slow." : problemOf(error);
      if (problem !== kept.problem) {
        const { playlistId: playlist, server } = kept;
        this.needs.logger.warn("A playlist was not sent.", { playlist, server, problem });
      }
      if (!(await noted.tryNote({ state: "failed", problem }))) return this.#tellEnded(kept);
      if (!isExpected(error) && !limited.signal.aborted) throw error;
    } finally {
      limited.abort();
    }
  }

  #tellEnded({ playlistId: playlist, server }: ServerPlaylist): void {
    const message = "A playlist is not sent on: another process holds it, or it was removed.";
    this.needs.logger.warn(message, { playlist, server });
  }

  async #send(noted: NotedPlaylist, signal: AbortSignal): Promise<void> {
    const { kept } = noted;
    const { store, stored } = this.needs;
    const server = (await this.needs.servers.list()).find(({ name }) => name === kept.server);
    // A server that was removed is left as it is.
    if (server === undefined) return;
    const playlist = kept.isEnding ? undefined : await stored.find(kept.playlistId);
    const wanted = playlist && (await this.#wantedOf(playlist, kept));
    const client = this.needs.open(withLogin(server, kept));
    try {
      if (kept.kind === "favourites") {
        await this.#sendFavourites(noted, client.favourites, wanted, signal);
      } else {
        await this.#sendPlaylist(noted, client.playlists, wanted, signal);
      }
    } finally {
      await client.close();
    }
    if (playlist !== undefined) return;
    // A playlist that was deleted may return.
    const mayReturn = !kept.isEnding && (await stored.findRemoved(kept.playlistId)) !== undefined;
    if (!mayReturn) await store.remove(kept);
  }

  async #wantedOf(playlist: Playlist, kept: ServerPlaylist): Promise<Wanted> {
    const refs = await this.needs.playlists.tracksOf(playlist);
    const named = refs.filter((ref) => !isRecordingId(ref));
    const tracks = named.length === 0 ? [] : await this.needs.tracks.findMany(named);
    const byKey = new Map(named.map((ref, index) => [ref, tracks[index]?.recordingId]));
    const recordingIds = refs.flatMap((ref) => (isRecordingId(ref) ? ref : (byKey.get(ref) ?? [])));
    const labels = await this.needs.songs.findIds(kept.server, recordingIds);
    const songIds = recordingIds.flatMap((id) => labels.get(id)?.songId ?? []);
    const { name, note, revision } = playlist;
    const { isPublic } = kept;
    const digest = digestOf(JSON.stringify([name, note, isPublic, songIds]));
    const leftOut = refs.length - songIds.length;
    return { name, note, isPublic, songIds, digest, revision, leftOut };
  }

  async #sendPlaylist(
    noted: NotedPlaylist,
    playlists: ServerPlaylists,
    wanted: Wanted | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    const found = await findThere(noted.progress, playlists, signal);
    if (found && !(await this.#isOurs(found.content, noted))) {
      await noted.note({ state: "changed", problem: null });
      return;
    }
    if (wanted === undefined) {
      if (found) await playlists.remove(found.id, signal);
      await noted.note(notSent);
      return;
    }
    const { remoteId, digest, sending } = noted.progress;
    if (found === undefined && remoteId !== null && !(await this.#isOfOtherDatabase(noted))) {
      await noted.note({ state: "removed", problem: null });
      return;
    }
    const { revision, leftOut } = wanted;
    const outcome = { state: "sent", revision, leftOut, problem: null } as const;
    if (found && sending === null && digest === wanted.digest) {
      await noted.note(outcome);
      return;
    }
    const sent = await this.#write(noted, { found, wanted }, playlists, signal);
    const sentAt = this.needs.clock.now();
    await noted.note({ ...outcome, sent, sending: null, digest: wanted.digest, sentAt });
  }

  /** Writes a playlist on a server; returns what the server has then. */
  async #write(
    noted: NotedPlaylist,
    { found, wanted }: { readonly found: Found | undefined; readonly wanted: Wanted },
    playlists: ServerPlaylists,
    signal: AbortSignal,
  ): Promise<ServerPlaylistContent> {
    const { name, songIds } = wanted;
    const othersBefore = found ? [] : await playlists.findNamed(name, signal);
    const sending = { name, songIds, othersBefore };
    await noted.note(found ? { sending, remoteId: found.id } : { ...notSent, sending });
    const id = found?.id ?? (await playlists.create(wanted, othersBefore, signal));
    await noted.note({ remoteId: id });
    await playlists.replace(id, wanted, signal);
    // Servers may leave out songs that are there twice.
    const written = await playlists.find(id, signal);
    if (written !== undefined) return written;
    throw new MusicServerProblem("failed", "does not have a playlist that it has just taken");
  }

  async #sendFavourites(
    noted: NotedPlaylist,
    favourites: ServerFavourites | undefined,
    wanted: Wanted | undefined,
    signal: AbortSignal,
  ): Promise<void> {
    if (favourites === undefined) throw new MusicServerProblem("refused", "has no favourites");
    const { sent, sending, sentAt } = noted.progress;
    const now = await favourites.findFavourites(signal);
    const begun = sending?.songIds.filter((songId) => now.has(songId)) ?? [];
    const ours = new Set([...(sent?.songIds ?? []), ...begun]);
    const songIds = new Set(wanted?.songIds);
    const added = [...songIds].filter((songId) => !ours.has(songId) && !now.has(songId));
    const left = [...ours].filter((songId) => !songIds.has(songId) && now.has(songId));
    await noted.note({
      sent: { name: "", songIds: [...ours] },
      sending: { name: "", songIds: added, othersBefore: [] },
    });
    await favourites.setFavourites(left, false, signal);
    await favourites.setFavourites(added, true, signal);
    if (wanted === undefined) {
      await noted.note(notSent);
      return;
    }
    const { revision, leftOut, digest } = wanted;
    const isChanged = added.length + left.length > 0;
    const kept = [...ours].filter((songId) => songIds.has(songId));
    await noted.note({
      ...{ state: "sent", revision, leftOut, digest, problem: null, sending: null },
      sent: { name: "", songIds: [...kept, ...added] },
      sentAt: isChanged ? this.needs.clock.now() : sentAt,
    });
  }

  async #isOurs(there: ServerPlaylistContent, { kept, progress }: NotedPlaylist): Promise<boolean> {
    if (isAsSent(there, progress, () => true)) return true;
    const known = await this.needs.songs.findKnown(kept.server, progress.sent?.songIds ?? []);
    return isAsSent(there, progress, (songId) => known.has(songId));
  }

  /** Whether a server does not know a song any more of those that were sent: then it calls all of them something else. */
  async #isOfOtherDatabase({ kept, progress }: NotedPlaylist): Promise<boolean> {
    const songIds = progress.sent?.songIds ?? [];
    if (songIds.length === 0) return false;
    return (await this.needs.songs.findKnown(kept.server, songIds)).size === 0;
  }
}

/** This process does not hold a playlist any more. */
class HoldEndedError extends Error {
  constructor() {
    super("Another process holds the playlist.");
  }
}

/** A playlist that is held, with what has become of it so far. */
class NotedPlaylist {
  #progress: ServerPlaylistProgress;

  constructor(
    readonly kept: HeldServerPlaylist,
    private readonly needs: {
      readonly store: Pick<ServerPlaylistStore, "note">;
      readonly clock: Pick<Clock, "now">;
    },
  ) {
    this.#progress = kept;
  }

  get progress(): ServerPlaylistProgress {
    return this.#progress;
  }

  /**
   * Stores what has changed.
   *
   * @throws {HoldEndedError} another process has held the playlist since; nothing is stored
   */
  async note(progress: Partial<ServerPlaylistProgress>): Promise<void> {
    if (!(await this.tryNote(progress))) throw new HoldEndedError();
  }

  /** Stores what has changed; returns whether it did, which it does not where another process has held the playlist since. */
  tryNote(progress: Partial<ServerPlaylistProgress>): Promise<boolean> {
    const { store, clock } = this.needs;
    const changed = { ...progress, triedAt: clock.now() };
    this.#progress = { ...this.#progress, ...changed };
    return store.note(this.kept, changed);
  }
}

/** Returns what a server has of a playlist, also where a process was killed before it noted what it had created. */
async function findThere(
  { remoteId, sending }: ServerPlaylistProgress,
  playlists: ServerPlaylists,
  signal: AbortSignal,
): Promise<Found | undefined> {
  if (remoteId !== null) {
    const content = await playlists.find(remoteId, signal);
    return content && { id: remoteId, content };
  }
  if (sending === null) return undefined;
  for (const id of await playlists.findNamed(sending.name, signal)) {
    if (sending.othersBefore.includes(id)) continue;
    const content = await playlists.find(id, signal);
    if (content && isBegun(content.songIds, sending.songIds)) return { id, content };
  }
  return undefined;
}

/**
 * Returns a server with the login by which a playlist is sent.
 *
 * @throws {MusicServerProblem} the password or key cannot be had
 */
function withLogin(
  server: StoredMusicServer,
  { login }: Pick<ServerPlaylist, "login">,
): NewMusicServer {
  const { user, secret } = login ?? server;
  if (secret === null) {
    const problem = login === null ? secretProblemOf(server) : UNREADABLE_LOGIN;
    throw new MusicServerProblem("refused", problem);
  }
  return { ...server, user, secret };
}

/** Whether an error is none of this program. */
const isExpected = (error: unknown): error is MusicServerProblem | DomainError =>
  error instanceof MusicServerProblem || error instanceof DomainError;

function problemOf(error: unknown): string {
  if (!isExpected(error)) return "It was not sent; the log says why.";
  return error instanceof DomainError ? error.message : `The music server ${error.message}.`;
}
