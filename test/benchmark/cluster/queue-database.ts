import pg from "pg";
import { EmbeddedServer } from "../../postgres/embedded-server.js";
import { familySeconds, parentOf, processorSeconds } from "./processor-time.js";

/** As a server is installed, but that each wait of more than a millisecond for a lock is logged. */
const SETTINGS = [
  "fsync=on",
  "full_page_writes=on",
  "synchronous_commit=on",
  "wal_level=replica",
  "autovacuum=on",
  "jit=on",
  "shared_buffers=128MB",
  "log_lock_waits=on",
  "deadlock_timeout=1ms",
];

/** A PostgreSQL server whose commits reach the disk, with one database. */
export class BenchDatabase {
  private constructor(
    private readonly server: EmbeddedServer,
    private readonly client: pg.Client,
    /** The process of PostgreSQL that serves this client. */
    private readonly backend: number,
    private readonly postmaster: number,
    readonly url: string,
  ) {}

  static async start(): Promise<BenchDatabase> {
    const server = await EmbeddedServer.start(SETTINGS);
    await server.administer("create database bench encoding 'UTF8' template template0");
    const url = server.url("bench");
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
    const backend = rows[0]?.pid ?? 0;
    return new BenchDatabase(server, client, backend, parentOf(backend), url);
  }

  /** The id of the first process of the server. */
  get pid(): number {
    return this.postmaster;
  }

  async query<Row>(text: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    return (await this.client.query(text, [...values])).rows as Row[];
  }

  /** Returns the number of a statement that selects one. */
  async number(text: string): Promise<number> {
    const rows = await this.query<Record<string, unknown>>(text);
    return Number(Object.values(rows[0] ?? {})[0]);
  }

  /** Returns the processor time of all processes of the server but the one that serves the benchmark, seconds. */
  processorSeconds(): number {
    return familySeconds(this.postmaster) - processorSeconds(this.backend);
  }

  /** Returns how often the log has been written to the disk: for one commit, or several at once. */
  async syncs(): Promise<number> {
    return this.number("select sum(fsyncs) from pg_stat_io where object = 'wal'");
  }

  /** Returns how many waits for locks of more than a millisecond were logged. */
  async lockWaits(): Promise<number> {
    return (await this.server.log()).match(/still waiting for|deadlock detected/gu)?.length ?? 0;
  }

  async stop(): Promise<void> {
    await this.client.end();
    await this.server.stop();
  }
}
