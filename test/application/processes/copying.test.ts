import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import pg from "pg";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { contentIn, contentOf, fill } from "../../adapters/storage/copy/copied-content.js";
import { createDatabase } from "../../postgres/provided-server.js";
import { waitUntil } from "../../wait-until.js";
import { overtone, RunningProcess, stopProcesses } from "./running-process.js";

/** More analyses than a portion has. */
const COUNT = 1_100;

describe("A process of overtone copy", () => {
  let folder: string;
  let client: pg.Client | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-copying-"));
  });
  afterEach(async () => {
    await client?.end();
    await stopProcesses();
    await rm(folder, { recursive: true, force: true });
  });

  it("that is killed is started again by the same command", async () => {
    const from = `sqlite:${join(folder, "overtone.db")}`;
    const source = await openDatabase({ url: from });
    await fill(source, contentOf(COUNT));
    const content = await contentIn(source);
    await source.close();
    const to = await createDatabase();
    const command = ["copy", "--from", from, "--to", to];

    // The copy waits where it would write to the table that the test has locked.
    client = new pg.Client({ connectionString: to });
    await client.connect();
    await client.query("begin; lock table analysis_timelines in exclusive mode");
    const killed = new RunningProcess("dist/cli/overtone.js", command, { DATA_DIR: folder });
    await waitUntil(() => isAwaited(client, "analysis_timelines"));
    await killed.stop("SIGKILL");
    await client.query("rollback");
    const { exitCode, output } = await overtone(command, { DATA_DIR: folder });

    expect(exitCode).toBe(0);
    expect(output).not.toContain("differs");
    const target = await openDatabase({ url: to });
    // A difference of thousands of rows would take a minute to print.
    expect(isDeepStrictEqual(await contentIn(target), content)).toBe(true);
    await target.close();
  });
});

/** Whether another connection waits for the lock of a table. */
async function isAwaited(client: pg.Client | undefined, table: string): Promise<boolean> {
  const found = await client?.query(
    "select from pg_locks where relation = $1::regclass and not granted",
    [table],
  );
  return found?.rowCount === 1;
}
