import pg from "pg";
import { EmbeddedServer } from "./embedded-server.js";

/** Connections of a server of these tests, of which PostgreSQL keeps three for its administrator. */
const MAX_CONNECTIONS = 20;

/** A PostgreSQL server with few connections, and a database of an ordinary user, all of whose connections can be taken. */
export class FullServer {
  readonly #taken: pg.Client[] = [];
  /** Connected while connections are taken: where it came and went, each time would leave one that is free. */
  #administrator: pg.Client | undefined;
  #fills = 0;

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
    this.#administrator ??= await connected(this.server.url("postgres"));
    this.#fills += 1;
    const name = `taken ${this.#fills}`;
    do await this.#takeAll(name);
    while (await hasEndedOthers(this.#administrator, name));
  }

  /** Takes connections until none is left. */
  async #takeAll(name: string): Promise<void> {
    for (;;) {
      try {
        this.#taken.push(await connected(this.url, name));
      } catch {
        return;
      }
    }
  }

  /** Gives back what `fill` took. */
  async release(): Promise<void> {
    const clients = this.#taken.splice(0);
    if (this.#administrator) clients.push(this.#administrator);
    this.#administrator = undefined;
    await Promise.all(clients.map((client) => client.end()));
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

async function connected(url: string, name = "administrator"): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, application_name: name });
  client.on("error", () => undefined);
  await client.connect();
  return client;
}

/**
 * Ends all connections but those of this name: those of Overtone, which may have taken new ones, and those that were given back and are
 * not gone yet, whose places would be free a moment later. Returns whether there were any.
 */
async function hasEndedOthers(administrator: pg.Client, name: string): Promise<boolean> {
  const { rowCount } = await administrator.query(
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity
     where backend_type = 'client backend' and pid <> pg_backend_pid() and application_name <> $1`,
    [name],
  );
  return rowCount !== 0;
}
