import { DiskCalls } from "../../../src/adapters/files/disk-calls.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";

/** A call that returns when it is told to. */
function heldCall(): { readonly call: () => Promise<string>; readonly release: () => void } {
  let release: () => void = () => undefined;
  const result = new Promise<string>((resolve) => (release = () => resolve("late")));
  return { call: () => result, release };
}

const TIMED_OUT = { code: "ETIMEDOUT" };

describe("Calls to a disk", () => {
  let logger: RecordingLogger;
  let disk: DiskCalls;

  beforeEach(() => {
    logger = new RecordingLogger();
    disk = new DiskCalls({ logger, limitMilliseconds: 50, maxRunning: 2 });
  });

  afterAll(() => removeMusicFolders());

  it("return what the operating system returns, and its errors", async () => {
    const patient = new DiskCalls();

    const found = patient.run("/a", () => Promise.resolve("found"));
    await expect(found).resolves.toBe("found");

    const missing = patient.stat("/nowhere/at/all");
    await expect(missing).rejects.toMatchObject({ code: "ENOENT" });
  });

  it("yield all entries of a folder, however many it has", async () => {
    const names = Array.from({ length: 100 }, (_, number) => `${number}.txt`);
    const folder = await musicFolder(Object.fromEntries(names.map((name) => [name, ""])));

    const found: string[] = [];
    for await (const { name } of new DiskCalls().list(folder)) found.push(name);

    expect(found.sort()).toEqual(names.sort());
  });

  it("fail after their time limit, which is logged, and give back what comes later", async () => {
    const { call, release } = heldCall();
    const given: string[] = [];

    const hanging = disk.run("/music/one", call, (late) => given.push(late));
    await expect(hanging).rejects.toMatchObject(TIMED_OUT);
    release();
    await call();

    expect(given).toEqual(["late"]);
    expect(logger.lines.map(({ message, facts }) => [message, facts])).toEqual([
      ["A disk does not respond.", { path: "/music/one", seconds: 0.05 }],
    ]);
  });

  it("fail at once to what hangs and what is below it, until it returns", async () => {
    const { call, release } = heldCall();
    await expect(disk.run("/music", call)).rejects.toMatchObject(TIMED_OUT);
    const found = (): Promise<string> => Promise.resolve("found");

    await expect(disk.run("/music", found)).rejects.toMatchObject(TIMED_OUT);
    await expect(disk.run("/music/a/b", found)).rejects.toMatchObject(TIMED_OUT);
    await expect(disk.run("/musical", found)).resolves.toBe("found");
    release();
    await call();
    await expect(disk.run("/music", found)).resolves.toBe("found");
  });

  it("run a few at a time, and fail at once while all of them hang", async () => {
    const [one, other] = [heldCall(), heldCall()];
    let count = 0;
    const counted = (): Promise<number> => Promise.resolve(++count);

    const calls = [disk.run("/a", one.call), disk.run("/b", other.call), disk.run("/c", counted)];
    const ends = await Promise.allSettled(calls);
    const next = disk.run("/d", counted).catch((error: unknown) => error);
    const soon = await Promise.race([next, new Promise((resolve) => setImmediate(resolve))]);

    expect(soon).toMatchObject(TIMED_OUT);
    expect(ends.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(count).toBe(0);
    one.release();
    await one.call();
    await expect(disk.run("/d", counted)).resolves.toBe(1);
    other.release();
  });
});
