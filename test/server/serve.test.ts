import { copyFile, mkdtemp, realpath, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import BetterSqlite from "better-sqlite3";
import { compose } from "../../src/composition/compose.js";
import { configFrom } from "../../src/config/config.js";
import { serve } from "../../src/server/serve.js";
import { StartError } from "../../src/config/start-error.js";
import { offline } from "../application/offline.js";

const demoTrack = fileURLToPath(
  new URL("../../src/demo/library/The Copper Wires - Gravel Road.wav", import.meta.url),
);

/** Returns a free port. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Makes the database refuse the first key, as if it were damaged or the disk full. */
function refuseKeys(path: string): void {
  const database = new BetterSqlite(path);
  database.exec(
    "create trigger refuse before insert on api_keys begin select raise(abort, 'full'); end",
  );
  database.close();
}

describe("A start", () => {
  let folder: string;
  let environment: Record<string, string>;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-serve-"));
    const places = { DATA_DIR: folder, LIBRARY_DIRS: folder, PORT: "0" };
    environment = { ...offline, ...places, LOG_LEVEL: "silent" };
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("prints which library folders are missing", async () => {
    const away = join(folder, "nowhere");
    const config = configFrom({ ...environment, LIBRARY_DIRS: `${folder}:${away}` });
    let said = "";

    await serve(config, (text) => {
      said = text;
      process.emit("SIGTERM", "SIGTERM");
    });

    expect(said).toContain(`\n  Library:   0 files\n  Missing:   ${away} does not exist\n`);
  });

  it("prints where it listens, and requests to its public URL", async () => {
    const config = configFrom({ ...environment, PUBLIC_URL: "https://example.org/overtone" });
    let said = "";

    await serve(config, (text) => {
      said = text;
      process.emit("SIGTERM", "SIGTERM");
    });

    expect(said).toMatch(/listens at http:\/\/127\.0\.0\.1:\d+\n/);
    expect(said).toContain("\n  Explore:   https://example.org/overtone/\n");
    expect(said).toMatch(
      /\n {2}Sign in: {3}https:\/\/example\.org\/overtone\/#session=[0-9a-f]{48}\n/,
    );
    expect(said).toContain('"https://example.org/overtone/api/audio/search?');
    expect(said).toMatch(/ https:\/\/example\.org\/overtone\/graphql\n$/);
  });

  it("prints requests to this machine where it listens at all addresses", async () => {
    const config = configFrom({ ...environment, HOST: "0.0.0.0" });
    let said = "";

    await serve(config, (text) => {
      said = text;
      process.emit("SIGTERM", "SIGTERM");
    });

    expect(said).toMatch(/listens at http:\/\/0\.0\.0\.0:\d+\n/);
    expect(said).toMatch(/\n {2}Explore: {3}http:\/\/127\.0\.0\.1:\d+\/\n/);
    expect(said.match(/0\.0\.0\.0/g)).toHaveLength(1);
  });

  it("prints that the library is still being scanned, and when the scan is complete", async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, index) =>
        copyFile(demoTrack, join(folder, `Ann - Take ${index}.wav`)),
      ),
    );
    const said: string[] = [];

    await serve(
      configFrom(environment),
      (text) => {
        said.push(text);
        if (text.includes("is scanned")) process.emit("SIGTERM", "SIGTERM");
      },
      { firstScanMilliseconds: 0 },
    );

    expect(said[0]).toContain("still being scanned, so the requests below may find nothing yet");
    expect(said[1]).toBe(
      "The library is scanned: 30 files. The requests above find its tracks now.",
    );
  });

  it("shows requests for the demo track while the demo library is still being scanned", async () => {
    const bare = { ...offline, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "silent" };
    const printed: string[] = [];

    await serve(
      configFrom(bare),
      (text) => {
        printed.push(text);
        if (text.includes("is scanned")) process.emit("SIGTERM", "SIGTERM");
      },
      { firstScanMilliseconds: 0 },
    );

    expect(printed[0]).toContain("still being scanned");
    expect(printed[0]).toContain("/api/audio/analysis/62ac659c10e82543");
    expect(printed[0]).toContain("/api/audio/search?track=Four+on+the+Floor&artist=Overtone");
  });

  it("prints which folders of the library are not configured", async () => {
    const other = await mkdtemp(join(tmpdir(), "overtone-other-"));
    await copyFile(demoTrack, join(other, "Ann - Song.wav"));
    const stop = (): void => void process.emit("SIGTERM", "SIGTERM");
    await serve(configFrom({ ...environment, LIBRARY_DIRS: other }), stop);
    const bare = { ...offline, DATA_DIR: folder, PORT: "0", LOG_LEVEL: "silent" };
    let said = "";

    await serve(configFrom(bare), (text) => {
      said = text;
      stop();
    });

    expect(said).toContain("LIBRARY_DIRS is not set");
    expect(said).toContain(`Not read:  ${await realpath(other)} (1 files)`);
    expect(said).toContain(`npx overtone library remove "${await realpath(other)}"`);
    await rm(other, { recursive: true });
  });

  it("names the setting where the address does not belong to this machine", async () => {
    const starting = serve(configFrom({ ...environment, HOST: "192.0.2.1" }), () => undefined);

    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(/^The server cannot listen on 192\.0\.2\.1 .* Set HOST/);
  });

  it("reports a failure after listening in one message, and closes everything", async () => {
    const port = await freePort();
    const config = configFrom({ ...environment, PORT: String(port) });
    await (await compose(config)).close();
    refuseKeys(join(folder, "overtone.db"));

    const starting = serve(config, () => undefined);

    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(/^The database .*overtone\.db refuses a statement/);
    await expect(fetch(`http://127.0.0.1:${port}/health/live`)).rejects.toThrow("fetch failed");
  });
});
