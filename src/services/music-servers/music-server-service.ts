import { neverAborted } from "../../domain/abort-signals.js";
import { MusicServerNotFoundError } from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { KnownFolder } from "../../domain/library/library-file.js";
import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import {
  folderOfMusicServer,
  isOfSetting,
  type MusicServer,
  type MusicServerName,
  type NewMusicServer,
  type StoredMusicServer,
} from "../../domain/music-server/music-server.js";
import type { OpenMusicServer } from "../../ports/music-servers/music-server-client.js";
import type { MusicServerStore } from "../../ports/music-servers/music-server-store.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { LibraryService } from "../library/library-service.js";
import { tryMusicServer, withMusicServer, type CheckedMusicServer } from "./music-server-trial.js";

/** A server as it is listed: without its password or key. */
export interface KnownMusicServer extends MusicServer {
  /** The library folder with its songs. */
  readonly folder: string;
  /** The number of its songs in the library, >= 0. */
  readonly fileCount: number;
  /** Why it cannot be used at the moment; absent where it can, as far as it was asked. */
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
   * @throws {InvalidInputError} the server does not accept the login, or is none, or a server of the setting has the name; nothing is
   * stored
   */
  async add(
    added: AddedMusicServer,
    signal: AbortSignal = neverAborted(),
  ): Promise<KnownMusicServer> {
    const { store, open, clock } = this.needs;
    const before = await this.#find(added.name);
    if (before !== undefined) refuseOfSetting(before);
    const addedAt = before?.addedAt ?? clock.now();
    const server = { ...added, sendsPassword: null, addedAt };
    const checking = withMusicServer(server, open, (client) => client.check(signal));
    const { sendsPassword } = await checking.catch((error: unknown) => {
      if (!(error instanceof MusicServerProblem)) throw error;
      throw new InvalidInputError("url", `leads to a server that ${error.message}`, error);
    });
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
    return tryMusicServer(await this.#get(name), this.needs.open, signal);
  }

  /**
   * Removes a server and its songs, or the songs that one has left which the setting does not name any more; returns how many there
   * were. Their analyses stay, as those of deleted files.
   *
   * @throws {MusicServerNotFoundError} there is neither a server with this name nor a song of one
   * @throws {InvalidInputError} the setting names it
   */
  async remove(name: MusicServerName): Promise<number> {
    const folder = folderOfMusicServer(name);
    const hasSongs = ((await this.#folders()).get(folder)?.fileCount ?? 0) > 0;
    const known = hasSongs ? await this.#find(name) : await this.#get(name);
    if (known !== undefined) refuseOfSetting(known);
    // Before its songs, so that no scan finds them again.
    await this.needs.store.remove(name);
    return this.needs.library.forgetFolder(folder);
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
}

/** @throws {InvalidInputError} the setting names the server */
function refuseOfSetting(server: MusicServer): void {
  if (!isOfSetting(server)) return;
  const problem =
    "is a server of the setting MUSIC_SERVERS: change it there, and start Overtone again";
  throw new InvalidInputError("name", problem);
}
