import { spawn } from "node:child_process";
import { on, once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { offline } from "../offline.js";
import { longRecording } from "./long-recording.js";
import { RunningProcess, startServerProcess, stopProcesses } from "./running-process.js";

const longKey = trackKeyFrom("Nobody", "Long");

describe("The server process", () => {
  let folder: string;
  let environment: Record<string, string>;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-process-"));
    environment = { DATA_DIR: folder, LOG_LEVEL: "warn", ANALYSIS_WAIT_MS: "60000" };
  });
  afterEach(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (url: string, path: string, token = ""): Promise<Response> =>
    fetch(`${url}${path}`, { headers: { Authorization: `Bearer ${token}` } });

  it("prints a key at its first start only, and keeps its analyses", async () => {
    const first = await startServerProcess(environment);
    const path = "/api/audio/analysis/62ac659c10e82543";
    const analysed = await (await ask(first.url, path, first.token)).json();
    const stopped = await first.process.stop();

    const second = await startServerProcess(environment);
    const kept = await ask(second.url, path, first.token);

    expect(first.token).toBeDefined();
    expect(second.token).toBeUndefined();
    expect(stopped.exitCode).toBe(0);
    expect(kept.headers.get("etag")).toMatch(/^"62ac659c10e82543-/);
    expect(await kept.json()).toEqual(analysed);
    await second.process.stop();
  });

  it("loses nothing when it is killed during an analysis: the next start continues with it", async () => {
    await writeFile(join(folder, "Nobody - Long.wav"), longRecording());
    environment = { ...environment, LIBRARY_DIRS: folder };
    const first = await startServerProcess(environment);
    const path = `/api/audio/analysis/${longKey}`;
    const started = await fetch(`${first.url}${path}`, {
      headers: { Authorization: `Bearer ${first.token}`, Prefer: "respond-async" },
    });
    const stateBefore = await started.json();
    const sent = await fetch(`${first.url}/api/audio/analysis?artist=Ann&track=Upload`, {
      method: "POST",
      headers: {
        ...{ Authorization: `Bearer ${first.token}`, "Content-Type": "audio/wav" },
        Prefer: "respond-async",
      },
      body: longRecording(),
    });
    await first.process.stop("SIGKILL");

    const second = await startServerProcess(environment);
    const statePath = `/api/audio/analysis?trackKeys=${longKey}&compute=false`;
    const kept = await (await ask(second.url, statePath, first.token)).json();
    const answer = await ask(second.url, path, first.token);
    const ofUpload = await ask(second.url, sent.headers.get("location") ?? "", first.token);

    // It was running before the kill, and had not been stored: so it ran at the kill.
    expect(started.status).toBe(202);
    expect(stateBefore).toMatchObject({ data: null, status: "processing" });
    expect(kept).toMatchObject({ data: [{ status: expect.stringMatching(/queued|processing/) }] });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ success: true, data: { duration_ms: 120_000 } });
    expect([sent.status, ofUpload.status]).toEqual([202, 200]);
    expect(await ofUpload.json()).toMatchObject({ success: true, data: { trackName: "Upload" } });
    await second.process.stop();
  });

  it("lists every mistake in its environment, and does not start", async () => {
    const server = new RunningProcess("dist/main.js", [], { PORT: "x", LOG_LEVEL: "loud" });

    const { exitCode, errors } = await server.finished();

    expect(exitCode).toBe(2);
    expect(errors).toMatch(/PORT:[^]*LOG_LEVEL:/);
  });

  it("ends with `npm start`, which a supervisor ends by its process id", async () => {
    const npm = spawn("npm", ["start"], {
      env: { ...process.env, ...offline, ...environment, PORT: "0" },
      stdio: ["ignore", "pipe", "ignore"],
      detached: true,
    });
    let output = "";
    for await (const [chunk] of on(npm.stdout, "data", { close: ["end"] })) {
      output += String(chunk);
      if (output.includes("Both in one request")) break;
    }
    npm.stdout.resume();
    const url = /listens at (\S+)/.exec(output)?.[1] ?? "";
    const isAnswered = (): Promise<boolean> =>
      ask(url, "/health/live").then(
        () => true,
        () => false,
      );
    const before = await isAnswered();

    npm.kill("SIGTERM");
    await once(npm, "exit");

    const after = await isAnswered();
    if (after) process.kill(-(npm.pid ?? 0), "SIGKILL");
    expect({ before, after }).toEqual({ before: true, after: false });
  });
});
