import { copyFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import fc from "fast-check";
import { WorkerAnalyzer } from "../../../../src/adapters/analyzer/worker-analyzer.js";
import { ThreadedAudioDigests } from "../../../../src/adapters/library/audio-stream/threaded-audio-digests.js";
import { musicFolder, removeMusicFolders } from "../../../adapters/library/music-folder.js";
import { builtAnalysisThread, builtDigestThread } from "../../../adapters/threads/built-threads.js";
import type { ApplicationUnderTest } from "../../application-under-test.js";
import { stopProcesses } from "../../processes/running-process.js";
import { asking, mistakesOf } from "./answered-mistakes.js";
import { ChangedLibrary } from "./changed-library.js";
import { Judge } from "./library-facts.js";
import { histories, isUserStep, type History } from "./library-history.js";
import { ModelServers } from "./model-server.js";
import { UserChoices } from "./user-choices.js";

/** What is tried; README.md beside this file says how others are. */
const settings = {
  runs: Number(process.env["MODEL_RUNS"] ?? 8),
  seed: Number(process.env["MODEL_SEED"] ?? 1),
  atOnce: Number(process.env["MODEL_AT_ONCE"] ?? 4),
  path: process.env["MODEL_PATH"],
  isShrinking: process.env["MODEL_SHRINK"] === "on",
};

/** How long a watching server may answer from what it has kept, after it has noticed all changes. */
const KEPT_MILLISECONDS = 60_000;

/** The interval at which it is asked again. */
const LOOK_MILLISECONDS = 50;

describe("A library that is changed in any way", () => {
  const analyzer = new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread });
  const digests = new ThreadedAudioDigests({ workerUrl: builtDigestThread });
  const threads = { analyzer, digests };
  const tried = { histories: 0, steps: 0, watched: 0, withKills: 0, kills: 0, choices: 0 };
  let judge: Judge;
  let emptyDatabase = "";

  beforeAll(async () => {
    judge = new Judge({ analyzer, folder: await musicFolder() });
    const data = await musicFolder();
    emptyDatabase = join(data, "overtone.db");
    const databaseUrl = `sqlite:${emptyDatabase}`;
    const servers = new ModelServers({ threads, folder: data, databaseUrl, isWatched: false });
    await servers.open();
    await servers.close();
  });
  afterAll(async () => {
    await stopProcesses();
    await analyzer.close();
    await digests.close();
    await removeMusicFolders();
    if (process.env["MODEL_RUNS"] !== undefined) process.stdout.write(`${JSON.stringify(tried)}\n`);
  });

  /** Lives through a history; returns what is answered wrongly at its end. */
  async function mistakesAfter({ isWatched, steps }: History): Promise<readonly string[]> {
    // A folder without anything in it would be a disk that is away, and its files would stay.
    const [folder, data] = [await musicFolder({ "notes.txt": "" }), await musicFolder()];
    await copyFile(emptyDatabase, join(data, "overtone.db"));
    const databaseUrl = `sqlite:${join(data, "overtone.db")}`;
    const library = new ChangedLibrary(folder);
    const choices = new UserChoices();
    const servers = new ModelServers({ threads, folder, databaseUrl, isWatched });
    await servers.open();
    try {
      for (const step of steps) {
        await library.apply(step);
        await servers.apply(step);
        if (!isUserStep(step)) continue;
        const [track] = await judge.tracksAt(library.at(step.path), choices);
        if (track) await choices.apply(servers.running.services, step, track);
      }
      await library.rest();
      const application = await servers.rest();
      const facts = await judge.factsOf(await library.paths(), choices);
      const ask = await asking(application);
      const find = () => mistakesOf(ask, facts, { databaseUrl, threads });
      let mistakes = await find();
      for (const end = Date.now() + KEPT_MILLISECONDS; isWatched && Date.now() < end;) {
        if (mistakes.length === 0) break;
        await pause(LOOK_MILLISECONDS);
        mistakes = await find();
      }
      tried.histories += 1;
      tried.steps += steps.length;
      tried.watched += isWatched ? 1 : 0;
      tried.withKills += servers.kills > 0 ? 1 : 0;
      tried.kills += servers.kills;
      tried.choices += choices.count;
      return mistakes.length === 0 ? [] : [...mistakes, ...(await explanationOf(application))];
    } finally {
      await servers.close();
      await library.remove();
      await rm(data, { recursive: true, force: true });
    }
  }

  it(
    "answers for the bytes that lie in its files, after any history",
    async () => {
      const property = fc.asyncProperty(histories, async (history) => {
        expect(await mistakesAfter(history)).toEqual([]);
      });
      const { runs, seed, atOnce, path, isShrinking } = settings;
      const portions = Array.from({ length: path === undefined ? atOnce : 1 }, (_, portion) => ({
        ...{ seed: seed + portion, numRuns: Math.ceil((runs - portion) / atOnce) },
        ...{ endOnFailure: !isShrinking, includeErrorInReport: true },
        ...(path !== undefined && { path }),
      }));
      await Promise.all(portions.map((portion) => fc.assert(property, portion)));
    },
    12 * 3_600_000,
  );
});

/** Returns what a server says of files that it did not analyse, and what went wrong, for the report of a mistake. */
async function explanationOf({
  services: { libraryStatus },
  logger,
}: ApplicationUnderTest): Promise<readonly string[]> {
  const failed = await libraryStatus.listFailed({ first: 100 });
  const lines = logger.lines.filter(({ level }) => level === "warn" || level === "error");
  return [
    JSON.stringify(await libraryStatus.get()),
    ...[...failed.items, ...lines.slice(-20)].map((said) => JSON.stringify(said).slice(0, 400)),
  ];
}
