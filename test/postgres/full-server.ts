import pg from "pg";
import { EmbeddedServer } from "./embedded-server.js";

/** Connections of a server of these tests, of which PostgreSQL keeps three for its administrator. */
const MAX_CONNECTIONS = 20;

/** A PostgreSQL server with few connections, and a database of an ordinary user, all of whose connections can be taken. */
export class FullServer {
  readonly #taken: pg.Client[] = [];

  private constructor(private readonly server: EmbeddedServer) {}

  static async start(): Promise<FullServer> {
    const server = await EmbeddedServer.start([`max_connections=${MAX_CONNECTIONS}`]);
    await server.administer("create role ann login");
    await server.administer("create database music owner ann");
    return new FullServer(server);
  }

  /** The URL of the database of the user. */
  get url(): string {
    return this.server.url("music", "ann");
  }

  /** Takes all connections from Overtone, and all that are left. */
  async fill(): Promise<void> {
    do await this.#takeAll();
    while (await this.#hasEnded());
  }

  /** Takes connections until none is left. */
  async #takeAll(): Promise<void> {
    for (;;) {
      const client = new pg.Client({ connectionString: this.url });
      client.on("error", () => undefined);
      try {
        await client.connect();
      } catch {
        return;
      }
      this.#taken.push(client);
    }
  }

  /** Ends the connections of Overtone, which may have taken new ones; returns whether there were any. */
  async #hasEnded(): Promise<boolean> {
    const client = new pg.Client({ connectionString: this.server.url("postgres") });
    await client.connect();
    const { rowCount } = await client
      .query(
        "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'overtone'",
      )
      .finally(() => client.end());
    return rowCount !== 0;
  }

  /** Gives back what `fill` took. */
  async release(): Promise<void> {
    await Promise.all(this.#taken.splice(0).map((client) => client.end()));
  }

  /** Runs a statement as the administrator. */
  administer(statement: string): Promise<void> {
    return this.server.administer(statement);
  }

  async stop(): Promise<void> {
    await this.release();
    await this.server.stop();
  }
}
