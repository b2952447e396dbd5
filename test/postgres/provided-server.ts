import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import pg from "pg";
import { openDatabase } from "../../src/adapters/storage/database.js";
import { EmbeddedServer } from "./embedded-server.js";

/** The variable that tells the threads of the tests the port where they ask for the server. */
const VARIABLE = "OVERTONE_TEST_POSTGRES";

/** The database that those of the tests are copies of. */
export const MIGRATED_TEMPLATE = "migrated";

let provider: Server | undefined;
let started: Promise<EmbeddedServer> | undefined;

/**
 * Offers one PostgreSQL server to all threads of the tests. It is started when one first asks for it, so
 * that a run without such tests does not wait for it.
 */
export async function offerServer(): Promise<void> {
  provider = createServer((socket) => void answer(socket));
  provider.unref();
  provider.listen(0, "127.0.0.1");
  await once(provider, "listening");
  process.env[VARIABLE] = String((provider.address() as AddressInfo).port);
}

async function answer(socket: Socket): Promise<void> {
  socket.on("error", () => undefined);
  try {
    started ??= startServer();
    socket.end((await started).url("DATABASE"));
  } catch (error) {
    socket.end(String(error));
  }
}

async function startServer(): Promise<EmbeddedServer> {
  const server = await EmbeddedServer.start();
  await server.administer(`create database ${MIGRATED_TEMPLATE}`);
  const database = await openDatabase({ url: server.url(MIGRATED_TEMPLATE) });
  await database.close();
  await server.administer(
    "create role guarded login password 'right'; create role stranger login; revoke all on schema public from public",
  );
  return server;
}

/** Stops the server, where one was started. */
export async function endServer(): Promise<void> {
  provider?.close();
  await (await started?.catch(() => undefined))?.stop();
}

/** A PostgreSQL server with a database of the present schema. */
export interface ProvidedServer {
  /** Returns the URL of a database. */
  url(database: string, user?: string): string;
}

/** Returns the server of this run of the tests, which starts where it does not run yet. */
export async function providedServer(): Promise<ProvidedServer> {
  const socket = connect(Number(process.env[VARIABLE]), "127.0.0.1");
  let pattern = "";
  for await (const chunk of socket) pattern += String(chunk);
  if (!pattern.startsWith("postgres://")) throw new Error(pattern);
  return {
    url: (database, user = "postgres") =>
      pattern.replace("DATABASE", database).replace("postgres@", `${user}@`),
  };
}

/** Creates a database of the present schema without rows, and returns its URL. */
export async function createDatabase(): Promise<string> {
  const server = await providedServer();
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  const client = new pg.Client({ connectionString: server.url("postgres") });
  await client.connect();
  await client
    .query(`create database ${name} template ${MIGRATED_TEMPLATE}`)
    .finally(() => client.end());
  return server.url(name);
}
