import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { standInSongs } from "../../fakes/songs.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";
import { analyseLibrary } from "../analyse-library.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const home = parseMusicServerName("home");

describe("Music servers of the setting", () => {
  let server: StandInMusicServer;
  let folder: string;
  let secretFile: string;
  let application: ApplicationUnderTest | undefined;

  /** Starts Overtone on the same database, as often as it is asked. */
  async function start(servers = ""): Promise<ApplicationUnderTest> {
    await application?.close();
    application = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer: new FakeAnalyzer() },
      {
        ...{ LIBRARY_DIRS: await musicFolder(), DATA_DIR: folder, MUSIC_SERVERS: servers },
        DATABASE_URL: `sqlite:${join(folder, "overtone.db")}`,
      },
    );
    return application;
  }
  /** Names the server with its present address. */
  const setting = (): string => `home ${server.url} user=ann password-file=${secretFile}`;

  beforeEach(async () => {
    server = await StandInMusicServer.open(standInSongs(2));
    folder = await musicFolder();
    secretFile = join(folder, "password");
    await writeFile(secretFile, "secret\n");
  });
  afterEach(async () => {
    await application?.close();
    application = undefined;
    await server.close();
    await removeMusicFolders();
  });

  it("are listed, scanned and measured as those that were added", async () => {
    server.isOld = true;
    const running = await start(setting());
    const { services } = running;

    const report = await services.library.scanAll();
    await analyseLibrary(application!);
    const { token } = await services.access.issue({ name: "operator", scopes: ["admin"] });
    const authorization = `Bearer ${token}`;
    const listed = await running.get("/api/audio/library/servers", { authorization });
    const checked = await services.musicServers.check(home);

    expect(report).toMatchObject({ added: 2, failed: [], unreachable: [] });
    const { data } = (await listed.json()) as { data: unknown };
    expect(data).toMatchObject([
      { name: "home", url: server.url, fileCount: 2, isConfigured: true, addedAt: null },
    ]);
    expect(JSON.stringify(data)).not.toContain("secret");
    expect(checked).not.toHaveProperty("problem");
    expect(server.callsOf("download").length).toBeGreaterThanOrEqual(2);
  });

  it("are changed by the setting alone, also where one of the name was added before", async () => {
    const added = await start();
    await added.services.musicServers.add(addedMusicServer({ url: server.url }));
    const { services } = await start(setting());

    const adding = services.musicServers.add(addedMusicServer({ url: server.url }));
    const removing = services.musicServers.remove(home);

    await expect(adding).rejects.toThrow(/is a server of the setting MUSIC_SERVERS/);
    await expect(removing).rejects.toThrow(/is a server of the setting MUSIC_SERVERS/);
    expect(await services.musicServers.list()).toMatchObject([{ name: "home", addedAt: null }]);
    const again = await start();
    expect(await again.services.musicServers.list()).toMatchObject([
      { addedAt: expect.any(Number) as unknown },
    ]);
  });

  it("leave their songs in the library when they leave the setting, until these are removed", async () => {
    const before = await start(setting());
    await before.services.library.scanAll();
    const { services } = await start();
    const report = await services.library.scanAll();

    const folders = await services.library.listFolders();
    const listed = await services.musicServers.list();
    const removed = await services.musicServers.remove(home);

    expect(report).toMatchObject({ deleted: 0 });
    expect(folders.find((known) => known.folder === "server:home")).toMatchObject({
      ...{ fileCount: 2, isConfigured: false },
      problem: "is the folder of no music server",
    });
    expect([listed, removed]).toEqual([[], 2]);
    await expect(services.musicServers.remove(home)).rejects.toThrow(/No music server/);
    // Nothing is received again for songs that return.
    const again = await start(setting());
    expect(await again.services.library.scanAll()).toMatchObject({ added: 2, failed: [] });
  });

  it("have a problem, and end nothing, while their password cannot be read or they are away", async () => {
    await rm(secretFile);
    const { services } = await start(setting());
    const unread = await services.library.scanAll();
    const [known] = await services.musicServers.list();
    await writeFile(secretFile, "secret");
    const { url } = server;
    const named = setting();
    await server.close();
    const again = await start(named);
    const away = await again.services.library.scanAll();
    const checked = await again.services.musicServers.check(home);

    const problem = `has a password or key in the file ${secretFile}, which does not exist`;
    expect(unread.unreachable).toEqual([{ path: "server:home", reason: problem }]);
    expect(known).toMatchObject({ url, problem });
    expect(away.unreachable).toMatchObject([{ path: "server:home" }]);
    expect(checked.problem).toMatch(/accepts no connections/);
    server = await StandInMusicServer.open();
  });

  it("have a problem that says what is wrong with the content of the file of their password", async () => {
    await writeFile(secretFile, "\n");
    const { services } = await start(setting());

    await services.library.scanAll();
    const [known] = await services.musicServers.list();

    expect(known?.problem).toBe(
      `has a password or key in the file ${secretFile}, which must be text that is not empty`,
    );
  });
});
