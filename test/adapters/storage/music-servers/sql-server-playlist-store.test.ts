import { SqlMusicServerStore } from "../../../../src/adapters/storage/music-servers/sql-music-server-store.js";
import { SqlServerPlaylistStore } from "../../../../src/adapters/storage/music-servers/sql-server-playlist-store.js";
import { SqlPlaylistStore } from "../../../../src/adapters/storage/playlists/sql-playlist-store.js";
import { fixedKey } from "../../../../src/adapters/storage/secrets/secret-key.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { parseMusicServerName } from "../../../../src/domain/music-server/music-server.js";
import {
  notSent,
  type ServerPlaylistProgress,
  type ServerPlaylistWish,
} from "../../../../src/domain/music-server/server-playlist.js";
import type { ServerPlaylistHold } from "../../../../src/ports/music-servers/server-playlist-store.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { musicServer } from "../../../fakes/music-servers.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

const key = fixedKey();
const [home, nas] = [parseMusicServerName("home"), parseMusicServerName("nas")];

const wishOf = (parts: Partial<ServerPlaylistWish> = {}): ServerPlaylistWish => ({
  ...{ playlistId: "pl_1", server: home, kind: "playlist", isPublic: false, login: null },
  ...parts,
});
const progress: ServerPlaylistProgress = {
  ...{ state: "sent", remoteId: "7", revision: 2, digest: "d", leftOut: 1, problem: null },
  sent: { name: "Calm", songIds: ["a", "b"] },
  sending: { name: "Calm", songIds: ["b"], othersBefore: ["3"] },
  ...{ triedAt: 5, sentAt: 4 },
};

