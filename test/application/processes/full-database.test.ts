import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FullServer } from "../../postgres/full-server.js";
import { overtone, RunningProcess, startServerProcess, stopProcesses } from "./running-process.js";

const reason = /has no free connection: raise max_connections/;

describe("A server process on a database all of whose connections are taken", () => {
  let folder: string;
  let database: FullServer;
  let environment: Record<string, string>;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-full-database-"));
    database = await FullServer.start();
    environment = { DATABASE_URL: database.url, DATA_DIR: folder, LOG_LEVEL: "warn", PORT: "0" };
  });
  afterAll(async () => {
    await stopProcesses();
    await database.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it("refuses requests until connections are given back, and then answers them", async () => {
    const { process, url, token } = await startServerProcess(environment);
    const ask = (): Promise<Response> =>
      fetch(`${url}/api/audio/tracks`, { headers: { authorization: `Bearer ${token}` } });
    const before = await ask();
    await database.fill();

    const refused = await ask();
    await database.release();
    const after = await ask();
    const { exitCode, errors } = await process.stop();

    expect([before.status, refused.status, after.status]).toEqual([200, 503, 200]);
    expect(refused.headers.get("retry-after")).toBe("5");
    expect(await refused.json()).toMatchObject({ error: { code: "STORAGE_UNAVAILABLE" } });
    expect(exitCode).toBe(0);
    expect(errors).not.toContain('"code":"INTERNAL"');
  });

  it("does not start, and says so in one line, as doctor does", async () => {
    await database.fill();

    const [start, doctor] = await Promise.all([
      new RunningProcess("dist/main.js", [], environment).finished(),
      overtone(["doctor"], environment),
    ]);
    await database.release();

    expect([start.exitCode, doctor.exitCode]).toEqual([1, 1]);
    expect(start.errors.trim()).toMatch(reason);
    expect(start.errors.trim().split("\n")).toHaveLength(1);
    expect(doctor.output).toMatch(/^fail +database .*has no free connection/m);
  });
});
