import { setTimeout as pause } from "node:timers/promises";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { HeldTagReader } from "../../fakes/held-tag-reader.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { call, connectByHttp, ERAS } from "../assistants/assistant-clients.js";

const QUERY = `{ library {
  files
  scans { path startedAt filesSeen filesLeft }
  lastScan { startedAt endedAt result counts { added changed moved deleted unchanged failed unreachable } }
} }`;

const NO_OTHERS = { changed: 0, moved: 0, deleted: 0, unchanged: 0, failed: 0, unreachable: 0 };

/** The part of the status of a library that scans change. */
interface Scanning {
  readonly files: number;
  readonly scans: readonly { readonly path: string | null; readonly filesSeen: number }[];
  readonly lastScan: unknown;
}

describe("A scan that runs", () => {
  let folder: string;
  let held: HeldTagReader;
  let application: ApplicationUnderTest;
  let writer: string;

  beforeEach(async () => {
    folder = await musicFolder({
      "Ann - One.aiff": taggedAiff({}, undefined, 1),
      "Ann - Two.aiff": taggedAiff({}, undefined, 2),
    });
    held = new HeldTagReader();
    application = await openApplicationUnderTest(
      { embedded: held, providers: undefined },
      { LIBRARY_DIRS: folder, LIBRARY_ANALYSIS: "off" },
    );
    const { access } = application.services;
    ({ token: writer } = await access.issue({ name: "writer", scopes: ["read", "write"] }));
  });
  afterEach(async () => {
    held.release();
    await application.close();
    await removeMusicFolders();
  });

  async function askRest(token = application.token): Promise<Scanning> {
    const headers = { authorization: `Bearer ${token}` };
    const response = await application.get("/api/audio/library", headers);
    return ((await response.json()) as { readonly data: Scanning }).data;
  }
  async function askGraphql(token = application.token): Promise<Scanning> {
    const response = await fetch(`${application.url}/graphql`, {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${token}` },
      body: JSON.stringify({ query: QUERY }),
    });
    const { data } = (await response.json()) as { readonly data: { readonly library: Scanning } };
    return data.library;
  }
  /** Waits until the progress of the scan is shown, which is stored once a second. */
  async function seen(): Promise<Scanning> {
    for (;;) {
      const status = await askRest();
      if (status.scans[0]?.filesSeen === 2) return status;
      await pause(50);
    }
  }

  it("is shown over REST, GraphQL and to assistants, and what it has found afterwards", async () => {
    const before = await askRest();
    const scanning = application.services.library.scanAll();
    const status = await seen();
    const [written, overGraphql, writtenOverGraphql] = [
      await askRest(writer),
      await askGraphql(),
      await askGraphql(writer),
    ];
    const client = await connectByHttp(application.url, application.token, ERAS[0].era);
    const { data: told } = await call(client, "library");
    await client.close();
    held.release();
    await scanning;
    const [after, afterOverGraphql] = [await askRest(), await askGraphql()];

    const time: unknown = expect.stringMatching(/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/);
    const running = { path: null, startedAt: time, filesSeen: 2, filesLeft: 2 };
    const ended = { startedAt: time, endedAt: time, result: "completed" };
    const counts = { added: 2, ...NO_OTHERS };
    expect(before).toMatchObject({ files: 0, scans: [], lastScan: null });
    expect(status).toMatchObject({ files: 0, scans: [running], lastScan: null });
    expect(written.scans).toEqual([{ ...running, path: folder }]);
    expect(overGraphql).toEqual({ files: 0, scans: [running], lastScan: null });
    expect(writtenOverGraphql.scans).toEqual([{ ...running, path: folder }]);
    expect(told).toMatchObject({ library: { scans: [{ filesSeen: 2, filesLeft: 2 }] } });
    expect(after).toMatchObject({ scans: [], lastScan: { ...ended, counts } });
    expect(afterOverGraphql).toMatchObject({
      ...{ scans: [], lastScan: { ...ended, result: "COMPLETED", counts } },
    });
  });

  it("is told to those who follow the library", async () => {
    const updates = application.services.libraryUpdates.watch();
    await updates.next();

    const scanning = application.services.library.scanAll();
    const told: unknown[] = [];
    for await (const { scans, lastScan } of updates) {
      told.push([scans.length, lastScan?.result]);
      if (scans[0]?.filesSeen === 2) held.release();
      if (lastScan) break;
    }
    await scanning;

    expect(told).toContainEqual([1, undefined]);
    expect(told.at(-1)).toEqual([0, "completed"]);
  });
});
