import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { createDatabase } from "../../postgres/provided-server.js";
import { longRecording } from "./long-recording.js";
import {
  overtone,
  type RunningProcess,
  startServerProcess,
  stopProcesses,
} from "./running-process.js";

const demoTrack = "/api/audio/analysis/62ac659c10e82543";

const recording = fileURLToPath(new URL("../../recordings/audio/tones-16.flac", import.meta.url));

describe("Two server processes on one PostgreSQL database", () => {
  let folder: string;
  let environment: Record<string, string>;
  const urls: string[] = [];
  let killed: RunningProcess;
  let token: string | undefined;
  let made: Response;
  let uploaded: Response;

  // The second one starts when the first has analysed, as after a restart.
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-postgres-servers-"));
    environment = {
      DATABASE_URL: await createDatabase(),
      DATA_DIR: folder,
      LOG_LEVEL: "warn",
      ANALYSIS_WAIT_MS: "60000",
      RATE_LIMIT_PER_SECOND: "100000",
    };
    const first = await startServerProcess(environment);
    urls.push(first.url);
    killed = first.process;
    token = first.token;
    made = await ask(0, demoTrack);
    const body = new FormData();
    body.set("file", new Blob([await readFile(recording)]), "Ann Uploader - Tones.flac");
    uploaded = await ask(0, "/api/audio/analysis", { method: "POST", body });
    const second = await startServerProcess(environment);
    urls.push(second.url);
  });
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (at: number, path: string, init: RequestInit = {}): Promise<Response> =>
    fetch(`${urls[at]}${path}`, { ...init, headers: { Authorization: `Bearer ${token}` } });

  it("both find the tracks of the library", async () => {
    const found = await Promise.all(
      [0, 1].map((at) => ask(at, "/api/audio/search?track=Slow+Waltz")),
    );

    for (const answer of found) {
      expect(await answer.json()).toMatchObject({ data: [{ trackName: "Slow Waltz" }] });
    }
  });

  it("return what the other has analysed, an uploaded file included", async () => {
    const seen = await ask(1, demoTrack);
    const listed = await ask(1, "/api/audio/tracks?text=uploader");

    expect([made.status, uploaded.status]).toEqual([200, 200]);
    expect(seen.headers.get("etag")).toBe(made.headers.get("etag"));
    expect(await seen.json()).toEqual(await made.json());
    expect(await listed.json()).toMatchObject({
      data: [{ trackKey: trackKeyFrom("Ann Uploader", "Tones") }],
    });
  });

  it("have a database that doctor approves of", async () => {
    const doctor = await overtone(["doctor"], { ...environment, PORT: "0" });

    expect(doctor.output).toMatch(/^ok +database +\S+: PostgreSQL \d+\.\d+, writable, at \d{4}-/m);
    expect(doctor.output).toMatch(/^ok +library .* known from the last scan: 12/m);
  });

  it("refuse a key within a second after another process has revoked it", async () => {
    const database = await openDatabase({ url: environment["DATABASE_URL"]! });
    const before = await Promise.all([0, 1].map((at) => ask(at, demoTrack)));
    const keys = new SqlApiKeyStore({ database });
    const isRevoked = await keys.revoke(token?.slice(8, 16) ?? "", Date.now());
    const revokedAt = performance.now();

    const answers = before.map((answer) => answer.status);
    for (const at of [0, 1])
      while (answers[at] === 200) answers[at] = (await ask(at, demoTrack)).status;

    expect(isRevoked).toBe(true);
    expect(answers).toEqual([401, 401]);
    // Nine seconds for the requests themselves on a busy machine.
    expect(performance.now() - revokedAt).toBeLessThan(10_000);
    await database.close();
  });

  it("lose nothing when one is killed during an analysis: the other continues with it", async () => {
    const created = await overtone(
      ["keys", "create", "--name", "sender", "--scopes", "read,write"],
      environment,
    );
    token = /ot_live_\S+/.exec(created.output)?.[0];
    const headers = { "Content-Type": "audio/wav", Prefer: "respond-async" };
    const sent = await fetch(`${urls[0]}/api/audio/analysis?artist=Ann&track=Long`, {
      method: "POST",
      headers: { ...headers, Authorization: `Bearer ${token}` },
      body: longRecording(),
    });
    const path = sent.headers.get("location") ?? "";

    await killed.stop("SIGKILL");
    const answer = await ask(1, path);

    expect([sent.status, answer.status]).toEqual([202, 200]);
    expect(await answer.json()).toMatchObject({ success: true, data: { duration_ms: 120_000 } });
  });
});
