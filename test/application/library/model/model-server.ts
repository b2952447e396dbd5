import { sql } from "kysely";
import { setTimeout as pause } from "node:timers/promises";
import { DiskLibraryFolders } from "../../../../src/adapters/library/disk-library-folders.js";
import { SystemClock } from "../../../../src/adapters/runtime/system-clock.js";
import { openDatabase } from "../../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import type { DatabaseTime } from "../../../../src/adapters/storage/database-time.js";
import { neverAborted } from "../../../../src/domain/abort-signals.js";
import type { Analyzer } from "../../../../src/ports/analysis/analyzer.js";
import type { AudioDigests } from "../../../../src/ports/library/audio-digests.js";
import type { Clock } from "../../../../src/ports/runtime/clock.js";
import { compareFolder } from "../../../../src/services/library/folder-comparison.js";
import { InProcessTagReader } from "../../../fakes/in-process-readers.js";
import { RecordingLogger } from "../../../fakes/recording-logger.js";
import {
  openApplicationUnderTest,
  type ApplicationUnderTest,
} from "../../application-under-test.js";
import { RunningProcess } from "../../processes/running-process.js";
import type { Killed, Step } from "./library-history.js";

/** How many times as fast the time of servers passes: leases, retries and the rest before a scan are as long as in practice, for them. */
const SPEED = 20;

/** How long a watching server may take to notice the last changes. */
const NOTICE_MILLISECONDS = 120_000;

/** The interval at which it is looked at. */
const LOOK_MILLISECONDS = 50;

const STARTED_AT = Date.now();

/** A clock that runs fast. */
const hurriedClock: Clock = {
  now: () => STARTED_AT + (Date.now() - STARTED_AT) * SPEED,
  sleep: (milliseconds, signal) =>
    pause(milliseconds / SPEED, undefined, { ...(signal && { signal }) }).catch(() => undefined),
};

/** The same time in the database, so that the lease of a killed process ends soon. */
const hurriedTime: DatabaseTime = () =>
  sql<number>`cast(${sql.lit(STARTED_AT)} + (unixepoch('subsec') * 1000 - ${sql.lit(STARTED_AT)}) * ${sql.lit(SPEED)} as integer)`;

/** What the servers of all histories share: threads. */
export interface SharedThreads {
  readonly analyzer: Analyzer;
  readonly digests: AudioDigests;
}

/** The servers of one history, on one folder and one database. */
export class ModelServers {
  #application: ApplicationUnderTest | undefined;
  /** What the servers do while files change. */
  #meanwhile: Promise<unknown> = Promise.resolve();
  /** How many processes were killed. */
  kills = 0;

  constructor(
    private readonly needs: {
      readonly threads: SharedThreads;
      readonly folder: string;
      /** Of the file of the database. */
      readonly databaseUrl: string;
      readonly isWatched: boolean;
    },
  ) {}

  /** Opens the server, which first scans, as a server does. */
  async open(): Promise<void> {
    this.#application = await this.#opened(this.needs.isWatched);
  }

  /** Does what a step says of servers; other steps do nothing. */
  async apply(step: Step): Promise<void> {
    const { isWatched } = this.needs;
    switch (step.kind) {
      case "scan":
        await this.running.services.library.scanAll();
        return;
      case "analyse":
        return isWatched ? pause(200) : analyse(this.running);
      case "analyse meanwhile":
        return this.#inBackground(analyse(this.running));
      case "second server": {
        const second = await this.#opened(false);
        await Promise.all([analyse(second), analyse(this.running)]);
        return second.close();
      }
      case "restart":
        return this.#restart(() => Promise.resolve());
      case "pause":
        return pause(step.milliseconds);
      case "kill": {
        this.kills++;
        const kill = (): Promise<void> => this.#kill(step.killed, step.milliseconds);
        if (step.isAlone) return this.#restart(kill);
        return step.isMeanwhile ? this.#inBackground(kill()) : kill();
      }
      default:
    }
  }

  /**
   * Waits until nothing happens at the side any more. Where nothing watches, scans and analyses all; otherwise waits until
   * the server has noticed every change: what was asked before may be right by chance, and wrong while it works.
   */
  async rest(): Promise<ApplicationUnderTest> {
    await this.#meanwhile;
    if (this.needs.isWatched) await this.#untilNoticed();
    else await analyse(this.running);
    return this.running;
  }

