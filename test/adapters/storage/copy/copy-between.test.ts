import { copyFile, link, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import {
  copyBetween,
  type CopyBetweenOptions,
} from "../../../../src/adapters/storage/copy/copy-between.js";
import { openWebhookStore } from "../../../../src/adapters/storage/webhooks/open-webhook-store.js";
import type { DatabaseCopyReport } from "../../../../src/domain/operations/copy-report.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import { providedServer } from "../../../postgres/provided-server.js";
import { openedDatabases } from "../opened-databases.js";
import { contentIn, contentOf, fill, tablesOf } from "./copied-content.js";

const SECRETS_KEY = Buffer.alloc(32, 7).toString("base64");

const pathOf = (url: string): string => url.replace("sqlite:", "");

describe("A copy between two URLs", () => {
  const files = openedDatabases("SQLite");
  const servers = openedDatabases("PostgreSQL");

  /** Creates a file with rows; the webhooks have secrets in clear text. */
  async function createFilled(): Promise<string> {
    const url = await files.createUrl();
    const database = await files.open({ url });
    await fill(database, contentOf());
    await tablesOf(database).updateTable("webhooks").set({ secret: "whsec_c2VjcmV0" }).execute();
    await database.close();
    return url;
  }

  const copy = (
    from: string,
    to: string,
    options: Partial<CopyBetweenOptions> = {},
  ): Promise<DatabaseCopyReport> =>
    copyBetween({
      ...{ from, to, dataFolder: dirname(pathOf(from)), secretsKey: undefined },
      logger: new RecordingLogger(),
      signal: new AbortController().signal,
      onProgress: () => undefined,
      ...options,
    });

  /** Returns the secrets that a server on the database reads. */
  async function secretsIn(
    databaseUrl: string,
    key: { readonly secretsKey?: string; readonly dataFolder?: string },
  ): Promise<readonly (string | null)[]> {
    const opener = databaseUrl.startsWith("postgres") ? servers : files;
    const database = await opener.open({ url: databaseUrl });
    const store = await openWebhookStore({
      ...{ database, databaseUrl, secretsKey: undefined, logger: new RecordingLogger(), ...key },
    });
    const webhooks = await store.list("1a2b3c4d");
    return webhooks.map(({ secret }) => secret);
  }

  it("encrypts the secrets of webhooks in the source, and copies no clear text", async () => {
    const [from, to] = [await createFilled(), await servers.createUrl()];

    const { secrets } = await copy(from, to, { secretsKey: SECRETS_KEY });

    const { webhooks } = await contentIn(await servers.open({ url: to }));
    expect(secrets).toEqual({ webhooks: 2, musicServers: 0 });
    expect(webhooks?.map(({ secret }) => `${String(secret)}`.slice(0, 3))).toEqual(["v1:", "v1:"]);
    expect(await secretsIn(to, { secretsKey: SECRETS_KEY })).toEqual([
      "whsec_c2VjcmV0",
      "whsec_c2VjcmV0",
    ]);
  });

  it("names the key file, with which the copy can read the secrets", async () => {
    const [from, to] = [await createFilled(), await files.createUrl()];

    const { secrets } = await copy(from, to);

    const keyFile = join(dirname(pathOf(from)), "secrets.key");
    const copyKeyFile = join(dirname(pathOf(to)), "secrets.key");
    expect(secrets).toEqual({ webhooks: 2, musicServers: 0, keyFile, copyKeyFile });
    expect(await secretsIn(to, {})).toEqual([null, null]);
    await copyFile(keyFile, copyKeyFile);
    expect(await secretsIn(to, {})).toEqual(["whsec_c2VjcmV0", "whsec_c2VjcmV0"]);
  });

  it("takes the way back from a server to a file", async () => {
    const [from, to, back] = [
      await createFilled(),
      await servers.createUrl(),
      await files.createUrl(),
    ];

    await copy(from, to, { secretsKey: SECRETS_KEY });
    const { tables } = await copy(to, back, { secretsKey: SECRETS_KEY });

    expect(tables.every(({ isEqual }) => isEqual)).toBe(true);
    const [first, last] = [await files.open({ url: from }), await files.open({ url: back })];
    expect(await contentIn(last)).toEqual(await contentIn(first));
  });

  it("is refused for a source that does not exist, and creates nothing", async () => {
    const [missing, to] = [await files.createUrl(), await files.createUrl()];

    const copying = copy(missing, to);

    await expect(copying).rejects.toThrow(`There is no database at ${pathOf(missing)}.`);
    await expect(rm(pathOf(to))).rejects.toThrow("ENOENT");
  });

  it("is refused where both URLs name one database, however they name it", async () => {
    const [file, server] = [await createFilled(), await servers.createUrl()];
    const other = `${file}-linked`;
    await link(pathOf(file), pathOf(other));

    for (const [from, to] of [
      [file, file],
      [file, other],
      [server, server],
      [server, server.replace("postgres@", "postgres:unused@")],
      [server, `${server}?application_name=other`],
    ] as const) {
      await expect(copy(from, to)).rejects.toThrow("Both URLs name one database");
    }
  });

  it("is refused for a target that cannot be opened, without its password", async () => {
    const from = await createFilled();
    const nowhere = (await providedServer()).url("nowhere", "postgres:wrong");

    const copying = copy(from, nowhere);

    await expect(copying).rejects.toThrow(/^--to: The database .*nowhere has no such database/);
    await expect(copying).rejects.not.toThrow(/wrong/);
  });

  it("is refused for a source that is itself an unfinished copy", async () => {
    const [first, from, to] = [
      await createFilled(),
      await files.createUrl(),
      await files.createUrl(),
    ];
    const stopped = AbortSignal.abort();
    await expect(copy(first, from, { signal: stopped })).rejects.toThrow("aborted");

    const copying = copy(from, to);

    await expect(copying).rejects.toThrow("--from: The database has an unfinished copy");
  });

  it("is refused for a database in memory", async () => {
    const copying = copy(await createFilled(), "sqlite::memory:");

    await expect(copying).rejects.toThrow("A database in memory ends with the command");
  });
});
