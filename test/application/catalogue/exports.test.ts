import { setImmediate as nextTurn } from "node:timers/promises";
import { once } from "node:events";
import { appendFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { get, type IncomingMessage } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parquetReadObjects } from "hyparquet";
import type { AnalysisStore } from "../../../src/ports/analysis/analysis-store.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { StorageUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import type { LogLine } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const tracks = "/api/audio/tracks";
const changing = "Cid - Changes.aiff";
const isLeft = ({ message, facts }: LogLine): boolean =>
  message === "Answered" && facts["hasClientLeft"] === true;
const types = ["text/csv", "application/x-ndjson", "audio/x-mpegurl", "application/xspf+xml"];

describe("Exports over REST", () => {
  let folder: string;
  let data: string;
  let database: Database;
  let store: AnalysisStore;
  let application: ApplicationUnderTest;
  let reads = 0;
  let failAfter = Infinity;
  let gate: Promise<void> | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-exports-"));
    const names = { TPE1: "Ann", TIT2: "Here & there" };
    await writeFile(join(folder, "Ann - Here & there.aiff"), taggedAiff(names));
    await writeFile(join(folder, changing), taggedAiff({ TPE1: "Cid", TIT2: "Changes" }));
    data = await mkdtemp(join(tmpdir(), "overtone-exported-"));
    const url = `sqlite:${join(data, "overtone.db")}`;
    database = await openDatabase({ url, connections: 2 });
    store = new SqlAnalysisStore({ database });
    for (let n = 0; n < 2_000; n++) {
      const beats = Array.from({ length: 50 }, (_, beat) => beat);
      await store.save({ ...analysisOf("Bob", `Track ${n}`, { tempo: 120 }), beats });
    }
    const findValues = store.findValues.bind(store);
    store.findValues = async (refs) => {
      if (++reads > failAfter) throw new StorageUnavailableError();
      if (reads > 1) await gate;
      return findValues(refs);
    };
    application = await openApplicationUnderTest(
      { analyses: store, analyzer: new FakeAnalyzer({ tempo: 100 }) },
      { LIBRARY_DIRS: folder, DATABASE_URL: url },
    );
    await application.services.library.scanAll();
    await application.get(`/api/audio/analysis/${trackKeyFrom("Ann", "Here & there")}`);
    await application.get(`/api/audio/analysis/${trackKeyFrom("Cid", "Changes")}`);
  });
  beforeEach(() => {
    reads = 0;
    failAfter = Infinity;
    gate = undefined;
  });
  afterAll(async () => {
    await application.close();
    await database.close();
    for (const made of [folder, data]) await rm(made, { recursive: true, force: true });
  });

  const exported = (path: string, accept: string): Promise<Response> =>
    application.get(path, { accept });

  /** Requests by a client that reads trailers, which `fetch` does not. */
  const withTrailers = async (path: string, accept: string) => {
    const { url, token } = application;
    const headers = { authorization: `Bearer ${token}`, accept };
    const [response] = (await once(get(`${url}${path}`, { headers }), "response")) as [
      IncomingMessage,
    ];
    const body = Buffer.concat(await response.toArray());
    return { text: body.toString(), trailers: response.trailers };
  };

  it.each([
    ["*/*"],
    ["application/json"],
    ["text/html, */*;q=0.8"],
    ["application/json, text/csv;q=0"],
  ])("are not what a client with Accept: %s gets, but the page of before", async (accept) => {
    const plain = await application.get(`${tracks}?limit=2`);
    const response = await exported(`${tracks}?limit=2`, accept);

    expect(response.headers.get("content-type")).toBe("application/json; charset=utf-8");
    expect(await response.text()).toBe(await plain.text());
    expect(response.headers.get("vary")).toContain("Accept");
  });

  it.each(["image/png", "text/csv;q=0"])("are refused for Accept: %s", async (accept) => {
    const response = await exported(tracks, accept);

    expect(response.status).toBe(406);
    expect(await response.json()).toMatchObject({ error: { code: "NOT_ACCEPTABLE" } });
  });

  it.each(types)("are named and of the type %s, which may be one of several", async (type) => {
    const response = await exported(`${tracks}?text=here`, `${type}, application/json;q=0.5`);

    expect(response.status).toBe(200);
    expect(response.headers.get("content-type")).toMatch(type);
    expect(response.headers.get("content-disposition")).toMatch(/^attachment; filename=tracks\./);
    expect(response.headers.get("cache-control")).toContain("private");
    expect(await response.text()).toContain("Ann");
  });

  it("have every track that meets the conditions, in order, and not one page", async () => {
    const response = await exported(`${tracks}?tempo.gte=110&order=-trackName`, types[1]!);

    const rows = (await response.text()).trim().split("\n");
    const names = rows.map((row) => (JSON.parse(row) as { trackName: string }).trackName);
    expect(names).toHaveLength(2_000);
    expect(names).toEqual([...names].sort().reverse());
  });

  it("have more tracks than a page where they are asked for, after a cursor", async () => {
    const page = await application.get(`${tracks}?limit=1`);
    const body = (await page.json()) as { page: { nextCursor: string } };
    const path = `${tracks}?limit=150&cursor=${body.page.nextCursor}`;

    const file = await (await exported(path, "application/vnd.apache.parquet")).arrayBuffer();

    const rows = await parquetReadObjects({ file, columns: ["artist"] });
    expect(rows).toEqual(Array.from({ length: 150 }, () => ({ artist: "Bob" })));
  });

  it("have the files of this machine as a playlist", async () => {
    const text = await (await exported(`${tracks}?limit=3`, "audio/mpegurl")).text();

    expect(text.split("\n")).toContain(join(folder, "Ann - Here & there.aiff"));
    expect(text).toContain("# 2 tracks are left out");
  });

  it("leave a file out that has changed since it was measured, and say so in a trailer", async () => {
    const before = await withTrailers(`${tracks}?text=changes`, "text/csv");
    await appendFile(join(folder, changing), "more");

    const after = await withTrailers(`${tracks}?text=changes`, "text/csv");

    expect(before.text).toContain(join(folder, changing));
    expect(after.text).not.toContain("Changes");
    const trailers = [before, after].map((one) => one.trailers["overtone-left-out"]);
    expect(trailers).toEqual(["0", "1"]);
  });

  it("have given tracks in the order of their keys, without those that are not analysed", async () => {
    const keys = [
      trackKeyFrom("Bob", "Track 7"),
      "0123456789abcdef",
      trackKeyFrom("Ann", "Here & there"),
    ];

    const path = `/api/audio/analysis?trackKeys=${keys.join(",")}`;
    const response = await exported(path, "application/x-ndjson");

    const rows = (await response.text()).trim().split("\n");
    const names = rows.map((row) => (JSON.parse(row) as { trackName: string }).trackName);
    expect(names).toEqual(["Track 7", "Here & there"]);
  });

  it.each([
    [`${tracks}?limit=1`],
    [`${tracks}/${trackKeyFrom("Bob", "Track 7")}/similar?limit=1`],
    [
      `/api/audio/mix-path?length=2&from=${trackKeyFrom("Bob", "Track 7")}&to=${trackKeyFrom("Bob", "Track 8")}`,
    ],
    [`/api/audio/analysis?trackKeys=${trackKeyFrom("Bob", "Track 7")}`],
  ])("begin with a byte order mark in CSV, but for bom=false: %s", async (path) => {
    const responses = [
      await exported(path, "text/csv"),
      await exported(`${path}&bom=true`, "text/csv"),
      await exported(`${path}&bom=false`, "text/csv"),
      await exported(path, "application/x-ndjson"),
    ];

    const bodies = await Promise.all(responses.map((response) => response.arrayBuffer()));
    const [marked, asked, bare, lines] = bodies.map((body) => Buffer.from(body).toString());
    expect(bare).toMatch(/^trackKey,/);
    expect([marked, asked]).toEqual([`\uFEFF${bare}`, `\uFEFF${bare}`]);
    expect(lines).not.toMatch(/^\uFEFF/);
  });

  it("have the comment that is asked for, where they are for rekordbox", async () => {
    const rekordbox = "application/x-rekordbox+xml";
    const commentsOf = async (query: string): Promise<readonly string[]> => {
      const response = await exported(`${tracks}?text=here${query}`, rekordbox);
      return [...(await response.text()).matchAll(/ Comments="([^"]*)"/g)].map(([, text]) => text!);
    };

    // Neither a key nor energy was measured.
    expect(await commentsOf("&comment=%7Btempo%7D%20BPM")).toEqual(["100 BPM"]);
    expect(await commentsOf("")).toEqual([""]);
  });

  it.each([
    [`${tracks}?bom=perhaps`, 400, "INVALID_INPUT"],
    [`${tracks}?comment=%7Bbpm%7D`, 400, "INVALID_INPUT"],
    [`${tracks}?tempo.gte=fast`, 400, "INVALID_INPUT"],
    [`${tracks}?limit=0`, 400, "INVALID_INPUT"],
    [`${tracks}/0123456789abcdef/similar`, 404, "TRACK_NOT_FOUND"],
  ])("are refused as JSON for %s", async (path, status, code) => {
    const response = await exported(path, "text/csv");

    expect(response.status).toBe(status);
    expect(await response.json()).toMatchObject({ success: false, error: { code } });
    expect(response.headers.has("content-disposition")).toBe(false);
  });

  it("read nothing for HEAD", async () => {
    const { url, token } = application;
    const headers = { authorization: `Bearer ${token}`, accept: "text/csv" };

    const response = await fetch(`${url}${tracks}`, { method: "HEAD", headers });

    expect(response.headers.get("content-type")).toMatch("text/csv");
    expect(reads).toBe(0);
  });

  it("answer with an error where the first tracks cannot be read, and end early after them", async () => {
    failAfter = 0;
    const first = await exported(tracks, "text/csv");
    failAfter = 3;
    reads = 0;
    const later = await exported(tracks, "text/csv");

    expect(first.status).toBe(503);
    expect(later.status).toBe(200);
    await expect(later.text()).rejects.toThrow();
    const failures = application.logger.lines.filter(({ level }) => level === "warn");
    expect(failures.map(({ facts }) => [facts["code"], facts["path"]])).toEqual([
      ["STORAGE_UNAVAILABLE", tracks],
      ["STORAGE_UNAVAILABLE", tracks],
    ]);
  });

  it("stop when the client leaves", async () => {
    const leaving = new AbortController();
    const { url, token, logger } = application;
    const headers = { authorization: `Bearer ${token}`, accept: "application/x-ndjson" };
    let goOn = (): void => undefined;
    gate = new Promise((resolve) => (goOn = resolve));
    const response = await fetch(`${url}${tracks}`, { headers, signal: leaving.signal });
    await response.body?.getReader().read();

    leaving.abort();
    const requestId = response.headers.get("x-request-id");
    await waitUntil(() =>
      logger.lines.some((line) => isLeft(line) && line.facts["requestId"] === requestId),
    );
    goOn();
    for (let turn = 0; turn < 100; turn++) await nextTurn();

    expect(reads).toBe(2);
  });
});
