import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { compose } from "../../../src/composition/compose.js";
import { configFrom } from "../../../src/config/config.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { OPERATOR } from "../../../src/domain/playlist/playlist.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { Application } from "../../../src/services/services.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { inProcessReaders } from "../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { standInSongs } from "../../fakes/songs.js";
import { waitUntil } from "../../wait-until.js";
import { offline } from "../offline.js";
import { playlistServerKinds, type PlaylistServer } from "./playlist-servers.js";

const home = parseMusicServerName("home");
const SONGS = standInSongs(4);

describe.each(playlistServerKinds)("A process that is frozen while it sends to $name", (kind) => {
  let server: PlaylistServer;
  let path: string;
  let frozen: Application;
  let other: Application;
  let logger: RecordingLogger;

  const open = (settings: Readonly<Record<string, string>>): Promise<Application> =>
    compose(configFrom({ ...offline, ...settings, DATABASE_URL: `sqlite:${path}` }), {
      ...{ logger, analyzer: new FakeAnalyzer() },
      ...inProcessReaders(),
    });

  beforeEach(async () => {
    server = await kind.open(SONGS);
    logger = new RecordingLogger();
    const settings = { LIBRARY_DIRS: await musicFolder(), DATA_DIR: await musicFolder() };
    path = join(settings.DATA_DIR, "overtone.db");
    frozen = await open(settings);
    frozen.startJobs();
    const { musicServers, library, libraryAnalysis } = frozen.services;
    const { url } = server;
    await musicServers.add(addedMusicServer({ url, requestsPerSecond: 1_000, ...kind.server }));
    await library.scanAll();
    libraryAnalysis.wake();
    await libraryAnalysis.finish(new AbortController().signal);
    other = await open(settings);
  });
  afterEach(async () => {
    await other.close();
    await frozen.close();
    await server.close();
    await removeMusicFolders();
  });

  const tracksOf = (...places: readonly number[]): readonly string[] =>
    places.map((place) => {
      const { artist, title } = SONGS[place]!;
      return trackKeyFrom(artist, title);
    });
  const idsOf = (...places: readonly number[]): readonly string[] =>
    places.map((place) => server.songs[place]!.id);

  /** Lets time pass until nobody holds a playlist any more. */
  function endHolds(): void {
    const database = new BetterSqlite(path);
    database.exec("update server_playlists set held_until = 1");
    database.close();
  }

  it.each([0, 1])(
    "behind %d of its changes leaves what another process has sent since",
    async (passed) => {
      const { playlists, serverPlaylists } = frozen.services;
      const wanted = { name: "Calm", note: "", tracks: tracksOf(0, 1) };
      const { id } = await playlists.create(OPERATOR, wanted);
      await serverPlaylists.keep(undefined, id, home, {});
      const key = { playlistId: id, server: home };
      let [left, seen] = [passed, server.changes().length];
      let thaw: (() => void) | undefined;
      server.intercept = (response, perform) => {
        if (server.changes().length === seen) return false;
        seen = server.changes().length;
        if (left-- > 0) return false;
        server.intercept = undefined;
        // The server does what is asked for; the process finds the connection ended when it goes on.
        perform();
        thaw = () => response.destroy();
        return true;
      };
      const sending = serverPlaylists.send(key);
      await waitUntil(() => thaw !== undefined);

      endHolds();
      const { revision } = await other.services.playlists.get(undefined, id);
      await other.services.playlists.edit(undefined, id, { revision, name: "Calmer" });
      const sent = await other.services.serverPlaylists.send(key);
      const there = server.playlists.lists;
      const changes = server.changes().length;
      thaw?.();
      const [after] = await Promise.allSettled([sending]);

      expect(sent).toMatchObject({ state: "sent", problem: null });
      expect(there.filter(({ name }) => name === "Calmer")).toMatchObject([
        { songIds: idsOf(0, 1) },
      ]);
      expect(there).toHaveLength(1);
      expect(after.status).toBe("fulfilled");
      expect(server.changes()).toHaveLength(changes);
      expect(await serverPlaylists.list(undefined, id)).toMatchObject([
        { state: "sent", problem: null, revision: sent!.revision },
      ]);
      expect(logger.lines.map(({ message }) => message)).toContain(
        "A playlist is not sent on: another process holds it, or it was removed.",
      );
    },
  );
});
