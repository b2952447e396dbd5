import BetterSqlite from "better-sqlite3";
import { Kysely, SqliteDialect } from "kysely";
import { keepSoundEmbeddings } from "../../../../src/adapters/storage/migrations/0029-keep-sound-embeddings.js";

describe("The migration that keeps sound embeddings", () => {
  it("leaves stored analyses as they are, without an embedding", async () => {
    const handle = new BetterSqlite(":memory:");
    const kysely = new Kysely<never>({ dialect: new SqliteDialect({ database: handle }) });
    handle.exec("create table analyses (track_key text primary key, estimates text not null)");
    handle.exec("insert into analyses values ('key', '{}')");

    await keepSoundEmbeddings.up(kysely);

    expect(handle.prepare("select * from analyses").all()).toEqual([
      { track_key: "key", estimates: "{}", sound_embedding: null },
    ]);
    await kysely.destroy();
  });
});
