import { SqlStoredChecks } from "../../../src/adapters/storage/seals/sql-stored-checks.js";
import type { FileId, LibraryFile } from "../../../src/domain/library/library-file.js";
import { MAX_LISTED_DAMAGE, type Share } from "../../../src/domain/library/stored-check.js";
import type { FileProgress } from "../../../src/ports/library/library-progress.js";
import type { CheckedRows } from "../../../src/ports/runtime/row-seals.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { StoredCheckService } from "../../../src/services/operations/stored-check-service.js";
import { databaseSystems, openedDatabases } from "../../adapters/storage/opened-databases.js";
import { timeOf } from "../../adapters/storage/time-of-clock.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";

const HOUR = 3_600_000;
const TICK = 600_000;
const NEVER = new AbortController().signal;

/** Files of all shares, and the shares in which they were read. */
const fileIds = Array.from({ length: 64 }, (_, at) =>
  ((at * 4) % 256).toString(16).padStart(2, "0").padEnd(16, "0"),
) as FileId[];

describe.each(databaseSystems)("On %s, the checks of what is stored", (system) => {
  const databases = openedDatabases(system);

  /** Opens the services of servers on one database, whose clock begins at midnight. */
  async function opened({ damagedRows = [] as readonly string[] } = {}) {
    const database = await databases.open();
    const clock = new ManualClock();
    const logger = new RecordingLogger();
    const shares: Share[] = [];
    const read: FileId[] = [];
    const damagedFiles = new Set<FileId>();
    let sealed = 0;
    const serviceOf = ({ hour }: { readonly hour: number | undefined } = { hour: 3 }) =>
      new StoredCheckService({
        seals: {
          // eslint-disable-next-line @typescript-eslint/require-await -- the port is asynchronous
          async *check(share): AsyncGenerator<CheckedRows> {
            shares.push(share);
            yield { count: 9, damaged: damagedRows };
          },
          seal: () => Promise.resolve(void sealed++),
        },
        checks: new SqlStoredChecks({ database, time: timeOf(clock), clock }),
        progress: {
          findAfter: (after) =>
            Promise.resolve(
              after ? [] : fileIds.map((fileId) => ({ fileId }) as unknown as FileProgress),
            ),
        },
        folders: { findActive: () => Promise.resolve(["/music"]) },
        recordings: {
          compare(fileId) {
            read.push(fileId);
            const file = { folder: "/music", relativePath: fileId } as unknown as LibraryFile;
            return Promise.resolve({ file, verdict: damagedFiles.has(fileId) ? "wrong" : "right" });
          },
        },
        playlists: { compare: () => Promise.resolve(new Map([["/lists/a.m3u8", true]])) },
        ...{ clock, hour, logger, failures: new FailureLog({ logger }) },
        hourAt: (milliseconds) => new Date(milliseconds).getUTCHours(),
      });
    /** Lets hours pass, one by one, so that all services see each. */
    const pass = async (hours: number, servers: number): Promise<void> => {
      for (let passed = 0; passed < hours; passed++) {
        await waitUntil(() => clock.sleeperCountOf(TICK) === servers);
        clock.advance(HOUR);
      }
      await waitUntil(() => clock.sleeperCountOf(TICK) === servers);
    };
    return { serviceOf, shares, read, damagedFiles, clock, logger, pass, sealed: () => sealed };
  }

  it("begin at their hour, on one of several servers, with another share each night", async () => {
    const { serviceOf, shares, read, pass } = await opened();
    const servers = [serviceOf(), serviceOf()];
    for (const server of servers) server.start();

    await pass(1, 2);
    const atFirst = shares.length;
    await pass(28 * 24, 2);
    for (const server of servers) await server.close();

    // A database that was never checked is checked at once.
    expect(atFirst).toBe(1);
    expect(shares).toHaveLength(28);
    expect(shares.slice(0, 8).map(({ index }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 0]);
    expect(new Set(read).size).toBe(fileIds.length);
  });

  it("do not begin where they are off", async () => {
    const { serviceOf, shares, clock } = await opened();
    const service = serviceOf({ hour: undefined });
    service.start();

    clock.advance(72 * HOUR);
    await service.close();

    expect(shares).toEqual([]);
  });

  it("list what is damaged, log it, and look at it again the next night", async () => {
    const damagedRows = Array.from({ length: 150 }, (_, at) => `analyses ["${at}"]`);
    const { serviceOf, read, damagedFiles, logger, pass, sealed } = await opened();
    const service = serviceOf();
    damagedFiles.add(fileIds[40]!);
    const first = await service.checkAll({ isAudioRead: true }, NEVER);
    read.length = 0;
    service.start();
    await pass(28, 1);
    const again = await service.findLast();
    damagedFiles.clear();
    await pass(24, 1);
    const mended = await service.findLast();
    await service.close();
    const many = await (
      await opened({ damagedRows })
    )
      .serviceOf()
      .checkAll({ isAudioRead: false }, NEVER);

    expect(first.checked).toEqual({ row: 9, audio: 64, playlist: 1 });
    expect(first.damaged).toEqual({ row: 0, audio: 1, playlist: 0 });
    expect(first.damage).toEqual([
      { kind: "audio", name: `/music/${fileIds[40]}`, fileId: fileIds[40] },
    ]);
    expect(again?.damage).toEqual(first.damage);
    expect(mended?.damage).toEqual([]);
    expect(sealed()).toBe(3);
    expect(logger.lines.filter(({ level }) => level === "error")).toHaveLength(2);
    expect(many.damaged).toEqual({ row: 150, audio: 0, playlist: 0 });
    expect(many.damage).toHaveLength(MAX_LISTED_DAMAGE);
  });
});
