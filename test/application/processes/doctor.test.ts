import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, StandInProviderServer } from "../../fakes/stand-in-provider-server.js";
import { overtone, startServerProcess, stopProcesses } from "./running-process.js";

describe("overtone doctor", () => {
  let folder: string;
  let deezer: StandInProviderServer;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-doctor-"));
    deezer = await StandInProviderServer.open(json({ data: [] }));
  });
  afterEach(async () => {
    await stopProcesses();
    await deezer.close();
    await rm(folder, { recursive: true });
  });

  it("checks everything while a server runs, prints a line each, and exits with 0", async () => {
    const server = await startServerProcess({ DATA_DIR: folder, LOG_LEVEL: "warn" });

    const { exitCode, output } = await overtone(["doctor"], {
      DATA_DIR: folder,
      PORT: new URL(server.url).port,
      METADATA_PROVIDERS: "library,deezer",
      DEEZER_BASE_URL: deezer.baseUrl,
      PUBLIC_URL: server.url,
      TRUST_PROXY: "loopback",
    });

    const kept = ["database", "privacy", "stored", "cache", "disk"];
    const parts = ["node", ...kept, "ffmpeg", "library", "added", "provider", "port", "proxy"];
    const lines = output.split("\n").filter((line) => !line.startsWith(" ") && line !== "");
    expect(lines.map((line) => line.split(/ +/)[1])).toEqual(parts);
    expect(output).toMatch(/^ok +database .*overtone\.db: undamaged, writable/m);
    expect(output).toMatch(/^ok +library .* audio files: 12; known from the last scan: 12/m);
    expect(output).toMatch(/^ok +provider deezer +answered in/m);
    expect(output).toMatch(/^ok +port \d+ +Overtone is running/m);
    expect(output).toMatch(
      /^ok +proxy +Overtone responds .*; trusted: 127\.0\.0\.0\/8, ::1\/128$/m,
    );
    expect(exitCode).toBe(0);
  });

  it("checks the folders that were added while servers ran", async () => {
    const music = join(folder, "music");
    await mkdir(music);
    const environment = { DATA_DIR: folder, PORT: "0", METADATA_PROVIDERS: "library" };
    await overtone(["migrate"], environment);
    const added = await overtone(["library", "add", music], environment);

    const before = await overtone(["doctor"], environment);
    await rm(music, { recursive: true });
    const after = await overtone(["doctor"], environment);
    await overtone(["library", "pause", music], environment);
    const paused = await overtone(["doctor"], environment);

    expect(added.exitCode).toBe(0);
    expect(narrow(before.output)).toContain(`added folders ${music}: contains no audio files`);
    expect(narrow(after.output)).toContain(`added folders ${music}: does not exist`);
    expect(after.output).toContain("`overtone library remove`");
    expect(paused.output).toMatch(/^ok +added folders +1 is paused$/m);
    expect([after.exitCode, paused.exitCode]).toEqual([1, 0]);
  });

  it("says how to fix a problem, and exits with 1", async () => {
    await writeFile(join(folder, "overtone.db"), "not a database at all, but as long as one page");

    const { exitCode, output } = await overtone(["doctor", "--json"], {
      DATA_DIR: folder,
      PORT: "0",
      LIBRARY_DIRS: join(folder, "nowhere"),
    });

    const { isHealthy, findings } = JSON.parse(output) as {
      isHealthy: boolean;
      findings: { what: string; state: string; advice?: string }[];
    };
    const failed = findings.filter(({ state }) => state === "fail");
    expect(isHealthy).toBe(false);
    expect(failed.map(({ what }) => what)).toEqual([
      "database",
      "cache",
      `library ${join(folder, "nowhere")}`,
    ]);
    expect(failed.every(({ advice }) => advice !== undefined)).toBe(true);
    expect(exitCode).toBe(1);
  });
});

/** Returns a table without its columns. */
const narrow = (text: string): string => text.replace(/ +/g, " ");
