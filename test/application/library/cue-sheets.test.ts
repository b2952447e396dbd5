import { rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { musicFolder, removeMusicFolders } from "../../adapters/library/music-folder.js";
import { taggedAiff } from "../../adapters/library/tagged-audio.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { resultOf, WorkingClient } from "../workers/working-client.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";

const SAMPLE_RATE = 8_000;

/** An image of ten seconds, whose samples another seed makes others. */
function image(seed = 1): Uint8Array {
  const samples = Float32Array.from({ length: 10 * SAMPLE_RATE }, (_, index) =>
    Math.sin(index * index * 1e-5 * seed),
  );
  return wavBytes({ channels: [samples], sampleRate: SAMPLE_RATE });
}

/** A sheet of a file with tracks that begin at these seconds, called after them. */
const sheet = (file: string, ...starts: readonly number[]): string =>
  [
    'PERFORMER "Ann"',
    'TITLE "Disc"',
    `FILE "${file}" WAVE`,
    ...starts.flatMap((start, index) => [
      `  TRACK ${String(index + 1).padStart(2, "0")} AUDIO`,
      `    TITLE "From ${start}"`,
      `    INDEX 01 00:0${start}:00`,
    ]),
  ].join("\n");

interface Row {
  readonly trackName: string;
  readonly album: string | null;
  readonly trackNumber: number | null;
  readonly path: string | null;
  readonly recordingId: string;
  readonly startSeconds: number | null;
  readonly endSeconds: number | null;
}

describe("A file with a cue sheet in the library", () => {
  const analyzer = new FakeAnalyzer();
  let application: ApplicationUnderTest;
  let folder: string;
  beforeEach(async () => {
    analyzer.received.length = 0;
    folder = await musicFolder({ "disc.wav": image(), "disc.cue": sheet("disc.wav", 0, 3, 6) });
    const given = { analyzer, sources: undefined, providers: undefined };
    application = await openApplicationUnderTest(given, { LIBRARY_DIRS: folder });
  });
  afterEach(async () => {
    await application.close();
    await removeMusicFolders();
  });

  const at = (name: string): string => join(folder, name);

  /** Scans and analyses the library; returns the analysed tracks in their order, and how many were measured. */
  async function scanned(): Promise<{ readonly rows: readonly Row[]; readonly measured: number }> {
    const { library, libraryAnalysis } = application.services;
    analyzer.received.length = 0;
    await library.scanAll();
    await libraryAnalysis.finish(new AbortController().signal);
    const accept = "application/x-ndjson";
    const answer = await application.get("/api/audio/tracks?limit=100", { accept });
    const lines = (await answer.text()).trim().split("\n");
    const rows = lines.filter((line) => line !== "").map((line) => JSON.parse(line) as Row);
    const order = (row: Row): number => row.startSeconds ?? -1;
    return {
      rows: rows.sort((one, other) => order(one) - order(other)),
      measured: analyzer.received.length,
    };
  }

  const idsOf = (rows: readonly Row[]): readonly string[] =>
    rows.map(({ recordingId }) => recordingId);
  const namesOf = (rows: readonly Row[]): readonly string[] =>
    rows.map(({ trackName }) => trackName);

  it("is its tracks, each a recording of its own with its names and its place", async () => {
    const { rows, measured } = await scanned();

    const disc = { album: "Disc", path: at("disc.wav") };
    expect(rows).toMatchObject([
      { ...disc, trackName: "From 0", trackNumber: 1, startSeconds: 0, endSeconds: 3 },
      { ...disc, trackName: "From 3", trackNumber: 2, startSeconds: 3, endSeconds: 6 },
      { ...disc, trackName: "From 6", trackNumber: 3, startSeconds: 6, endSeconds: null },
    ]);
    expect(new Set(idsOf(rows)).size).toBe(3);
    expect(measured).toBe(3);
    expect(await scanned()).toEqual({ rows, measured: 0 });
  });

  it("has the same recordings at another path", async () => {
    const before = await scanned();

    await writeFile(at("copy.wav"), image());
    await writeFile(at("copy.cue"), sheet("copy.wav", 0, 3, 6));
    const { rows, measured } = await scanned();

    expect(idsOf(rows)).toEqual(idsOf(before.rows));
    expect(measured).toBe(0);
  });

  it("is in no group of duplicates, because its tracks cannot be removed one by one", async () => {
    await writeFile(at("copy.wav"), image());
    await writeFile(at("copy.cue"), sheet("copy.wav", 0, 3, 6));
    await scanned();

    const answer = await application.get("/api/audio/duplicates");

    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ data: [] });
  });

  it("is one track until its sheet comes, and no track of its own from then on", async () => {
    await rm(at("disc.cue"));
    const before = await scanned();
    await writeFile(at("disc.cue"), sheet("disc.wav", 0, 3, 6));

    const after = await scanned();

    expect(namesOf(before.rows)).toEqual(["disc"]);
    expect(namesOf(after.rows)).toEqual(["From 0", "From 3", "From 6"]);
  });

  it("is its tracks also where its sheet was there before it, and a scan has read that", async () => {
    await rm(at("disc.wav"));
    await writeFile(at("other.wav"), image(2));
    await scanned();
    await writeFile(at("disc.wav"), image());

    const { rows } = await scanned();

    expect(namesOf(rows)).toContain("From 3");
    expect(namesOf(rows)).not.toContain("disc");
  });

  it("is one track where its sheet may mean another file, too, and its tracks again where that goes", async () => {
    await writeFile(at("disc.cue"), sheet("disc.ape", 0, 3, 6));
    const before = await scanned();
    await writeFile(at("disc.aiff"), taggedAiff());
    const between = await scanned();
    await rm(at("disc.aiff"));

    const after = await scanned();

    expect(namesOf(before.rows)).toEqual(["From 0", "From 3", "From 6"]);
    expect(namesOf(between.rows)).toEqual(["disc", "disc"]);
    // The recording of a file that was deleted stays.
    const present = after.rows.filter(({ path }) => path !== null);
    expect(namesOf(present)).toEqual(["From 0", "From 3", "From 6"]);
  });

  it("is one track again where its sheet is deleted", async () => {
    await scanned();
    await rm(at("disc.cue"));

    const { rows } = await scanned();

    expect(rows).toMatchObject([{ trackName: "disc", startSeconds: null, endSeconds: null }]);
  });

  it("has other recordings where its sheet has other positions, and keeps those whose range stays", async () => {
    const before = await scanned();
    await writeFile(at("disc.cue"), sheet("disc.wav", 0, 3, 7));

    const after = await scanned();

    expect(namesOf(after.rows)).toEqual(["From 0", "From 3", "From 7"]);
    expect(idsOf(after.rows)[0]).toBe(idsOf(before.rows)[0]);
    expect(after.measured).toBe(2);
  });

  it("keeps its recordings where its sheet has other names and numbers", async () => {
    const before = await scanned();
    const renamed = sheet("disc.wav", 0, 3, 6)
      .replaceAll("From", "After")
      .replaceAll("TRACK 0", "TRACK 1");
    await writeFile(at("disc.cue"), renamed);

    const after = await scanned();

    expect(namesOf(after.rows)).toEqual(["After 0", "After 3", "After 6"]);
    expect(idsOf(after.rows)).toEqual(idsOf(before.rows));
    expect(after.measured).toBe(0);
  });

  it("keeps its recordings where it is renamed with its sheet", async () => {
    const before = await scanned();
    await rename(at("disc.wav"), at("other.wav"));
    await rm(at("disc.cue"));
    await writeFile(at("other.cue"), sheet("disc.wav", 0, 3, 6));

    const after = await scanned();

    expect(after.rows.map(({ path }) => path)).toEqual(Array(3).fill(at("other.wav")));
    expect(idsOf(after.rows)).toEqual(idsOf(before.rows));
    expect(after.measured).toBe(0);
  });

  it("has other recordings where it is replaced", async () => {
    const before = await scanned();
    await writeFile(at("disc.wav"), image(2));

    const after = await scanned();

    expect(namesOf(after.rows)).toEqual(namesOf(before.rows));
    expect(idsOf(after.rows)).not.toEqual(idsOf(before.rows));
    expect(after.measured).toBe(3);
  });

  it("keeps no failure of the half that lay there first, whoever notices the whole file", async () => {
    await writeFile(at("disc.wav"), image().subarray(0, -SAMPLE_RATE));
    analyzer.answerWith(new AudioUndecodableError("the file is truncated"));
    const before = await scanned();
    const { libraryAnalysis, libraryStatus } = application.services;
    const failedBefore = (await libraryStatus.get()).failed;
    await writeFile(at("disc.wav"), image());
    analyzer.answerWith({});

    // The job of one track finds that the file has changed, and stores all of its tracks as they are now.
    await libraryAnalysis.retry(trackKeyFrom("Ann", "From 3"));
    await libraryAnalysis.finish(new AbortController().signal);
    const after = await scanned();

    expect([before.rows, failedBefore]).toEqual([[], 3]);
    expect(namesOf(after.rows)).toEqual(["From 0", "From 3", "From 6"]);
  });

  it("is one track where its sheet leads out of its folder", async () => {
    await writeFile(at("disc.cue"), sheet("../disc.wav", 0, 3, 6));

    const { rows } = await scanned();

    expect(namesOf(rows)).toEqual(["disc"]);
  });

  it("is sent whole for each of its tracks, with the part that is the track", async () => {
    const { rows } = await scanned();

    for (const [index, range] of ["0-225", "225-450", "450-"].entries()) {
      const { recordingId } = rows[index]!;
      const sent = await application.get(`/api/audio/tracks/${recordingId}/audio`);
      expect(sent.headers.get("Overtone-Track-Frames")).toBe(range);
      expect((await sent.arrayBuffer()).byteLength).toBe(image().length);
      const answer = await application.get(`/api/audio/recordings/${recordingId}`);
      const { data } = (await answer.json()) as { data: { files: readonly Row[] } };
      const { startSeconds, endSeconds } = rows[index]!;
      expect(data.files).toMatchObject([{ startSeconds, endSeconds }]);
    }
  });

  it("is measured by workers, which are told the part that is the track", async () => {
    await application.close();
    const given = { analyzer, sources: undefined, providers: undefined };
    const environment = { LIBRARY_DIRS: folder, ANALYSIS_CONCURRENCY: "0" };
    application = await openApplicationUnderTest(given, environment);
    const { library, analyses } = application.services;
    await library.scanAll();
    const trackKey = trackKeyFrom("Ann", "From 3");
    await analyses.request({ trackKey }, { waitSeconds: 0, signal: new AbortController().signal });
    const worker = new WorkingClient(application);

    const job = await worker.claimJob();
    const range = { startFrame: 225, endFrame: 450 };
    const { recordingId } = await analyzer.analyze({ kind: "file", path: at("disc.wav"), range });
    const done = await worker.put(job, resultOf({ recordingId }));

    expect(job.audio).toMatchObject([{ source: "library", range }]);
    expect(done.status).toBe(200);
    const [state] = await analyses.findMany([trackKey]);
    expect(state).toMatchObject({ state: "ready", analysis: { recordingId } });
  });

  it("has its tracks in playlists, each with the part of the file that it is", async () => {
    await scanned();

    const playlist = await application.get("/api/audio/tracks?order=trackName", {
      accept: "audio/x-mpegurl",
    });

    const lines = (await playlist.text()).split("\n");
    const path = at("disc.wav");
    expect(lines.filter((line) => line === path || line.startsWith("#EXTVLCOPT"))).toEqual([
      ...["#EXTVLCOPT:start-time=0.000", "#EXTVLCOPT:stop-time=3.000", path],
      ...["#EXTVLCOPT:start-time=3.000", "#EXTVLCOPT:stop-time=6.000", path],
      ...["#EXTVLCOPT:start-time=6.000", path],
    ]);
  });
});
