import type { ScanReport } from "../../../src/domain/library/library-file.js";
import { parseMusicServerName } from "../../../src/domain/music-server/music-server.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AddedMusicServer } from "../../../src/services/music-servers/music-server-service.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { addedMusicServer } from "../../fakes/added-music-server.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import type { StandInHttpServer } from "../../fakes/music-servers/stand-in-http-server.js";
import { StandInMediaBrowser } from "../../fakes/music-servers/stand-in-media-browser.js";
import type { StandInSong } from "../../fakes/stand-in-music-server.js";
import { StandInPlex } from "../../fakes/music-servers/stand-in-plex.js";
import { analyseLibrary } from "../analyse-library.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const pathOf = (number: number): string => `Ann/First/Song ${number}.aiff`;

/** Returns a song with other audio than those of other numbers. */
const songOf = (number: number, parts: Partial<StandInSong> = {}): StandInSong => ({
  id: `id-${number}`,
  bytes: taggedAiff({ TIT2: "In the file" }, undefined, number),
  suffix: "aiff",
  title: `Song ${number}`,
  artist: "Ann",
  album: "First",
  path: pathOf(number),
  ...parts,
});

interface OtherKind {
  readonly kind: AddedMusicServer["kind"];
  readonly login: Partial<Pick<AddedMusicServer, "user" | "secret">>;
  /**
   * What is said of a song of Clara and Dora that was rated with four stars of five, played three times, and made a favourite; Plex
   * says of no song who composed it.
   */
  readonly used: Partial<StandInSong>;
  readonly open: (
    songs: readonly StandInSong[],
  ) => Promise<StandInHttpServer & { renumber(): void }>;
  /** The path of requests for audio. */
  readonly audio: RegExp;
}

const composers = ["Clara", "Dora"].map((Name) => ({ Name, Type: "Composer" }));
const UserData = { Rating: 8, PlayCount: 3, IsFavorite: true };

const kinds: readonly OtherKind[] = [
  ...(
    [
      ["jellyfin", { People: composers }],
      ["emby", { Composers: composers }],
    ] as const
  ).map(([kind, composed]) => ({
    ...{ kind, login: {}, used: { item: { UserData, ...composed } }, audio: /^\/Audio\// },
    open: (songs: readonly StandInSong[]) => StandInMediaBrowser.open(kind, songs),
  })),
  {
    ...{ kind: "plex", login: { user: null, secret: "token1" }, audio: /^\/library\/parts\// },
    used: { item: { userRating: 8, viewCount: 3, lastViewedAt: 1_700_000_000 } },
    open: (songs) => StandInPlex.open(songs),
  },
];

describe.each(kinds)("A music server of the kind $kind as a library", (given) => {
  let server: StandInHttpServer & { renumber(): void };
  let application: ApplicationUnderTest;
  let analyzer: FakeAnalyzer;

  beforeEach(async () => {
    server = await given.open([songOf(1, given.used), songOf(2)]);
    analyzer = new FakeAnalyzer();
    application = await openApplicationUnderTest(
      { sources: undefined, providers: undefined, analyzer },
      { LIBRARY_DIRS: await musicFolder(), DATA_DIR: await musicFolder() },
    );
  });
  afterEach(async () => {
    await application.close();
    await server.close();
    await removeMusicFolders();
  });

  async function add(parts: Partial<AddedMusicServer> = {}): Promise<void> {
    const { kind, login } = given;
    await application.services.musicServers.add(
      addedMusicServer({ url: server.url, kind, ...login, ...parts }),
    );
  }
  const scan = (): Promise<ScanReport> => application.services.library.scanAll();
  const analyse = (): Promise<void> => analyseLibrary(application);
  async function titles(conditions: string): Promise<readonly string[]> {
    const response = await application.get(`/api/audio/tracks?order=trackName&${conditions}`);
    const { data } = (await response.json()) as { data: { trackName: string }[] };
    return data.map(({ trackName }) => trackName);
  }

  it("is scanned, measured and checked, and its files are sent as they lie there", async () => {
    await add();

    const report = await scan();
    await analyse();
    const checked = await application.services.musicServers.check(parseMusicServerName("home"));
    const path = `/api/audio/tracks/${trackKeyFrom("Ann", "Song 2")}/audio`;
    const sent = await application.get(path, { range: "bytes=10-" });

    expect(report).toMatchObject({ added: 2, failed: [], unreachable: [] });
    expect(analyzer.received).toHaveLength(2);
    expect(checked).not.toHaveProperty("problem");
    expect(sent.status).toBe(206);
    expect(Buffer.from(await sent.arrayBuffer())).toEqual(
      Buffer.from(songOf(2).bytes.subarray(10)),
    );
  });

  it("is measured once, whatever ids its songs have after a new database", async () => {
    await add();
    await scan();
    await analyse();
    server.renumber();

    const report = await scan();
    await analyse();

    expect(report).toMatchObject({ added: 0, changed: 0, deleted: 0, unchanged: 2 });
    expect(analyzer.received).toHaveLength(2);
    const path = `/api/audio/tracks/${trackKeyFrom("Ann", "Song 1")}/audio`;
    expect((await application.get(path)).status).toBe(200);
  });

  it("says what its user did with songs", async () => {
    await add();
    await scan();
    await analyse();

    expect(await titles("rating.gte=4&rating.lte=4")).toEqual(["Song 1"]);
    expect(await titles("playCount.gte=3")).toEqual(["Song 1"]);
    expect(await titles("isPlayed=true")).toEqual(["Song 1"]);
  });

  it("knows each composer of a song where the server says them", async () => {
    await add();
    await scan();
    await analyse();

    const composed = given.kind === "plex" ? [] : ["Song 1"];
    expect(await titles("composer=clara")).toEqual(composed);
    expect(await titles("composer=Dora")).toEqual(composed);
    expect(await titles("composer=Ann")).toEqual([]);
  });

  it("sends no file that is mounted here", async () => {
    const mounted = await musicFolder({
      [pathOf(1)]: songOf(1).bytes,
      [pathOf(2)]: songOf(2).bytes,
    });
    await add({ mounted: [{ from: "music", to: mounted }] });
    await scan();
    await analyse();

    expect(analyzer.received).toHaveLength(2);
    expect(server.requestsFor(given.audio)).toEqual([]);
  });

  it("fails a song for good where it transcodes, and says what to do", async () => {
    await add();
    server.audio = { transcoded: Buffer.alloc(500) };
    await scan();

    await analyse();

    const { items } = await application.services.libraryStatus.listFailed({ first: 10 });
    expect(items.map(({ failure }) => failure.code)).toEqual([
      "AUDIO_UNDECODABLE",
      "AUDIO_UNDECODABLE",
    ]);
    expect(items[0]!.failure.message).toMatch(/turn off transcoding/);
  });

  it("keeps its files while something else answers in its place", async () => {
    await add();
    await scan();
    server.intercept = (_request, response) => {
      response.writeHead(200, { "content-type": "text/html" }).end("<html>");
      return true;
    };

    const other = await scan();
    server.intercept = undefined;
    const back = await scan();

    expect(other).toMatchObject({ deleted: 0 });
    expect(other.unreachable).toEqual([
      { path: "server:home", reason: expect.stringMatching(/answers with a page/) as unknown },
    ]);
    expect(back).toMatchObject({ unchanged: 2, deleted: 0, unreachable: [] });
  });
});
