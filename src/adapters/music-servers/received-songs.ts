import { randomUUID } from "node:crypto";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { neverAborted } from "../../domain/abort-signals.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  SongUnavailableError,
} from "../../domain/errors/availability-errors.js";
import { JoinedCalls } from "../../domain/joined-calls.js";
import type { FileState } from "../../domain/library/file-state.js";
import type { LibraryPath } from "../../domain/library/library-file.js";
import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import {
  findMusicServerName,
  type MusicServerName,
} from "../../domain/music-server/music-server.js";
import { factsOfSong, otherLengthText, type Song } from "../../domain/music-server/song.js";
import type { FoundAudio } from "../../ports/library/library-folders.js";
import type { HeldAudio, LocalAudio } from "../../ports/library/local-audio.js";
import type { SongStore } from "../../ports/music-servers/song-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { AudioDownload, OtherLengthError, type DownloadedAudio } from "../remote/audio-download.js";
import { ServerAwayError } from "../remote/server-errors.js";
import { Semaphore } from "../runtime/semaphore.js";
import type { ProcessFolder } from "../runtime/process-folder.js";
import { BytePacer } from "./byte-pacer.js";
import type { MountedSongs } from "./mounted-songs.js";
import type { MusicServerConnection, MusicServerConnections } from "./music-server-connections.js";

/** Songs that are received from one server at once. */
const CONCURRENT_SONGS = 2;

/** A song that was received whole. */
interface KeptSong {
  readonly path: string;
  readonly sizeBytes: number;
  /** How many callers read it. */
  readers: number;
}

/** What limits the songs that are received from one server. */
interface ServerTurns {
  /** One for each song that is received at once. */
  readonly turns: Semaphore;
  readonly pacer: BytePacer | undefined;
  readonly bytesPerSecond: number | null;
}

/**
 * Receives songs that are not mounted here into files of a folder, which is a cache of the least recently used: a song is read to
 * identify it, to measure it, and by each worker that asks for it.
 */
export class ReceivedSongs implements LocalAudio {
  readonly #space: Semaphore;
  readonly #receiving = new JoinedCalls<KeptSong>();
  /** By what names the version of a song, the last used last. */
  readonly #kept = new Map<string, KeptSong>();
  readonly #servers = new Map<MusicServerName, ServerTurns>();

  constructor(
    private readonly needs: {
      readonly connections: MusicServerConnections;
      readonly songs: Pick<SongStore, "findMany">;
      readonly mounted: MountedSongs;
      readonly folder: ProcessFolder;
      readonly spaceBytes: number;
      readonly clock: Clock;
    },
  ) {
    this.#space = new Semaphore(needs.spaceBytes);
  }

  async hold(
    found: FoundAudio,
    state: FileState,
    signal: AbortSignal = neverAborted(),
  ): Promise<HeldAudio | undefined> {
    if (found.kind === "song") return this.#holdSong(found, signal);
    return { audio: { ...found, state }, release: () => undefined };
  }

