import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Sqlite from "better-sqlite3";
import { build } from "esbuild";
import { RandomChoices } from "../fuzzing/random-choices.js";

const fileAt = (name: string): string => fileURLToPath(new URL(name, import.meta.url));

const root = fileAt("../../../");

/** After so many kills, the whole file of the database is checked; */
const CHECKED_EVERY = 10;

/** and after so many, the next ones begin with a new database. */
const NEW_DATABASE_EVERY = 500;

/** Calls until the last kill: those that open the database, and those of dozens of writes. */
const MAX_CALL = 300;

/** Milliseconds from when a writer has compared what is stored. */
const MAX_DELAY_MILLISECONDS = 60;

/** What became of one writer. */
interface EndedWriter {
  readonly output: string;
  readonly errors: string;
  readonly signal: NodeJS.Signals | null;
}

/** Processes that write to one SQLite database one after the other, each killed while it does. */
export class KilledWriters {
  #index = 0;

  private constructor(
    private readonly folder: string,
    private readonly program: string,
    private readonly library: string,
  ) {}

  /** @param folder for everything that is made, absolute */
  static async prepare(folder: string): Promise<KilledWriters> {
    const library = join(folder, "kill-at-call.so");
    execFileSync("gcc", [
      "-shared",
      "-fPIC",
      "-O2",
      "-o",
      library,
      fileAt("kill-at-call.c"),
      "-ldl",
    ]);
    // Inside the project, where its packages are found. A bundle, because thousands of processes load it.
    const program = join(root, "node_modules", ".cache", `overtone-writer-${process.pid}.mjs`);
    await build({
      entryPoints: [fileAt("writer.ts")],
      outfile: program,
      bundle: true,
      external: ["better-sqlite3", "pg-native"],
      format: "esm",
      platform: "node",
      target: "node20.19",
      // CommonJS packages load Node's own modules by it.
      banner: {
        js: 'import { createRequire as requireFor } from "node:module"; const require = requireFor(import.meta.url);',
      },
      tsconfig: join(root, "tsconfig.json"),
      logLevel: "warning",
    });
    return new KilledWriters(folder, program, library);
  }

  /**
   * Kills one writer: in every second run before one of its calls that change files, else at some time. Returns what was
   * lost of what those before it had stored.
   */
  async kill(seed: number): Promise<readonly string[]> {
    const index = this.#index;
    this.#index += 1;
    const choices = new RandomChoices(seed, index);
    const isBetweenCalls = index % 2 === 0;
    const call = isBetweenCalls ? 1 + choices.below(MAX_CALL) : 0;
    const delay = choices.below(MAX_DELAY_MILLISECONDS);
    const { output, errors, signal } = await this.#write(seed, index, { call, delay });
    const problems = output.split("\n").filter((line) => line.startsWith("lost"));
    if (signal !== "SIGKILL") problems.push(`ended by itself: ${output}${errors}`);
    if (index % CHECKED_EVERY === CHECKED_EVERY - 1) problems.push(...this.#damage());
    if (index % NEW_DATABASE_EVERY === NEW_DATABASE_EVERY - 1) this.#clear();
    return problems.map((problem) => `--seed ${seed}, kill ${index}: ${problem}`);
  }

  close(): void {
    rmSync(this.program, { force: true });
  }

  get #path(): string {
    return join(this.folder, "written.db");
  }

  async #write(
    seed: number,
    index: number,
    { call, delay }: { readonly call: number; readonly delay: number },
  ): Promise<EndedWriter> {
    const args = [
      this.program,
      this.#path,
      join(this.folder, "ledger"),
      String(seed),
      String(index),
    ];
    const writer = spawn(process.execPath, args, {
      cwd: root,
      env: call > 0 ? { LD_PRELOAD: this.library, KILL_AT_CALL: String(call) } : {},
      stdio: ["ignore", "pipe", "pipe"],
    });
    let output = "";
    let errors = "";
    writer.stderr.on("data", (chunk: Buffer) => (errors += chunk.toString()));
    writer.stdout.on("data", (chunk: Buffer) => {
      output += chunk.toString();
      if (call === 0) void pause(delay).then(() => writer.kill("SIGKILL"));
    });
    const [, signal] = (await once(writer, "close")) as [number | null, NodeJS.Signals | null];
    return { output, errors, signal };
  }

  #damage(): readonly string[] {
    const database = new Sqlite(this.#path);
    const found = database.pragma("integrity_check", { simple: true });
    database.close();
    return found === "ok" ? [] : [`integrity_check: ${String(found)}`];
  }

  #clear(): void {
    for (const name of ["ledger", "written.db", "written.db-wal", "written.db-shm"]) {
      rmSync(join(this.folder, name), { force: true });
    }
  }
}
