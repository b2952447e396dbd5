import { execFileSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { offline } from "../../application/offline.js";
import type { BenchDatabase } from "../database/bench-database.js";
import { MeasuredServer } from "./measured-server.js";

const built = (path: string): URL => new URL(`../../../dist/${path}`, import.meta.url);

/** A built server that answers, and a key that may read. */
export interface KeyedServer {
  readonly server: MeasuredServer;
  readonly url: string;
  readonly token: string;
}

/** Starts the built server on a database. Only the first start on one prints a key, so another is created for each. */
export async function openKeyedServer(bench: BenchDatabase): Promise<KeyedServer> {
  const place = { DATABASE_URL: bench.url, DATA_DIR: bench.folder };
  const limits = { RATE_LIMIT_PER_SECOND: "1000000", PROCESSOR_PERCENT: "0" };
  const server = new MeasuredServer({
    program: built("main.js"),
    environment: { ...offline, ...place, ...limits, PORT: "0", LIBRARY_DIRS: bench.folder },
  });
  try {
    const [url = ""] = await server.saying(/(?<=listens at )\S+/u);
    while ((await fetch(`${url}/health/ready`)).status !== 200) await pause(100);
    const command = ["keys", "create", "--name", "bench", "--scopes", "read"];
    const said = execFileSync(
      process.execPath,
      [fileURLToPath(built("cli/overtone.js")), ...command],
      { encoding: "utf8", stdio: "pipe", env: { ...process.env, ...offline, ...place } },
    );
    const token = /ot_live_\w+/u.exec(said)?.[0];
    if (token === undefined) throw new Error(`No key was printed, but ${said}`);
    return { server, url, token };
  } catch (error) {
    await server.close();
    throw error;
  }
}
