import { SqlMusicServerStore } from "../../../../src/adapters/storage/music-servers/sql-music-server-store.js";
import { SqlSongStore } from "../../../../src/adapters/storage/music-servers/sql-song-store.js";
import { fixedKey } from "../../../../src/adapters/storage/secrets/secret-key.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { parseMusicServerName } from "../../../../src/domain/music-server/music-server.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { musicServer, song } from "../../../fakes/music-servers.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const key = fixedKey();

function storeOn(
  database: Database,
  needs: Partial<ConstructorParameters<typeof SqlMusicServerStore>[0]> = {},
): SqlMusicServerStore {
  const [clock, logger] = [new ManualClock(), new RecordingLogger()];
  return new SqlMusicServerStore({ database, key, clock, logger, ...needs });
}

describe.each(databaseSystems)("On %s, SqlMusicServerStore", (system) => {
  const databases = openedDatabases(system);

  it("lists servers as they were saved last, ordered by name", async () => {
    const store = storeOn(await databases.open());
    const nas = musicServer({ name: "nas", user: null, sendsPassword: true });
    const mounted = [{ from: "music", to: "/mnt/music" }];
    const limited = { requestsPerSecond: 2, bytesPerSecond: 3_000_000_000, mounted };

    await store.save(nas);
    await store.save(musicServer({ secret: "old" }));
    await store.save(musicServer({ ...limited, secret: "pässword" }));

    expect(await store.list()).toEqual([musicServer({ ...limited, secret: "pässword" }), nas]);
  });

  it("keeps no password in clear text, and none that is of use in another row", async () => {
    const database = await databases.open();
    const store = storeOn(database);
    await store.save(musicServer({ secret: "a long password" }));
    await store.save(musicServer({ name: "nas", secret: "another password" }));

    const rows = await database.kysely.selectFrom("musicServers").selectAll().execute();
    await database.kysely
      .updateTable("musicServers")
      .set({ secret: rows[1]!.secret })
      .where("name", "=", "home")
      .execute();

    expect(JSON.stringify(rows)).not.toContain("password");
    const secrets = (await storeOn(database).list()).map(({ secret }) => secret);
    expect(secrets).toEqual([null, "another password"]);
  });

  it("lists a server whose password cannot be decrypted, and says so once", async () => {
    const database = await databases.open();
    const [clock, logger] = [new ManualClock(), new RecordingLogger()];
    await storeOn(database).save(musicServer());
    const store = storeOn(database, { key: fixedKey(), clock, logger });

    const [server] = await store.list();
    clock.advance(1_000);
    await store.list();

    expect(server).toEqual({ ...musicServer(), secret: null });
    expect(logger.lines.map(({ message }) => message)).toEqual([
      expect.stringMatching(/cannot be decrypted: restore secrets\.key/),
    ]);
  });

  it("removes a server with its songs, and no other", async () => {
    const database = await databases.open();
    const [store, songs] = [storeOn(database), new SqlSongStore({ database })];
    const [home, nas] = ["home", "nas"].map((name) => parseMusicServerName(name));
    for (const name of [home!, nas!]) {
      await store.save(musicServer({ name }));
      await songs.save(name, [song(1)]);
    }

    const [removed, again] = [await store.remove(home!), await store.remove(home!)];

    expect([removed, again]).toEqual([true, false]);
    expect((await store.list()).map(({ name }) => name)).toEqual(["nas"]);
    expect(await songs.findMany(home!, [song(1).relativePath])).toEqual([undefined]);
    expect(await songs.findMany(nas!, [song(1).relativePath])).toEqual([song(1)]);
  });

  it("notices changes of another process after a second", async () => {
    const url = await databases.createUrl();
    const clock = new ManualClock();
    const one = storeOn(await databases.open({ url }), { clock });
    const other = storeOn(await databases.open({ url }), { clock });
    const before = await one.list();
    await other.save(musicServer());

    clock.advance(999);
    const during = await one.list();
    clock.advance(1);
    const after = await one.list();

    expect([before, during, after]).toEqual([[], [], [musicServer()]]);
  });
});
