import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { SqlJobQueue } from "../../../src/adapters/queue/sql-job-queue.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { claimNext } from "../../contracts/jobs/job-workbench.js";

/**
 * A separate process that claims jobs of the database at the given URL: without a count one, which it
 * never ends, and else so many, which it ends and whose ids it sends.
 */
const [url = "", count] = process.argv.slice(2);

async function run(): Promise<void> {
  const database = await openDatabase({ url });
  const options = { concurrency: 1, limit: 1_000, version: 1, clock: new SystemClock() };
  const queue = new SqlJobQueue({ ...options, database, time: databaseTimes[database.system] });
  if (count === undefined) {
    const { job } = await claimNext(queue);
    process.send?.([job.id]);
    return;
  }
  const ids: string[] = [];
  while (ids.length < Number(count)) {
    const claim = await claimNext(queue);
    ids.push(claim.job.id);
    await queue.complete(claim);
  }
  await queue.close();
  await database.close();
  process.send?.(ids, () => process.disconnect());
}

void run();
