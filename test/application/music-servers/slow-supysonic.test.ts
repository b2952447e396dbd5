import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { ScanReport } from "../../../src/domain/library/library-file.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { StandInMusicServer } from "../../fakes/stand-in-music-server.js";
import { waitUntil } from "../../wait-until.js";
import { analyseLibrary } from "../analyse-library.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { hasSupysonic, SupysonicProcess } from "./supysonic-process.js";

const describeWithSupysonic = hasSupysonic ? describe : describe.skip;

const song = (title: string, number: number): Uint8Array =>
  taggedAiff({ TIT2: title, TPE1: "Ann", TALB: "First" }, undefined, number);

describeWithSupysonic("supysonic that answers slowly (skipped where it is not installed)", () => {
  let disk: string;
  let supysonic: SupysonicProcess;
  let quick: StandInMusicServer;
  let analyzer: FakeAnalyzer;
  let application: ApplicationUnderTest | undefined;

  beforeEach(async () => {
    const titles = ["One", "Two", "Three", "Four"];
    const songs = titles.map((title, index) => [`Ann/First/${title}.aiff`, song(title, index)]);
    supysonic = await SupysonicProcess.open(
      await musicFolder(Object.fromEntries(songs) as Record<string, Uint8Array>),
    );
    const names = { title: "Other", artist: "Bea", album: "Second", path: "Other.aiff" };
    quick = await StandInMusicServer.open([
      { id: "1", ...names, suffix: "aiff", bytes: song("Other", 8) },
    ]);
    disk = await musicFolder();
    analyzer = new FakeAnalyzer();
    application = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer },
      { LIBRARY_DIRS: disk, DATA_DIR: await musicFolder() },
    );
    const { url, user, password: secret } = supysonic;
    const { musicServers } = application.services;
    const [slow, other] = [parseMusicServerName("slow"), parseMusicServerName("quick")];
    await musicServers.add(addedMusicServer({ name: slow, url, user, secret }));
    await musicServers.add(addedMusicServer({ name: other, url: quick.url }));
  });
  afterEach(async () => {
    await application?.close();
    await supysonic.close();
    await quick.close();
    await removeMusicFolders();
  });

  const opened = (): ApplicationUnderTest => application!;
  const scan = (): Promise<ScanReport> => opened().services.library.scanAll();
  const isAnswering = (method: string): boolean =>
    supysonic.answered.some((answered) => answered.method === method);

  /** Returns how many files are known of each folder that has some. */
  async function fileCounts(): Promise<Readonly<Record<string, number>>> {
    const folders = await opened().services.library.listFolders();
    const counts = folders.map(({ folder, fileCount }) => [folder, fileCount] as const);
    return Object.fromEntries(counts.filter(([, count]) => count > 0));
  }

  async function titles(): Promise<readonly string[]> {
    const answer = await opened().get("/api/audio/tracks?order=trackName");
    const { data } = (await answer.json()) as { data: { trackName: string }[] };
    return data.map(({ trackName }) => trackName);
  }

  it("is listed in the end, and holds up neither disks nor other servers", async () => {
    await supysonic.trickle("/search3.view");

    const scanning = scan();
    await waitUntil(() => isAnswering("search3"));
    await writeFile(join(disk, "new.aiff"), song("New", 9));
    const ofDisk = await opened().services.library.scan(disk);
    await waitUntil(async () => (await fileCounts())["server:quick"] === 1);
    const meanwhile = await fileCounts();
    await supysonic.hurry();
    const report = await scanning;

    expect(ofDisk).toMatchObject({ added: 1, unreachable: [] });
    expect(meanwhile).toEqual({ [disk]: 1, "server:quick": 1 });
    expect(report).toMatchObject({ added: 5, failed: [], unreachable: [] });
    expect(await fileCounts()).toEqual({ [disk]: 1, "server:quick": 1, "server:slow": 4 });
  });

  it("sends one song after the others, and that one whole in the end", async () => {
    await scan();
    const { searchResult3 } = (await supysonic.ask("search3", { query: "Two" })) as {
      searchResult3: { song: readonly { readonly id: string }[] };
    };
    await supysonic.trickle(`/download.view?id=${searchResult3.song[0]!.id}`);

    const analysing = analyseLibrary(opened());
    await waitUntil(async () => (await titles()).length === 4);
    const meanwhile = await titles();
    await supysonic.hurry();
    await analysing;

    expect(meanwhile).toEqual(["Four", "One", "Other", "Three"]);
    expect(await titles()).toHaveLength(5);
    const { items } = await opened().services.libraryStatus.listFailed({ first: 10 });
    expect(items).toEqual([]);
  });

  it("keeps nobody from stopping, while it lists and while it sends songs", async () => {
    await scan();
    await supysonic.trickle("view");
    const scanning = scan().catch(() => undefined);
    const analysing = analyseLibrary(opened()).catch(() => undefined);
    await waitUntil(() => isAnswering("download") && isAnswering("getScanStatus"));

    await opened().close();
    application = undefined;

    // It ends although the server goes on to send byte by byte.
    await Promise.all([scanning, analysing]);
    expect(analyzer.received.length).toBeLessThan(5);
  });
});