  /** Waits until a scan would find nothing, and no file waits for its analysis; at most so long as a watching server may take. */
  async #untilNoticed(): Promise<void> {
    const { folder, databaseUrl } = this.needs;
    const { libraryStatus } = this.running.services;
    const clock = new SystemClock();
    const database = await openDatabase({ url: databaseUrl });
    const [embedded, logger] = [new InProcessTagReader(), new RecordingLogger()];
    const compared = {
      store: new SqlLibraryStore({ database, clock }),
      folders: new DiskLibraryFolders({ folders: [folder], logger, embedded }),
    };
    const scope = { folder, below: "", signal: undefined, isFull: false };
    try {
      for (const end = Date.now() + NOTICE_MILLISECONDS; Date.now() < end;) {
        const counter = { filesSeen: 0, filesLeft: 0 };
        const { fresh, missing } = await compareFolder(compared, { ...scope, counter });
        const isNoticed = fresh.length === 0 && missing.size === 0;
        if (isNoticed && (await libraryStatus.get()).waiting === 0) return;
        await pause(LOOK_MILLISECONDS);
      }
    } finally {
      await database.close();
    }
  }

  async close(): Promise<void> {
    await this.#application?.close();
    await this.#meanwhile;
  }

  get running(): ApplicationUnderTest {
    if (!this.#application) throw new Error("The server is not open.");
    return this.#application;
  }

  async #opened(isWatched: boolean): Promise<ApplicationUnderTest> {
    const { threads, folder, databaseUrl } = this.needs;
    const close = (): Promise<void> => Promise.resolve();
    const { analyzer, digests } = threads;
    const shared = {
      analyzer: {
        version: analyzer.version,
        changes: analyzer.changes,
        analyze: analyzer.analyze.bind(analyzer),
        close,
      },
      digests: { digestOf: digests.digestOf.bind(digests), close },
      clock: hurriedClock,
      sharedTime: hurriedTime,
    };
    const application = await openApplicationUnderTest(
      { ...shared, sources: undefined, providers: undefined },
      {
        ...{ LIBRARY_DIRS: folder, DATABASE_URL: databaseUrl },
        ...(isWatched && { LIBRARY_WATCH: "on", LIBRARY_ANALYSIS: "background" }),
      },
    );
    if (isWatched) await application.services.libraryWatch.scanFirst(neverAborted());
    return application;
  }

  /** Closes the server in the middle of its work, and opens it again after `meanwhile`. */
  async #restart(meanwhile: () => Promise<void>): Promise<void> {
    const left = analyse(this.running).catch(() => undefined);
    await this.running.close();
    this.#application = undefined;
    await Promise.all([left, this.#meanwhile]);
    await meanwhile();
    await this.open();
  }

  #inBackground(work: Promise<unknown>): void {
    this.#meanwhile = Promise.all([this.#meanwhile, work.catch(() => undefined)]);
  }

  /** Starts a process on the same files and database, and kills it some time after its work began. */
  async #kill(killed: Killed, milliseconds: number): Promise<void> {
    const environment = {
      ...{ LIBRARY_DIRS: this.needs.folder, DATABASE_URL: this.needs.databaseUrl, PORT: "0" },
      ...{ LIBRARY_WATCH: "on", LIBRARY_ANALYSIS: "background", ANALYSIS_CONCURRENCY: "1" },
    };
    const started =
      killed === "server"
        ? new RunningProcess("dist/main.js", [], environment)
        : new RunningProcess("dist/cli/overtone.js", ["scan", "--analyze"], environment);
    // A scan says that it has ended, after which it measures; a server listens before it scans.
    const working = started.saying(killed === "server" ? /listens at/ : /unreadable/);
    await working.catch(() => undefined);
    await pause(milliseconds);
    await started.stop("SIGKILL");
  }
}

async function analyse({ services }: ApplicationUnderTest): Promise<void> {
  await services.library.scanAll();
  await services.libraryAnalysis.finish(new AbortController().signal);
}
