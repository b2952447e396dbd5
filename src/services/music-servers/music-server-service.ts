import { neverAborted } from "../../domain/abort-signals.js";
import { asError } from "../../domain/errors/as-error.js";
import { MusicServerNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { KnownFolder } from "../../domain/library/library-file.js";
import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import {
  folderOfMusicServer,
  UNREADABLE_LOGIN,
  type MusicServer,
  type MusicServerName,
  type NewMusicServer,
  type StoredMusicServer,
} from "../../domain/music-server/music-server.js";
import { otherLengthText, type ListedSong } from "../../domain/music-server/song.js";
import type {
  MusicServerAbout,
  MusicServerClient,
  OpenMusicServer,
} from "../../ports/music-servers/music-server-client.js";
import type { MusicServerStore } from "../../ports/music-servers/music-server-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { LibraryService } from "../library/library-service.js";

/** A server as it is listed: without its password or key. */
export interface KnownMusicServer extends MusicServer {
  /** The library folder with its songs. */
  readonly folder: string;
  /** The number of its songs in the library, >= 0. */
  readonly fileCount: number;
  /** Why it cannot be used at the moment; absent where it can, as far as it was asked. */
  readonly problem?: string;
}

/** What a check of a server has found. */
export interface CheckedMusicServer extends Omit<MusicServerAbout, "sendsPassword"> {
  /** Whether it is scanning its files, so that they are listed later. */
  readonly isScanning: boolean;
  /** What is wrong, in words that follow "The server"; absent where songs can be listed and received. */
  readonly problem?: string;
}

/** A server to add. */
export type AddedMusicServer = Omit<NewMusicServer, "addedAt" | "sendsPassword">;

/** Adds, lists, checks and removes the music servers of the library, for all servers of Overtone on the database. */
export class MusicServerService {
  constructor(
    private readonly needs: {
      readonly store: MusicServerStore;
      readonly open: OpenMusicServer;
      readonly library: Pick<LibraryService, "forgetFolder" | "listFolders">;
      readonly clock: Pick<Clock, "now">;
    },
  ) {}

  /**
   * Signs in to a server, and adds it in place of the one with its name, whose songs stay; a server of Overtone that runs lists its
   * songs within seconds.
   *
   * @throws {InvalidInputError} the server does not accept the login, or is none; nothing is stored
   */
  async add(
    added: AddedMusicServer,
    signal: AbortSignal = neverAborted(),
  ): Promise<KnownMusicServer> {
    const { store, clock } = this.needs;
    const before = await this.#find(added.name);
    const addedAt = before?.addedAt ?? clock.now();
    const server = { ...added, sendsPassword: false, addedAt };
    const { sendsPassword } = await this.#with(server, (client) => client.check(signal)).catch(
      (error: unknown) => {
        if (!(error instanceof MusicServerProblem)) throw error;
        throw new InvalidInputError("url", `leads to a server that ${error.message}`, error);
      },
    );
    await store.save({ ...server, sendsPassword });
    return this.#knownOf({ ...server, sendsPassword }, await this.#folders());
  }

  /** Returns all servers, ordered by name. */
  async list(): Promise<readonly KnownMusicServer[]> {
    const [servers, folders] = await Promise.all([this.needs.store.list(), this.#folders()]);
    return servers.map((server) => this.#knownOf(server, folders));
  }

  /**
   * Tries everything that the library needs of a server: to sign in, to list songs, and to receive one.
   *
   * @throws {MusicServerNotFoundError} there is no server with this name
   */
  async check(
    name: MusicServerName,
    signal: AbortSignal = neverAborted(),
  ): Promise<CheckedMusicServer> {
    const stored = await this.#get(name);
    const { secret } = stored;
    const unknown = { product: null, version: null, isScanning: false };
    if (secret === null) return { ...unknown, problem: UNREADABLE_LOGIN };
    let known: CheckedMusicServer = unknown;
    try {
      await this.#with({ ...stored, secret }, async (client) => {
        const { product, version } = await client.check(signal);
        known = { product, version, isScanning: false };
        const { isScanning } = await client.state(signal);
        known = { ...known, isScanning };
        await receiveBeginning(client, signal);
      });
      return known;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MusicServerProblem)) throw error;
      return { ...known, problem: error.message };
    }
  }

  /**
   * Removes a server and its songs; returns how many there were. Their analyses stay, as those of deleted files.
   *
   * @throws {MusicServerNotFoundError} there is no server with this name
   */
  async remove(name: MusicServerName): Promise<number> {
    await this.#get(name);
    // Before its songs, so that no scan finds them again.
    await this.needs.store.remove(name);
    return this.needs.library.forgetFolder(folderOfMusicServer(name));
  }

  async #find(name: MusicServerName): Promise<StoredMusicServer | undefined> {
    return (await this.needs.store.list()).find((server) => server.name === name);
  }

  async #get(name: MusicServerName): Promise<StoredMusicServer> {
    const servers = await this.needs.store.list();
    const found = servers.find((server) => server.name === name);
    if (found) return found;
    const names = servers.map((server) => server.name);
    throw new MusicServerNotFoundError(name, names);
  }

  /** Returns the folders of the library by their paths. */
  async #folders(): Promise<ReadonlyMap<string, KnownFolder>> {
    const folders = await this.needs.library.listFolders();
    return new Map(folders.map((known) => [known.folder, known]));
  }

  #knownOf(server: MusicServer, folders: ReadonlyMap<string, KnownFolder>): KnownMusicServer {
    const { name, kind, url, user, sendsPassword, requestsPerSecond, bytesPerSecond } = server;
    const { mounted, addedAt } = server;
    const shown = { name, kind, url, user, sendsPassword, requestsPerSecond, bytesPerSecond };
    const folder = folderOfMusicServer(name);
    const { fileCount = 0, problem } = folders.get(folder) ?? {};
    return {
      ...shown,
      mounted,
      addedAt,
      folder,
      fileCount,
      ...(problem !== undefined && { problem }),
    };
  }

  async #with<Result>(
    server: NewMusicServer,
    work: (client: MusicServerClient) => Promise<Result>,
  ): Promise<Result> {
    const client = this.needs.open(server);
    try {
      return await work(client);
    } finally {
      await client.close();
    }
  }
}

/**
 * Receives the beginning of the first song of a server.
 *
 * @throws {MusicServerProblem} it lists songs that it does not send, or sends other bytes than those of its file
 */
async function receiveBeginning(client: MusicServerClient, signal: AbortSignal): Promise<void> {
  const song = await firstSongOf(client, signal);
  if (song === undefined) return;
  const stream = await client.open(song.id, undefined, signal);
  if (stream === undefined) {
    throw new MusicServerProblem("unreadable", "lists a song that it does not know");
  }
  try {
    const { lengthBytes = song.sizeBytes } = stream;
    if (song.sizeBytes > 0 && lengthBytes !== song.sizeBytes) {
      throw new MusicServerProblem("unreadable", otherLengthText(lengthBytes, song.sizeBytes));
    }
    for await (const part of stream.body) if (part.length > 0) break;
  } catch (error) {
    if (error instanceof MusicServerProblem) throw error;
    signal.throwIfAborted();
    throw new MusicServerProblem("away", "breaks its audio off", { cause: asError(error) });
  } finally {
    stream.close();
  }
}

async function firstSongOf(
  client: MusicServerClient,
  signal: AbortSignal,
): Promise<ListedSong | undefined> {
  for await (const [first] of client.list(signal)) if (first) return first;
  return undefined;
}
