import { randomUUID } from "node:crypto";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { creationOf, providedServer } from "../../postgres/provided-server.js";
import { overtone, startServerProcess, stopProcesses } from "./running-process.js";

const demoTrack = "/api/audio/analysis/62ac659c10e82543";

const recording = fileURLToPath(new URL("../../recordings/audio/tones-16.flac", import.meta.url));

describe("Two server processes on one PostgreSQL database", () => {
  let folder: string;
  let environments: Record<string, string>[];
  let urls: string[];
  let token: string | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-postgres-servers-"));
    const server = await providedServer();
    const name = `servers_${randomUUID().replaceAll("-", "")}`;
    const client = new pg.Client({ connectionString: server.url("postgres") });
    await client.connect();
    await client.query(creationOf(name)).finally(() => client.end());
    environments = ["one", "other"].map((own) => ({
      DATABASE_URL: server.url(name),
      DATA_DIR: join(folder, own),
      LOG_LEVEL: "warn",
      ANALYSIS_WAIT_MS: "60000",
    }));
    const servers = await Promise.all(environments.map((given) => startServerProcess(given)));
    urls = servers.map(({ url }) => url);
    token = servers.find((started) => started.token !== undefined)?.token;
  });
  afterAll(async () => {
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  const ask = (at: number, path: string, key = token, init: RequestInit = {}): Promise<Response> =>
    fetch(`${urls[at]}${path}`, { ...init, headers: { Authorization: `Bearer ${key}` } });

  it("find the tracks of the library, and each returns an analysis that the other made", async () => {
    const found = await ask(1, "/api/audio/search?track=Slow+Waltz");
    const made = await ask(0, demoTrack);
    const seen = await ask(1, demoTrack);

    expect(await found.json()).toMatchObject({ data: [{ trackName: "Slow Waltz" }] });
    expect(made.status).toBe(200);
    expect(seen.headers.get("etag")).toBe(made.headers.get("etag"));
    expect(await seen.json()).toEqual(await made.json());
  });

  it("list an uploaded file that the other has analysed", async () => {
    const body = new FormData();
    body.set("file", new Blob([await readFile(recording)]), "Ann Uploader - Tones.flac");

    const uploaded = await ask(0, "/api/audio/analysis", token, { method: "POST", body });
    const listed = await ask(1, "/api/audio/tracks?text=uploader");

    expect(uploaded.status).toBe(200);
    expect(await listed.json()).toMatchObject({
      data: [{ trackKey: trackKeyFrom("Ann Uploader", "Tones") }],
    });
  });

  it("refuse a key within a second after a command has revoked it", async () => {
    const made = await overtone(["keys", "create", "--name", "short-lived"], environments[0]);
    const key = made.output.trim();
    const before = [await ask(0, demoTrack, key), await ask(1, demoTrack, key)];
    await overtone(["keys", "revoke", key.slice(8, 16)], environments[0]);
    const revokedAt = performance.now();

    let status = 200;
    while (status === 200) ({ status } = await ask(1, demoTrack, key));

    expect(before.map((answer) => answer.status)).toEqual([200, 200]);
    expect(status).toBe(401);
    expect(performance.now() - revokedAt).toBeLessThan(1_500);
  });

  it("keep everything when they start again, and doctor and migrate approve of the database", async () => {
    const before = await (await ask(0, demoTrack)).json();
    await stopProcesses();

    const again = await startServerProcess(environments[0]!);
    urls[0] = again.url;
    const after = await ask(0, demoTrack);
    const doctor = await overtone(["doctor"], { ...environments[0], PORT: "0" });
    const migrate = await overtone(["migrate"], environments[0]);

    expect(again.token).toBeUndefined();
    expect(await after.json()).toEqual(before);
    expect(doctor.output).toMatch(/^ok +database +\S+: PostgreSQL \d+\.\d+, writable, at \d{4}-/m);
    expect(doctor.output).toMatch(/^ok +library .* known from the last scan: 12/m);
    expect(migrate).toMatchObject({ exitCode: 0, output: "The database is up to date.\n" });
  });

  it("do not start with a wrong password, and neither they nor doctor print it", async () => {
    const refused = {
      ...environments[0],
      DATABASE_URL: environments[0]!["DATABASE_URL"]!.replace("postgres@", "guarded:hunter2@"),
    };

    const migrate = await overtone(["migrate"], refused);
    const doctor = await overtone(["doctor"], { ...refused, PORT: "0" });

    expect(migrate.exitCode).toBe(1);
    expect(migrate.errors).toContain("refuses the user or the password");
    expect(doctor.exitCode).toBe(1);
    expect(doctor.output).toMatch(/^fail +database .*refuses the user or the password/m);
    expect(migrate.errors + migrate.output + doctor.output + doctor.errors).not.toContain(
      "hunter2",
    );
  });
});
