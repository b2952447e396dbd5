import { rm } from "node:fs/promises";
import { join } from "node:path";
import fc from "fast-check";
import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { ThreadedAudioDigests } from "../../../src/adapters/library/audio-stream/threaded-audio-digests.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { builtAnalysisThread, builtDigestThread } from "../../adapters/threads/built-threads.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { fileOf, histories, Judge, mistakesOf, ModelLibrary } from "./library-model.js";
import { changePin, type Pins } from "./model-pins.js";

/** How many histories are tried; more of them with `MODEL_RUNS=2000 npm test -- library-model`. */
const RUNS = Number(process.env["MODEL_RUNS"] ?? 15);

describe("A library that is changed in any way", () => {
  const analyzer = new WorkerAnalyzer({ concurrency: 2, workerUrl: builtAnalysisThread });
  const digests = new ThreadedAudioDigests({ workerUrl: builtDigestThread });
  const judge = new Judge(analyzer);
  afterAll(async () => {
    await analyzer.close();
    await digests.close();
    await removeMusicFolders();
  });

  /** Opens the application on a database; several have the same threads. */
  function open(folder: string, database: string): Promise<ApplicationUnderTest> {
    const close = (): Promise<void> => Promise.resolve();
    const shared = {
      analyzer: {
        version: analyzer.version,
        changes: analyzer.changes,
        analyze: analyzer.analyze.bind(analyzer),
        close,
      },
      digests: { digestOf: digests.digestOf.bind(digests), close },
    };
    return openApplicationUnderTest(
      { ...shared, sources: undefined, providers: undefined },
      { LIBRARY_DIRS: folder, DATABASE_URL: `sqlite:${database}` },
    );
  }

  async function analyse({ services }: ApplicationUnderTest): Promise<void> {
    await services.library.scanAll();
    await services.libraryAnalysis.finish(new AbortController().signal);
  }

  it("answers for the bytes that lie in its files, after any history", async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (steps) => {
        const [folder, data] = [await musicFolder(), await musicFolder()];
        const library = new ModelLibrary(folder);
        const pins: Pins = new Map();
        let application = await open(folder, join(data, "overtone.db"));
        /** What the servers do while files change. */
        let meanwhile: Promise<unknown> = Promise.resolve();
        try {
          for (const step of steps) {
            await library.apply(step);
            if (step.kind === "scan") await application.services.library.scanAll();
            if (step.kind === "pin" || step.kind === "unpin") {
              const truth = await judge.measure(fileOf(step));
              await changePin(application.services, step, pins, truth?.recordingId);
            }
            if (step.kind === "analyse") await analyse(application);
            if (step.kind === "analyse meanwhile") {
              meanwhile = Promise.all([meanwhile, analyse(application).catch(() => undefined)]);
            }
            if (step.kind === "second server") {
              const second = await open(folder, join(data, "overtone.db"));
              await Promise.all([analyse(second), analyse(application)]);
              await second.close();
            }
            if (step.kind === "restart") {
              // Its work in progress ends somewhere in the middle.
              const left = analyse(application).catch(() => undefined);
              await application.close();
              await Promise.all([left, meanwhile]);
              application = await open(folder, join(data, "overtone.db"));
            }
          }
          await meanwhile;
          await analyse(application);
          const mistakes = await mistakesOf(application, {
            ...{ files: await library.files(), folder, judge, pins },
          });
          expect(mistakes).toEqual([]);
        } finally {
          await meanwhile;
          await application.close();
          await rm(folder, { recursive: true, force: true });
          await rm(data, { recursive: true, force: true });
        }
      }),
      { numRuns: RUNS, includeErrorInReport: true },
    );
  }, 3_600_000);
});
