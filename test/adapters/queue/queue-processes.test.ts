import { fork, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { databaseTimes } from "../../../src/adapters/storage/database-time.js";
import { SqlJobQueue } from "../../../src/adapters/queue/sql-job-queue.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { claimNext, jobOf, namesOf } from "../../contracts/jobs/job-workbench.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../storage/opened-databases.js";
import { timeOf } from "../storage/time-of-clock.js";

const CLAIMING_PROCESS = fileURLToPath(new URL("claiming-process.ts", import.meta.url));

describe.each(databaseSystems)("The processes of a queue on %s", (system) => {
  const databases = openedDatabases(system);
  const options = { concurrency: 1, limit: 1_000, version: 1 };
  const children: ChildProcess[] = [];
  afterEach(() => {
    for (const child of children.splice(0)) child.kill("SIGKILL");
  });

  const startProcess = (...given: readonly string[]): ChildProcess => {
    const loader = ["--import", "./src/build/typescript.js"];
    const child = fork(CLAIMING_PROCESS, given, { execArgv: loader });
    children.push(child);
    return child;
  };
  const idsFrom = async (child: ChildProcess): Promise<readonly string[]> => {
    const [ids] = (await once(child, "message")) as [readonly string[]];
    return ids;
  };

  it("lose no job when one of them is killed: another runs its job and those that wait", async () => {
    const url = await databases.createUrl();
    const database = await databases.open({ url });
    const clock = new ManualClock(Date.now());
    const queue = new SqlJobQueue({ ...options, database, clock, time: timeOf(clock) });
    for (const trackName of ["one", "two"]) await queue.add(jobOf(trackName));
    const child = startProcess(url);
    const [id] = await idsFrom(child);

    child.kill("SIGKILL");
    await once(child, "exit");
    clock.advance(120_000);
    const claims = [await claimNext(queue), await claimNext(queue)];

    expect(namesOf(claims)).toEqual(["one", "two"]);
    expect(claims[0]!.job.id).toBe(id);
    await queue.close();
  });

  it("run each job once in all", async () => {
    const url = await databases.createUrl();
    const database = await databases.open({ url });
    const time = databaseTimes[database.system];
    const queue = new SqlJobQueue({ ...options, database, clock: new SystemClock(), time });
    for (let at = 0; at < 100; at++) await queue.add(jobOf(`${at}`));

    const claimed = await Promise.all([1, 2].map(() => idsFrom(startProcess(url, "50"))));

    expect(new Set(claimed.flat()).size).toBe(100);
    expect(await queue.load()).toEqual({ waiting: 0, running: 0 });
    await queue.close();
  });
});
