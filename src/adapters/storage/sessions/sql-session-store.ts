import type { Kysely } from "kysely";
import {
  sessionScopes,
  type Session,
  type SessionScope,
  type SignInLink,
} from "../../../domain/browser-session.js";
import type { SessionStore } from "../../../ports/access/session-store.js";
import type { Clock } from "../../../ports/runtime/clock.js";
import type { Database } from "../database.js";
import { RecentReads } from "../recent-reads.js";
import type { Schema, SessionsTable } from "../tables.js";

/** Number of sessions held in memory. */
const MAX_SESSIONS_REMEMBERED = 1000;

/** Stores sessions in the database. One that another process revokes is found unrevoked for up to a second. */
export class SqlSessionStore implements SessionStore {
  readonly #kysely: Kysely<Schema>;
  readonly #reads: RecentReads<Session>;

  /** @param needs.clock by default that of the system */
  constructor(needs: {
    readonly database: Pick<Database, "kysely">;
    readonly clock?: Pick<Clock, "now">;
  }) {
    this.#kysely = needs.database.kysely;
    this.#reads = new RecentReads({ ...needs, max: MAX_SESSIONS_REMEMBERED });
  }

  async add(session: Session): Promise<void> {
    await this.#kysely.deleteFrom("sessions").where("expiresAt", "<=", session.createdAt).execute();
    const { numInsertedOrUpdatedRows } = await this.#kysely
      .insertInto("sessions")
      .values(rowOf(session))
      .onConflict((conflict) => conflict.column("lookup").doNothing())
      .executeTakeFirstOrThrow();
    if (numInsertedOrUpdatedRows !== 1n) {
      throw new Error(`A session with the lookup part "${session.lookup}" exists.`);
    }
  }

  async find(lookup: string): Promise<Session | undefined> {
    const [session] = await this.#reads.findMany([lookup], async () => {
      const rows = await this.#kysely
        .selectFrom("sessions")
        .selectAll()
        .where("lookup", "=", lookup)
        .execute();
      return rows.map(sessionFrom);
    });
    return session;
  }

  async list(): Promise<readonly Session[]> {
    const rows = await this.#kysely
      .selectFrom("sessions")
      .selectAll()
      .orderBy("createdAt")
      .orderBy("lookup")
      .execute();
    return rows.map(sessionFrom);
  }

  async revoke(lookup: string, revokedAt: number): Promise<boolean> {
    const revoking = this.#kysely
      .updateTable("sessions")
      .set((build) => ({
        revokedAt: build.fn.coalesce(build.ref("revokedAt"), build.val(revokedAt)),
      }))
      .where("lookup", "=", lookup);
    const { numUpdatedRows } = await this.#reads.change(() => revoking.executeTakeFirstOrThrow());
    return numUpdatedRows === 1n;
  }

  async addLink(link: SignInLink, now: number): Promise<void> {
    await this.#kysely.deleteFrom("signInLinks").where("expiresAt", "<=", now).execute();
    await this.#kysely
      .insertInto("signInLinks")
      .values({ ...link, scopes: link.scopes.join(",") })
      .execute();
  }

  async takeLink(secretHash: string): Promise<SignInLink | undefined> {
    const row = await this.#kysely
      .deleteFrom("signInLinks")
      .where("secretHash", "=", secretHash)
      .returningAll()
      .executeTakeFirst();
    return row && withScopes(row);
  }
}

/** The word beside the scopes of a session that was opened without a key. Versions that do not know it ignore it. */
const DEMO = "demo";

const rowOf = ({ isDemo, scopes, ...session }: Session): SessionsTable => ({
  ...session,
  scopes: [...scopes, ...(isDemo ? [DEMO] : [])].join(","),
});

const sessionFrom = (row: SessionsTable): Session => ({
  ...withScopes(row),
  ...(row.scopes.split(",").includes(DEMO) && { isDemo: true }),
});

/** Converts the scopes of a row to those of a session or a link. */
function withScopes<Row extends { readonly scopes: string }>(
  row: Row,
): Omit<Row, "scopes"> & { readonly scopes: readonly SessionScope[] } {
  const names = row.scopes.split(",");
  return { ...row, scopes: sessionScopes.filter((scope) => names.includes(scope)) };
}
