import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import BetterSqlite from "better-sqlite3";
import { compose } from "../src/compose.js";
import { configFrom } from "../src/config.js";
import { serve } from "../src/serve.js";
import { StartError } from "../src/start-error.js";
import { offline } from "./application/offline.js";

/** A port that nobody listens on. */
async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** Has the database refuse the first key, as it does where it is damaged or the disk is full. */
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

  it("says which library folders are away", async () => {
    const away = join(folder, "nowhere");
    const config = configFrom({ ...environment, LIBRARY_DIRS: `${folder}:${away}` });
    let said = "";

    await serve(config, (text) => {
      said = text;
      process.emit("SIGTERM", "SIGTERM");
    });

    expect(said).toContain(`\n  Library:   0 files\n  Missing:   ${away} does not exist\n`);
  });

  it("names the setting where its address is none of this machine", async () => {
    const starting = serve(configFrom({ ...environment, HOST: "192.0.2.1" }), () => undefined);

    await expect(starting).rejects.toThrow(StartError);
    await expect(starting).rejects.toThrow(/^192\.0\.2\.1 cannot be .* Set HOST/);
  });

  it("that fails after listening says so in a sentence, and leaves nothing running", async () => {
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
