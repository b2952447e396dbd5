import { MusicServerProblem } from "../../domain/music-server/music-server-problem.js";
import {
  secretProblemOf,
  type MusicServerName,
  type NewMusicServer,
  type StoredMusicServer,
} from "../../domain/music-server/music-server.js";
import type {
  MusicServerClient,
  OpenMusicServer,
} from "../../ports/music-servers/music-server-client.js";
import type { MusicServerStore } from "../../ports/music-servers/music-server-store.js";
import type { Logger } from "../../ports/runtime/logger.js";

/** A server that is connected, as it was stored then. */
export interface MusicServerConnection {
  readonly server: NewMusicServer;
  readonly client: MusicServerClient;
}

/** Keeps one client for each music server that is stored, and what the server last failed with. */
export class MusicServerConnections {
  readonly #open = new Map<MusicServerName, MusicServerConnection>();
  readonly #problems = new Map<MusicServerName, MusicServerProblem>();

  constructor(
    private readonly needs: {
      readonly store: Pick<MusicServerStore, "list">;
      readonly open: OpenMusicServer;
      readonly logger: Logger;
    },
  ) {}

  /** Returns the servers, ordered by name. */
  list(): Promise<readonly StoredMusicServer[]> {
    return this.needs.store.list();
  }

  /** Returns what a server failed with when it was asked last; `undefined` where it answered, or was not asked yet. */
  problemOf(name: MusicServerName): MusicServerProblem | undefined {
    return this.#problems.get(name);
  }

  /**
   * Returns the connection to a server, a new one where its address, login or limits are others than before; `undefined`
   * where there is no such server.
   *
   * @throws {MusicServerProblem} its password cannot be had
   */
  async find(name: MusicServerName): Promise<MusicServerConnection | undefined> {
    const stored = (await this.list()).find((server) => server.name === name);
    const before = this.#open.get(name);
    if (before && stored && isSame(before.server, stored)) return before;
    this.#open.delete(name);
    // What is being received over the old one fails, and is asked for again.
    await before?.client.close();
    if (stored === undefined) return undefined;
    const { secret } = stored;
    if (secret === null)
      throw this.failed(name, new MusicServerProblem("refused", secretProblemOf(stored)));
    const server = { ...stored, secret };
    const opened = this.#open.get(name) ?? { server, client: this.needs.open(server) };
    this.#open.set(name, opened);
    return opened;
  }

  /** Remembers that a server has answered; says so where it had a problem before. */
  answered(name: MusicServerName): void {
    if (!this.#problems.delete(name)) return;
    this.needs.logger.info("A music server answers again.", { server: name });
  }

  /** Remembers what a server has failed with, which is logged once, and returns it. */
  failed(name: MusicServerName, error: unknown): unknown {
    if (!(error instanceof MusicServerProblem)) return error;
    if (this.#problems.get(name)?.message !== error.message) {
      const problem = error.message;
      this.needs.logger.warn("A music server has a problem.", { server: name, problem });
    }
    this.#problems.set(name, error);
    return error;
  }

  /** Closes all connections. */
  async close(): Promise<void> {
    const open = [...this.#open.values()];
    this.#open.clear();
    await Promise.all(open.map(({ client }) => client.close()));
  }
}

/** Whether a connection to a server is as it would be made now. */
const isSame = (one: NewMusicServer, other: StoredMusicServer): boolean =>
  (Object.keys(one) as (keyof NewMusicServer)[]).every(
    (part) => JSON.stringify(one[part]) === JSON.stringify(other[part]),
  );