describe.each(databaseSystems)("On %s, SqlServerPlaylistStore", (system) => {
  const databases = openedDatabases(system);
  let clock: ManualClock;
  let database: Database;
  let store: SqlServerPlaylistStore;

  beforeEach(async () => {
    clock = new ManualClock();
    database = await databases.open();
    store = new SqlServerPlaylistStore({ database, key, time: timeOf(clock) });
  });

  /** Holds the playlist on the first server for a second. */
  async function held(): Promise<ServerPlaylistHold> {
    const hold = await store.hold(wishOf(), 1_000);
    if (hold === undefined) throw new Error("Another process holds it.");
    return hold;
  }

  it("returns wishes as they were saved last, by server, and what has become of them", async () => {
    const login = { user: "ben", secret: "pässword" };
    await store.save(wishOf({ server: nas }), true);
    await store.save(wishOf(), true);
    await store.note(await held(), progress);
    await store.save(wishOf({ isPublic: true, login }), false);

    const found = await store.findOf("pl_1");

    const due = { isDue: true, isEnding: false };
    expect(found).toEqual([
      { ...wishOf({ isPublic: true, login }), ...progress, ...due },
      { ...wishOf({ server: nas }), ...notSent, ...due },
    ]);
    expect(await store.findOf("pl_2")).toEqual([]);
  });

  it("forgets what has become of a wish where it is a new one", async () => {
    await store.save(wishOf(), true);
    await store.note(await held(), progress);

    await store.save(wishOf(), true);

    expect(await store.findOf("pl_1")).toMatchObject([notSent]);
  });

  it("keeps what a note does not have, also where a wish was a new one meanwhile", async () => {
    await store.save(wishOf(), true);
    const hold = await held();
    await store.note(hold, progress);
    await store.note(hold, { state: "failed", sending: null, problem: "It is away." });
    const noted = await store.findOf("pl_1");
    await store.save(wishOf(), true);

    await store.note(hold, { state: "changed", triedAt: 9 });

    const failed = { state: "failed", sending: null, problem: "It is away." };
    expect(noted).toMatchObject([{ ...progress, ...failed }]);
    expect(await store.findOf("pl_1")).toMatchObject([
      { ...notSent, state: "changed", triedAt: 9, isDue: true },
    ]);
  });

  it("lists what decides whether a playlist is sent", async () => {
    await store.save(wishOf(), true);
    await store.save(wishOf({ server: nas }), true);
    await store.note(await held(), progress);

    const listed = await store.list();

    const { state, revision, triedAt } = progress;
    const rest = { playlistId: "pl_1", isEnding: false, playlistRevision: null };
    expect(listed).toEqual([
      {
        ...{ ...rest, server: home, state, revision, triedAt },
        ...{ isDue: false, isThere: true, isBegun: true },
      },
      {
        ...{ ...rest, server: nas, state: "waiting", revision: null, triedAt: null },
        ...{ isDue: true, isThere: false, isBegun: false },
      },
    ]);
  });

  it("lets one process hold a playlist, until it is released or the time is over", async () => {
    await store.save(wishOf(), true);
    const first = await store.hold(wishOf(), 1_000);
    const second = await store.hold(wishOf(), 1_000);
    clock.advance(1_000);
    const third = await store.hold(wishOf(), 1_000);
    await store.release(third!);
    const fourth = await store.hold(wishOf(), 1_000);

    expect([first, second, third, fourth].map((one) => one?.isDue)).toEqual([
      ...[false, undefined, false, false],
    ]);
    expect(await store.hold(wishOf({ server: nas }), 1_000)).toBeUndefined();
  });

  it("lets a process that was stopped for longer than it holds a playlist change nothing of it", async () => {
    await store.save(wishOf(), true);
    const stopped = await held();
    await store.note(stopped, { ...progress, sending: null });
    clock.advance(1_000);
    const next = await held();
    const noted = await store.note(next, { state: "changed", triedAt: 9 });

    const late = await store.note(stopped, { state: "failed", problem: "It is away." });
    await store.release(stopped);
    await store.remove(stopped);

    expect([noted, late]).toEqual([true, false]);
    expect(await store.findOf("pl_1")).toMatchObject([{ state: "changed", triedAt: 9 }]);
    expect(await store.hold(wishOf(), 1_000)).toBeUndefined();
    await store.release(next);
    expect(await store.hold(wishOf(), 1_000)).toBeDefined();
  });

  it("removes a playlist that is taken back, unless it is wanted again meanwhile", async () => {
    await store.save(wishOf(), true);
    expect(await store.end(wishOf())).toBe(true);
    const first = await held();
    await store.save(wishOf(), false);
    await store.remove(first);
    const wanted = await store.findOf("pl_1");
    await store.end(wishOf());
    await store.release(first);

    await store.remove(await held());

    expect(wanted).toMatchObject([{ isEnding: false, isDue: true }]);
    expect(await store.findOf("pl_1")).toEqual([]);
    expect(await store.end(wishOf())).toBe(false);
  });

  it("lists all with the revisions of their playlists, and those of deleted ones", async () => {
    const playlists = new SqlPlaylistStore({ database });
    const content = { name: "Calm", note: "", recipe: null, isWritten: false, owner: "ann" };
    const rows = { order: null, added: [], nextRow: 1, undoRevision: null };
    const times = { createdAt: 1, changedAt: 1 };
    for (const id of ["pl_1", "pl_2"]) {
      await playlists.add({ ...content, ...rows, ...times, id, name: id, revision: 3 });
      await store.save(wishOf({ playlistId: id }), true);
    }
    await store.save(wishOf({ playlistId: "pl_3" }), true);
    await playlists.remove("pl_2", 9);

    const listed = await store.list();

    expect(
      listed.map(({ playlistId, playlistRevision }) => [playlistId, playlistRevision]),
    ).toEqual([
      ["pl_1", 3],
      ["pl_2", null],
      ["pl_3", null],
    ]);
  });

  it("keeps no password in clear text, and none that is of use in another row", async () => {
    const login = { user: "ben", secret: "a long password" };
    await store.save(wishOf({ login }), true);
    await store.save(wishOf({ server: nas, login }), true);

    const rows = await database.kysely.selectFrom("serverPlaylists").selectAll().execute();
    const secretOf = (server: string) => rows.find((row) => row.server === server)!.secret;
    await database.kysely
      .updateTable("serverPlaylists")
      .set({ secret: secretOf("nas") })
      .where("server", "=", "home")
      .execute();

    expect(JSON.stringify(rows)).not.toContain("password");
    expect((await store.findOf("pl_1")).map((one) => one.login)).toEqual([
      { user: "ben", secret: null },
      login,
    ]);
  });

  it("has none of a server that was removed", async () => {
    const needs = { database, key, clock, logger: new RecordingLogger() };
    const servers = new SqlMusicServerStore(needs);
    await servers.save(musicServer());
    await store.save(wishOf(), true);
    await store.save(wishOf({ server: nas }), true);

    await servers.remove(home);

    expect(await store.findOf("pl_1")).toMatchObject([{ server: "nas" }]);
  });
});