  async #holdSong(
    { folder, relativePath }: LibraryPath,
    signal: AbortSignal,
  ): Promise<HeldAudio | undefined> {
    const name = findMusicServerName(folder);
    if (name === undefined) return undefined;
    const [song] = await this.needs.songs.findMany(name, [relativePath]);
    if (song === undefined) return undefined;
    const connection = await this.#connect(name);
    if (connection === undefined) return undefined;
    const audio = await this.needs.mounted.find(song, connection.server.mounted);
    if (audio !== undefined) return { audio, release: () => undefined };
    const key = JSON.stringify([name, relativePath, factsOfSong(song)]);
    for (;;) {
      const kept =
        this.#kept.get(key) ??
        (await this.#receiving.join(key, signal, (either) =>
          this.#receive(key, { song, connection }, either),
        ));
      // It may have made place for another one since.
      if (this.#kept.get(key) === kept) return this.#held(key, kept);
    }
  }

  #held(key: string, kept: KeptSong): HeldAudio {
    kept.readers += 1;
    this.#kept.delete(key);
    this.#kept.set(key, kept);
    return {
      audio: { kind: "file", path: kept.path },
      release: () => {
        kept.readers -= 1;
        // What waits for space gets it now.
        this.#makeSpace(0);
      },
    };
  }

  async #connect(name: MusicServerName): Promise<MusicServerConnection | undefined> {
    try {
      return await this.needs.connections.find(name);
    } catch (error) {
      throw unavailableWhereProblem(name, error);
    }
  }

  async #receive(
    key: string,
    { song, connection }: { readonly song: Song; readonly connection: MusicServerConnection },
    signal: AbortSignal,
  ): Promise<KeptSong> {
    const { connections } = this.needs;
    const { name } = connection.server;
    const { turns, pacer } = this.#turnsOf(connection);
    try {
      await turns.take(1, signal);
      const received = await this.#download(song, { connection, pacer }, signal).finally(() =>
        turns.give(1),
      );
      connections.answered(name);
      this.#kept.set(key, received);
      return received;
    } catch (error) {
      signal.throwIfAborted();
      const problem = problemIn(error);
      if (isOfServer(problem)) connections.failed(name, problem);
      if (!(error instanceof OtherLengthError)) throw unavailableWhereProblem(name, error);
      throw await this.#reasonOfLength(song, connection, error, signal);
    }
  }

  async #download(
    song: Song,
    {
      connection: { server, client },
      pacer,
    }: { readonly connection: MusicServerConnection; readonly pacer: BytePacer | undefined },
    signal: AbortSignal,
  ): Promise<KeptSong> {
    const { folder, clock } = this.needs;
    await folder.create();
    const path = join(folder.path, randomUUID());
    const away = (problem: string, cause?: unknown): ServerAwayError =>
      new ServerAwayError(`The music server "${server.name}" ${problem}.`, cause);
    const open: DownloadedAudio["open"] = (rest, either) =>
      client.open(song.id, rest, either).catch((error: unknown) => {
        const isAway = error instanceof MusicServerProblem && error.kind === "away";
        throw isAway ? away(error.message, error) : error;
      });
    const space = {
      canHold: (bytes: number) => this.#space.canHold(bytes),
      tryTake: (bytes: number) => {
        this.#makeSpace(bytes);
        return this.#space.tryTake(bytes);
      },
      take: (bytes: number, aborted: AbortSignal) => this.#space.take(bytes, aborted),
      give: (bytes: number) => this.#space.give(bytes),
    };
    const download = new AudioDownload(
      { space, spaceSetting: "MUSIC_SERVER_SPACE_MB", clock },
      {
        ...{ path, open, away },
        ...(song.sizeBytes > 0 && { expectedBytes: song.sizeBytes }),
        ...(pacer && { pace: (bytes, aborted) => pacer.wait(bytes, aborted) }),
      },
    );
    try {
      if (await download.run(signal)) return { path, sizeBytes: download.takenBytes, readers: 0 };
      throw new SongUnavailableError(server.name, UNKNOWN_ID);
    } catch (error) {
      await remove(path);
      this.#space.give(download.takenBytes);
      throw error;
    }
  }

  /** Removes songs that are not being read, the least recently used first, until so many bytes are free. */
  #makeSpace(bytes: number): void {
    for (const [key, { path, sizeBytes, readers }] of this.#kept) {
      if (this.#space.free >= bytes && !this.#space.isAwaited) return;
      if (readers > 0) continue;
      this.#kept.delete(key);
      void remove(path);
      this.#space.give(sizeBytes);
    }
  }

  #turnsOf({ server: { name, bytesPerSecond } }: MusicServerConnection): ServerTurns {
    const before = this.#servers.get(name);
    if (before?.bytesPerSecond === bytesPerSecond) return before;
    const pacer =
      bytesPerSecond === null ? undefined : new BytePacer(bytesPerSecond, this.needs.clock);
    const turns = before?.turns ?? new Semaphore(CONCURRENT_SONGS);
    const now = { turns, pacer, bytesPerSecond };
    this.#servers.set(name, now);
    return now;
  }

  /** Returns why a song has another length than it was listed with: its server lists it so now, or sends other bytes. */
  async #reasonOfLength(
    song: Song,
    { server, client }: MusicServerConnection,
    error: OtherLengthError,
    signal: AbortSignal,
  ): Promise<unknown> {
    try {
      const now = await client.find(song.id, signal);
      if (now === undefined) return new SongUnavailableError(server.name, UNKNOWN_ID);
      if (now.sizeBytes !== song.sizeBytes) return new AudioChangedError();
    } catch (failure) {
      signal.throwIfAborted();
      return unavailableWhereProblem(server.name, failure);
    }
    const { expectedBytes, receivedBytes } = error;
    const problem = otherLengthText(receivedBytes, expectedBytes);
    return new AudioUndecodableError(`the music server "${server.name}" ${problem}`, error);
  }
}

const UNKNOWN_ID =
  "does not know the song under its id any more; the next scan finds the present one";

/** Lets a problem of a server be one of its audio; any other error stays. */
function unavailableWhereProblem(name: MusicServerName, error: unknown): unknown {
  const problem = problemIn(error);
  return problem instanceof MusicServerProblem
    ? new SongUnavailableError(name, problem.message, error)
    : error;
}

/** Returns the problem of a server that an error is, or comes from; or else the error. */
function problemIn(error: unknown): unknown {
  const causes: unknown[] = [];
  for (let cause = error; cause instanceof Error; cause = cause.cause) causes.push(cause);
  const problem = causes.find((cause) => cause instanceof MusicServerProblem);
  if (problem !== undefined) return problem;
  const hasBroken = causes.some((cause) => cause instanceof ServerAwayError);
  if (!hasBroken) return error;
  return new MusicServerProblem("failed", "breaks its audio off again and again", { cause: error });
}

/** Whether a problem with a song is one with all songs of its server. */
const isOfServer = (problem: unknown): boolean =>
  problem instanceof MusicServerProblem && ["away", "refused"].includes(problem.kind);

/** Deletes a file. One that cannot be deleted now is deleted with its folder. */
const remove = (path: string): Promise<void> => rm(path, { force: true }).catch(() => undefined);
