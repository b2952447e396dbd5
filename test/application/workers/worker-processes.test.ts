import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { NodeRandomSource } from "../../../src/adapters/runtime/node-random-source.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import type { Scope } from "../../../src/domain/api-key.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { AccessService } from "../../../src/services/access/access-service.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { waitUntil } from "../../wait-until.js";
import { RunningProcess, startServerProcess, stopProcesses } from "../processes/running-process.js";

/** Short pieces, and one that takes a worker long enough to be stopped in the middle of it. */
const shortSeconds = 3;
const longSeconds = 120;
const short = ["One", "Two", "Three", "Four", "Five", "Six"];

describe("Worker processes", () => {
  let folder: string;
  let url: string;
  let jobs: Database.Database;
  let headers: Record<string, string>;
  let workerKey: string;
  let readerKey: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-worker-processes-"));
    const library = join(folder, "music");
    await mkdir(library);
    const pieces = [
      ...short.map((name) => [name, shortSeconds] as const),
      ["Long", longSeconds] as const,
    ];
    for (const [index, [name, seconds]] of pieces.entries()) {
      await writeFile(join(library, `Ann - ${name}.wav`), tone(seconds, 220 + 10 * index));
    }
    const path = join(folder, "overtone.db");
    [readerKey, workerKey] = await issueKeys(`sqlite:${path}`, ["read"], ["work"]);
    headers = { authorization: `Bearer ${readerKey}` };
    const server = await startServerProcess({
      DATA_DIR: folder,
      LIBRARY_DIRS: library,
      ANALYSIS_CONCURRENCY: "0",
      LOG_LEVEL: "warn",
    });
    ({ url } = server);
    jobs = new Database(path, { timeout: 5_000 });
  });
  afterAll(async () => {
    jobs.close();
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  const startWorker = async (...args: readonly string[]): Promise<RunningProcess> => {
    const worker = new RunningProcess(
      "dist/cli/overtone.js",
      ["worker", "--server", url, "--concurrency", "1", ...args],
      { WORKER_KEY: workerKey, LOG_LEVEL: "debug" },
    );
    await worker.saying(/^Working for /m);
    return worker;
  };
  const keyOf = (name: string): string => trackKeyFrom("Ann", name);
  const request = (names: readonly string[]): Promise<Response> =>
    fetch(`${url}/api/audio/analysis?trackKeys=${names.map(keyOf).join(",")}`, { headers });
  /** The number of tracks that are analysed. */
  const analysedCount = (): unknown => jobs.prepare("select count(*) from analyses").pluck().get();
  /** The newest job of the long piece. */
  const longJob = (): unknown =>
    jobs
      .prepare("select state, attempts from analysis_jobs where track_key = ? order by place")
      .all(keyOf("Long"))
      .at(-1);
  /** Waits until a worker runs its first job. */
  const untilRunning = (worker: RunningProcess): Promise<void> =>
    waitUntil(() => worker.errors.includes('"msg":"Analysing"'));

  it("share the jobs of a server, and analyse each track once", async () => {
    const workers = await Promise.all([startWorker(), startWorker()]);

    await request(short);
    for (let count = 1; count <= short.length; count++) {
      await waitUntil(() => Number(analysedCount()) >= count);
    }
    const ended = await Promise.all(workers.map((worker) => worker.stop()));

    const shares = ended.map(({ errors }) => errors.match(/"msg":"Analysed"/g)?.length ?? 0);
    expect(ended.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    expect(shares[0]! + shares[1]!).toBe(short.length);
  });

  it("give a job back at once where they may not finish it", async () => {
    await request(["Long"]);
    const worker = await startWorker("--drain", "0");
    await untilRunning(worker);

    const { exitCode } = await worker.stop();

    expect(exitCode).toBe(0);
    expect(longJob()).toEqual({ state: "waiting", attempts: 0 });
  });

  it("take over the job of one that was killed, and finish it before they stop", async () => {
    const killed = await startWorker();
    await untilRunning(killed);
    await killed.stop("SIGKILL");
    // As if a minute had passed.
    jobs.prepare("update analysis_jobs set lease_until = 0 where state = 'running'").run();
    const other = await startWorker();
    await untilRunning(other);

    const { exitCode } = await other.stop();

    expect(exitCode).toBe(0);
    expect(longJob()).toEqual({ state: "ended", attempts: 2 });
    expect(analysedCount()).toBe(short.length + 1);
  });

  it("end with a message where the server refuses their key", async () => {
    const refused = new RunningProcess("dist/cli/overtone.js", ["worker", "--server", url], {
      WORKER_KEY: readerKey,
    });

    const { exitCode, errors } = await refused.finished();

    expect([exitCode, errors]).toEqual([1, expect.stringContaining('lacks the scope "work"')]);
  });
});

/** Returns a file with a tone that swells twice a second; another tone is another recording. */
function tone(seconds: number, hertz: number): Uint8Array {
  const sampleRate = 22_050;
  const samples = Float32Array.from({ length: seconds * sampleRate }, (_, at) => {
    const time = at / sampleRate;
    return 0.5 * Math.sin(2 * Math.PI * hertz * time) * Math.abs(Math.sin(2 * Math.PI * time));
  });
  return wavBytes({ channels: [samples], sampleRate, encoding: "s16" });
}

/** Creates keys in a new database. */
async function issueKeys(
  databaseUrl: string,
  ...keys: readonly (readonly Scope[])[]
): Promise<[string, string]> {
  const database = await openDatabase({ url: databaseUrl });
  const [clock, random] = [new SystemClock(), new NodeRandomSource()];
  const limiter = { take: () => Promise.reject(new Error("Not needed here.")) };
  const access = new AccessService({
    ...{ clock, random, limiter },
    keys: new SqlApiKeyStore({ database, clock }),
  });
  const issued: string[] = [];
  for (const scopes of keys) issued.push((await access.issue({ name: "tests", scopes })).token);
  await database.close();
  return [issued[0]!, issued[1]!];
}
