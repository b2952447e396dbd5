import { rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { resultOf, WorkingClient } from "./working-client.js";

const trackKey = trackKeyFrom("Ann", "Song");
const fileOf = (first: number): Uint8Array =>
  taggedAiff({ TPE1: "Ann", TIT2: "Song" }, undefined, first);

describe("A worker that has a copy of a library", () => {
  let folder: string;
  let server: ApplicationUnderTest;
  let worker: WorkingClient;
  /** What is measured on other audio than the file of the server holds. */
  let ofCopy: ReturnType<typeof resultOf>;
  beforeEach(async () => {
    folder = await musicFolder({ "song.aiff": fileOf(0), "copy.aiff": fileOf(9) });
    ofCopy = await measured("copy.aiff", 66);
    await rm(join(folder, "copy.aiff"));
    server = await openApplicationUnderTest(
      { sources: undefined, providers: undefined },
      { LIBRARY_DIRS: folder, ANALYSIS_CONCURRENCY: "0" },
    );
    worker = new WorkingClient(server);
    await server.services.library.scanAll();
    await server.get(`/api/audio/analysis/${trackKey}`, { prefer: "respond-async" });
  });
  afterEach(async () => {
    await server.close();
    await removeMusicFolders();
  });

  /** Returns what a worker measures on a file that lies in the folder. */
  async function measured(name: string, tempo: number): Promise<ReturnType<typeof resultOf>> {
    const audio = { kind: "file", path: join(folder, name) } as const;
    const { recordingId } = await new FakeAnalyzer().analyze(audio);
    return resultOf({ recordingId, tempo });
  }
  const state = async () => (await server.services.analyses.findMany([trackKey]))[0];

  it("gives a file the analysis of its own audio only", async () => {
    const refused = await worker.put(await worker.claimJob(), ofCopy);
    const between = await state();
    const { items } = await server.services.catalogue.list({
      filter: {},
      order: { field: "trackName", direction: "asc" },
    });
    const stored = await worker.put(await worker.claimJob(), await measured("song.aiff", 99));

    expect([refused.status, stored.status]).toEqual([200, 200]);
    expect([between?.state, items]).toEqual(["queued", []]);
    expect(await state()).toMatchObject({
      state: "ready",
      analysis: { estimates: { tempo: { value: 99 } } },
    });
  });

  it("gives a file that was replaced while the worker measured it nothing of the old audio", async () => {
    const job = await worker.claimJob();
    const ofOld = await measured("song.aiff", 66);
    await writeFile(join(folder, "song.aiff"), fileOf(5));

    await worker.put(job, ofOld);
    const between = await state();
    await worker.put(await worker.claimJob(), await measured("song.aiff", 99));

    expect(between?.state).toBe("queued");
    expect(await state()).toMatchObject({
      state: "ready",
      analysis: { estimates: { tempo: { value: 99 } } },
    });
  });
});
