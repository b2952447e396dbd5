import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { askGraphql } from "../../graphql/graphql-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const trackKey = trackKeyFrom("Ann; Bo", "Song");
const details = {
  album: "Day",
  albumArtist: "Trio",
  genre: "Jazz",
  year: 1959,
  trackNumber: 3,
  discNumber: 2,
  composer: "Cy/Di",
  work: "Suite",
  movement: "Largo",
  movementNumber: 4,
};
const query = `query ($trackKey: TrackKey!) {
  track(by: { key: $trackKey }) { ${Object.keys(details).join(" ")} artists }
}`;

describe("What a library file says of its release", () => {
  const analyzer = new FakeAnalyzer();
  let folder: string;
  let data: string;
  let application: ApplicationUnderTest;
  beforeEach(async () => {
    folder = await musicFolder();
    data = await mkdtemp(join(tmpdir(), "overtone-"));
    const names = { TIT2: "Song", TPE1: "Ann\0Bo", TPE2: "Trio", TCOM: "Cy/Di" };
    const release = { TALB: "Day", TCON: "Jazz", TDRC: "1959-08-17", TRCK: "3/5", TPOS: "2" };
    const work = { TIT1: "Suite", MVNM: "Largo", MVIN: "4/6" };
    await writeFile(join(folder, "a.aiff"), taggedAiff({ ...names, ...release, ...work }));
    application = await opened();
    await measured();
  });
  afterEach(async () => {
    await application.close();
    await rm(data, { recursive: true });
    await removeMusicFolders();
  });

  const opened = (): Promise<ApplicationUnderTest> =>
    openApplicationUnderTest(
      { analyzer, sources: undefined, providers: undefined },
      { LIBRARY_DIRS: folder, DATABASE_URL: `sqlite:${join(data, "overtone.db")}` },
    );

  /** Scans and analyses the library; returns how many files have been measured until now. */
  async function measured(): Promise<number> {
    const { library, libraryAnalysis } = application.services;
    await library.scanAll();
    await libraryAnalysis.finish(new AbortController().signal);
    return analyzer.received.length;
  }

  const lookedUp = async (token = application.token): Promise<unknown> => {
    const headers = { authorization: `Bearer ${token}` };
    return (await application.get(`/api/audio/tracks/${trackKey}`, headers)).json();
  };

  it("is answered over both edges, and exported", async () => {
    const overGraphql = await askGraphql(application, query, { trackKey });
    const listed = await application.get("/api/audio/tracks");
    const table = await application.get("/api/audio/tracks", { accept: "application/x-ndjson" });

    const artists = ["Ann", "Bo"];
    expect(overGraphql).toMatchObject({ data: { track: { ...details, artists } } });
    expect(await lookedUp()).toMatchObject({ data: { tracks: [{ ...details, artists }] } });
    expect(await listed.json()).toMatchObject({ data: [details] });
    expect(JSON.parse(await table.text())).toMatchObject(details);
  });

  it("is read by the first scan after an update, without another analysis", async () => {
    const before = analyzer.received.length;
    await application.close();
    const handle = new BetterSqlite(join(data, "overtone.db"));
    handle.exec(
      "update library_files set genre = null, year = null, modified_at = modified_at - 1",
    );
    handle.close();
    application = await opened();

    const old = await lookedUp();
    const after = await measured();

    expect(old).toMatchObject({ data: { tracks: [{ genre: null, year: null }] } });
    expect(await lookedUp()).toMatchObject({ data: { tracks: [details] } });
    expect(after).toBe(before);
  });

  it("comes with the path of the file for keys with the scope write alone", async () => {
    const { token } = await application.services.access.issue({
      name: "owner",
      scopes: ["read", "write"],
    });

    const forReader = await lookedUp();
    const forOwner = await lookedUp(token);

    expect(forReader).toMatchObject({ data: { tracks: [{ path: null }] } });
    expect(forOwner).toMatchObject({ data: { tracks: [{ path: join(folder, "a.aiff") }] } });
  });
});
