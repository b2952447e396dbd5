import type { Kysely } from "kysely";
import type { MountedFolder } from "../../../domain/music-server/mounted-folder.js";
import {
  UNREADABLE_LOGIN,
  type MusicServerKind,
  type MusicServerName,
  type SavedMusicServer,
  type StoredMusicServer,
} from "../../../domain/music-server/music-server.js";
import type { MusicServerStore } from "../../../ports/music-servers/music-server-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { Logger } from "../../../ports/runtime/logger.js";
import type { Database } from "../database.js";
import { RecentReads } from "../recent-reads.js";
import { decryptSecret, encryptSecret } from "../secrets/secret-cipher.js";
import type { SecretKey } from "../secrets/secret-key.js";
import type { MusicServersTable, Schema } from "../tables.js";

/** The key of what is kept of the table: all of it. */
const ALL = "";

/** Stores music servers in the database, with encrypted passwords and keys. */
export class SqlMusicServerStore implements MusicServerStore {
  readonly #kysely: Kysely<Schema>;
  /** The list: every file that is looked for asks for it. */
  readonly #reads: RecentReads<readonly StoredMusicServer[]>;
  /** Names of servers whose password cannot be decrypted. */
  readonly #logged = new Set<string>();

  constructor(
    private readonly needs: {
      readonly database: Pick<Database, "kysely">;
      readonly key: SecretKey;
      readonly clock: Pick<Clock, "now">;
      readonly logger: Logger;
    },
  ) {
    this.#kysely = needs.database.kysely;
    this.#reads = new RecentReads({ max: 1, clock: needs.clock });
  }

  async save(server: SavedMusicServer): Promise<void> {
    const key = await this.needs.key.readOrCreate();
    const row = toRow(server, encryptSecret(server.secret, key, sealedNameOf(server.name)));
    await this.#reads.change(() =>
      this.#kysely
        .insertInto("musicServers")
        .values(row)
        .onConflict((conflict) => conflict.column("name").doUpdateSet(row))
        .execute(),
    );
    this.#logged.delete(server.name);
  }

  async list(): Promise<readonly StoredMusicServer[]> {
    const [servers = []] = await this.#reads.findMany([ALL], async () => [await this.#read()]);
    return servers;
  }

  remove(name: MusicServerName): Promise<boolean> {
    return this.#reads.change(() =>
      this.#kysely.transaction().execute(async (transaction) => {
        const { numDeletedRows } = await transaction
          .deleteFrom("musicServers")
          .where("name", "=", name)
          .executeTakeFirstOrThrow();
        await transaction.deleteFrom("serverSongs").where("server", "=", name).execute();
        await transaction.deleteFrom("serverPlaylists").where("server", "=", name).execute();
        return numDeletedRows === 1n;
      }),
    );
  }

  async #read(): Promise<readonly StoredMusicServer[]> {
    const rows = await this.#kysely
      .selectFrom("musicServers")
      .selectAll()
      .orderBy("name")
      .execute();
    const key = rows.length === 0 ? undefined : await this.needs.key.read();
    return rows.map((row) => fromRow(row, this.#secretOf(row, key)));
  }

  /** Returns the secret of a row; `null` where it cannot be decrypted, which is logged once. */
  #secretOf({ name, secret }: MusicServersTable, key: Uint8Array | undefined): string | null {
    const decrypted = key && decryptSecret(secret, key, sealedNameOf(name));
    if (decrypted !== undefined) return decrypted;
    if (!this.#logged.has(name)) {
      this.needs.logger.warn(`A music server ${UNREADABLE_LOGIN}.`, { server: name });
    }
    this.#logged.add(name);
    return null;
  }
}

/** Returns what a secret is sealed with, so that it is of no use in the row of another server, or of a webhook. */
const sealedNameOf = (name: string): string => `music-server:${name}`;

function toRow(server: SavedMusicServer, secret: string): MusicServersTable {
  const { user, sendsPassword, mounted, ...others } = server;
  return {
    ...{ ...others, userName: user, secret, sendsPassword: sendsPassword ? 1 : 0 },
    mounted: JSON.stringify(mounted),
  };
}

function fromRow(
  { userName, sendsPassword, mounted, ...row }: MusicServersTable,
  secret: string | null,
): StoredMusicServer {
  return {
    ...row,
    name: row.name as MusicServerName,
    kind: row.kind as MusicServerKind,
    user: userName,
    secret,
    sendsPassword: sendsPassword === 1,
    mounted: JSON.parse(mounted) as readonly MountedFolder[],
  };
}
