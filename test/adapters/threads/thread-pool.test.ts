import { getEventListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { ThreadCrashedError, ThreadPool } from "../../../src/adapters/threads/thread-pool.js";
import { TimedOutError } from "../../../src/domain/errors/availability-errors.js";

/** A thread that replies with the request, or does what the request says. */
const source = `
  import { parentPort, threadId } from "node:worker_threads";
  parentPort.on("message", (request) => {
    if (request === "hang") for (;;);
    if (request === "exit") process.exit(3);
    if (request === "thread") parentPort.postMessage(String(threadId));
    else if (request !== "wait") parentPort.postMessage(request);
    if (request === "reply, then die") throw new Error("a stray error");
  });
`;
const workerUrl = new URL(`data:text/javascript,${encodeURIComponent(source)}`);

describe("A pool of threads", () => {
  const opened: ThreadPool<string, string>[] = [];
  const opening = (
    timeoutMilliseconds = 60_000,
    concurrency = 1,
    idle: { readonly idleMilliseconds?: number } = {},
  ): ThreadPool<string, string> => {
    const options = { workerUrl, timeoutMilliseconds, concurrency, ...idle };
    const pool = new ThreadPool<string, string>({
      ...options,
      maxHeapMegabytes: 64,
      jobName: "The test",
    });
    opened.push(pool);
    return pool;
  };
  const controller = new AbortController();

  afterEach(() => {
    // A listener that is not removed would keep the result of the job in memory as long as its
    // signal.
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });
  afterAll(async () => {
    await Promise.all(opened.map((pool) => pool.close()));
  });

  it("runs more jobs than it has threads", async () => {
    const pool = opening(60_000, 2);
    const requests = ["one", "two", "three", "four", "five"];

    const replies = await Promise.all(
      requests.map((request) => pool.run(request, controller.signal)),
    );

    expect(replies).toEqual(requests);
  });

  it("returns the reply of a thread that dies right after it", async () => {
    const pools = Array.from({ length: 4 }, () => opening());

    const replies = pools.map((pool) => pool.run("reply, then die", controller.signal));

    await expect(Promise.all(replies)).resolves.toEqual(Array(4).fill("reply, then die"));
  });

  it("fails the job during which a thread ends", async () => {
    const died = opening().run("exit", controller.signal);

    await expect(died).rejects.toBeInstanceOf(ThreadCrashedError);
  });

  it("fails a job that exceeds its time limit", async () => {
    const hung = opening(1_000).run("hang", controller.signal);

    await expect(hung).rejects.toBeInstanceOf(TimedOutError);
  });

  it("rejects aborted jobs, running or queued, and runs the next", async () => {
    const pool = opening();
    const own = new AbortController();
    const running = pool.run("wait", own.signal);
    const waiting = pool.run("wait", own.signal);
    const next = pool.run("next", controller.signal);

    own.abort(new Error("no longer wanted"));

    await expect(running).rejects.toThrow("no longer wanted");
    await expect(waiting).rejects.toThrow("no longer wanted");
    await expect(next).resolves.toBe("next");
    expect(getEventListeners(own.signal, "abort")).toEqual([]);
  });

  it("rejects a job that was aborted before it started", async () => {
    const signal = AbortSignal.abort(new Error("never wanted"));

    await expect(opening().run("one", signal)).rejects.toThrow("never wanted");
  });

  it("ends a thread that is idle for long, and starts another for the next job", async () => {
    const pool = opening(60_000, 1, { idleMilliseconds: 300 });
    const first = await pool.run("thread");
    const soon = await pool.run("thread");
    await sleep(1_000);
    const later = await pool.run("thread");

    expect(soon).toBe(first);
    expect(later).not.toBe(first);
  });

  it("rejects running, queued and later jobs when it is closed", async () => {
    const pool = opening();
    const jobs = ["hang", "one"].map((request) => pool.run(request, controller.signal));

    const closing = pool.close();

    for (const job of [...jobs, pool.run("two", controller.signal)]) {
      await expect(job).rejects.toThrow("its threads are closed");
    }
    await closing;
  });
});
