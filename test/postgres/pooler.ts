import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "../installed-program.js";
import { unprivilegedUser } from "./embedded-server.js";

const PORT = 6432;

const program = findProgram("pgbouncer");

/** Whether PgBouncer is installed. */
export const hasPgBouncer = program !== undefined;

/** A PgBouncer on a socket in a temporary folder, before the server of the tests. */
export interface Pooler {
  /** The URL of the same database through the pooler. */
  readonly url: string;
  stop(): Promise<void>;
}

/**
 * Starts PgBouncer before a database.
 *
 * @param url of the database, on a socket
 * @param others settings that are not its defaults, such as "max_client_conn = 3"
 */
export async function startPgBouncer(url: string, mode: string, others = ""): Promise<Pooler> {
  const { hostname, username, pathname } = new URL(url);
  const folder = await mkdtemp(join(tmpdir(), "overtone-pooler-"));
  const settings = join(folder, "pgbouncer.ini");
  await writeFile(
    settings,
    `[databases]
* = host=${decodeURIComponent(hostname)} user=${username}
[pgbouncer]
listen_addr =
listen_port = ${PORT}
unix_socket_dir = ${folder}
auth_type = any
pool_mode = ${mode}
${others}
`,
  );
  const user = unprivilegedUser();
  if (user) chownSync(folder, user.uid, user.gid);
  const pooler = spawn(program ?? "", [settings], { stdio: ["ignore", "ignore", "pipe"], ...user });
  pooler.stderr.setEncoding("utf8");
  let log = "";
  for await (const part of pooler.stderr.iterator({ destroyOnReturn: false })) {
    log += String(part);
    if (log.includes("process up")) break;
  }
  pooler.stderr.resume();
  if (pooler.exitCode !== null) throw new Error(`PgBouncer does not start: ${log}`);
  return {
    url: `postgres://${username}@${encodeURIComponent(folder)}:${PORT}${pathname}`,
    async stop() {
      const ended = once(pooler, "exit");
      pooler.kill("SIGKILL");
      await ended;
      await rm(folder, { recursive: true });
    },
  };
}
