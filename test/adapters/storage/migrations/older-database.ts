import { Kysely, Migrator, sql } from "kysely";
import { MIGRATIONS } from "../../../../src/adapters/storage/migrations/migrate.js";
import { openPostgres } from "../../../../src/adapters/storage/postgres/postgres-dialect.js";
import { openSqlite } from "../../../../src/adapters/storage/sqlite/sqlite-dialect.js";

/**
 * Creates a database as an older version has left it.
 *
 * @param url of an empty database
 * @param last the name of the last migration of that version
 * @param fill stores what that version stored
 */
export async function createOlderDatabase(
  url: string,
  last: string,
  fill: (kysely: Kysely<never>) => Promise<void>,
): Promise<void> {
  const opened = url.startsWith("sqlite:")
    ? await openSqlite(url.slice("sqlite:".length), {})
    : await openPostgres(url, {});
  const kysely = new Kysely<never>({ dialect: opened.dialect });
  const migrations = { ...MIGRATIONS, ...opened.migrations };
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: () => Promise.resolve(migrations) },
  });
  try {
    if (opened.system === "postgres") {
      // The databases of the tests are copies of a migrated one.
      await sql`drop schema public cascade`.execute(kysely);
      await sql`create schema public`.execute(kysely);
    }
    await opened.lockForMigration(async () => {
      const { error } = await migrator.migrateTo(last);
      expect(error).toBeUndefined();
    });
    await fill(kysely);
  } finally {
    await kysely.destroy();
  }
}
