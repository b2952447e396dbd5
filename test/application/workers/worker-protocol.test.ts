import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { AudioSource } from "../../../src/ports/analysis/audio-source.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { waitUntil } from "../../wait-until.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { codeOf, resultOf, WorkingClient } from "./working-client.js";

describe("Servers whose analyses are made by workers", () => {
  const money = trackKeyFrom("Pink Floyd", "Money");
  const path = `/api/audio/analysis/${money}?artist=Pink+Floyd&track=Money`;
  const provider = new FakeProvider("library");
  const bytes = Buffer.from(Array.from({ length: 200_000 }, (_, at) => at % 251));
  let folder: string;
  let library: AudioSource;
  let here: ApplicationUnderTest;
  let there: ApplicationUnderTest;
  let worker: WorkingClient;

  const excerpts: AudioSource = {
    name: "deezer",
    coverage: "excerpt",
    find: () => Promise.resolve({ kind: "memory", bytes }),
  };
  const open = (sources: readonly AudioSource[]): Promise<ApplicationUnderTest> =>
    openApplicationUnderTest(
      { sources, providers: [provider] },
      {
        ANALYSIS_CONCURRENCY: "0",
        DATABASE_URL: `sqlite:${join(folder, "overtone.db")}`,
        DATA_DIR: folder,
      },
    );

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-workers-"));
    const file = join(folder, "money.flac");
    await writeFile(file, bytes);
    library = { name: "library", find: () => Promise.resolve({ kind: "file", path: file }) };
    provider.replyWith([{ ...candidate("Pink Floyd", "Money"), durationSeconds: 382 }]);
    here = await open([library, excerpts]);
    there = await open([library, excerpts]);
    worker = new WorkingClient(here);
  });
  afterEach(async () => {
    await here.close();
    await there.close();
    await rm(folder, { recursive: true, force: true });
  });

  const statusOf = async (response: Promise<Response>): Promise<number> => (await response).status;
  /** Requests the analysis of the track without waiting for it. */
  const requested = (server = here): Promise<Response> =>
    server.get(path, { prefer: "respond-async" });

  it("answer a waiting request with what a worker measured, under the names of the server", async () => {
    const answer = here.get(path);
    const job = await worker.claimJob();

    const done = await worker.put(job, resultOf());

    expect(job).toMatchObject({
      attempt: 1,
      leaseSeconds: 60,
      track: { trackKey: money, artist: "Pink Floyd", trackName: "Money" },
      missing: { code: "AUDIO_NOT_FOUND" },
    });
    expect(done.status).toBe(200);
    expect(await (await answer).json()).toMatchObject({
      data: { trackKey: money, artist: "Pink Floyd", trackName: "Money", tempo: 120 },
    });
    const states = await there.services.analyses.findMany([money]);
    expect(states[0]).toMatchObject({
      state: "ready",
      analysis: { source: "library", beats: [0.5, 1] },
    });
  });

  it("are alike to a worker: each of its requests may reach another one", async () => {
    await requested();
    const job = await worker.claimJob();
    const other = worker.at(there);

    const audio = await other.audio(job, "library");
    const answers = [
      await statusOf(other.post(job, "lease")),
      await statusOf(other.put(job, resultOf())),
      await statusOf(worker.put(job, resultOf())),
    ];

    expect(Buffer.from(await audio.arrayBuffer())).toEqual(bytes);
    expect(answers).toEqual([200, 200, 200]);
  });

  it("store a result once, and answer its repetition alike", async () => {
    await requested();
    const job = await worker.claimJob();
    const first = await worker.put(job, resultOf());
    const [stored] = await here.services.analyses.findMany([money]);

    const second = await worker.put(job, resultOf({ tempo: 60 }));
    const [kept] = await here.services.analyses.findMany([money]);

    expect([second.status, await second.text()]).toEqual([first.status, await first.text()]);
    expect(kept).toEqual(stored);
  });

  it("refuse a claim that another key has, before they read the result", async () => {
    await requested();
    const job = await worker.claimJob();
    const thief = new WorkingClient(here);

    const taken = await Promise.all([
      thief.put(job, "x".repeat(9_000_000)),
      thief.post(job, "lease"),
      thief.post(job, "release"),
      thief.audio(job, "library"),
    ]);
    const done = await worker.put(job, resultOf());

    const codes = await Promise.all(taken.map(codeOf));
    expect(codes).toEqual(["CLAIM_LOST", "CLAIM_LOST", "CLAIM_LOST", "CLAIM_LOST"]);
    expect(done.status).toBe(200);
  });

  it("refuse the result of a claim that is lost", async () => {
    await requested();
    const job = await worker.claimJob();
    await worker.post(job, "release");
    const again = await worker.claimJob();

    const late = await worker.put(job, resultOf({ tempo: 60 }));

    expect([late.status, await codeOf(late)]).toEqual([409, "CLAIM_LOST"]);
    expect(again).toMatchObject({ id: job.id, attempt: 1 });
    expect(await codeOf(await worker.audio(job, "library"))).toBe("CLAIM_LOST");
    expect((await here.services.analyses.findMany([money]))[0]?.state).toBe("processing");
  });

  it("offer the file, and send the rest of it after a break", async () => {
    await requested();
    const job = await worker.claimJob();
    const whole = await worker.audio(job, "library");
    const tag = whole.headers.get("etag") ?? "";
    await whole.arrayBuffer();

    const rest = await worker.audio(job, "library", { range: "bytes=150000-", "if-range": tag });
    const other = await worker.audio(job, "library", { range: "bytes=150000-", "if-range": '"x"' });

    const file = job.audio[0]?.file;
    expect(file).toMatchObject({ path: join(folder, "money.flac"), sizeBytes: 200_000 });
    expect(file?.fingerprint).toMatch(/^[0-9a-f]{64}$/);
    expect([rest.status, rest.headers.get("content-range")]).toEqual([
      206,
      "bytes 150000-199999/200000",
    ]);
    expect(Buffer.from(await rest.arrayBuffer())).toEqual(bytes.subarray(150_000));
    expect([other.status, (await other.arrayBuffer()).byteLength]).toEqual([200, 200_000]);
  });

  it("keep the length of the recording where an excerpt was measured", async () => {
    await requested();
    const job = await worker.claimJob();

    const excerpt = await worker.audio(job, "deezer");
    await worker.put(job, resultOf({ tempo: 120, durationSeconds: 30 }, "deezer"));

    expect(Buffer.from(await excerpt.arrayBuffer())).toEqual(bytes);
    expect(job.audio).toMatchObject([
      { source: "library" },
      { source: "deezer", coverage: "excerpt" },
    ]);
    const [state] = await here.services.analyses.findMany([money]);
    expect(state).toMatchObject({
      analysis: { source: "deezer", durationSeconds: 382, excerptSeconds: 30 },
    });
  });

  it.each([
    [
      "of another analysis version",
      { ...resultOf(), analysis: { ...resultOf().analysis, version: 2 } },
      409,
      "WORKER_VERSION",
    ],
    ["from a source that the job does not have", resultOf({}, "upload"), 400, "INVALID_INPUT"],
    ["with names of its own", { ...resultOf(), artist: "Eve" }, 400, "INVALID_INPUT"],
    ["with a tempo below zero", resultOf({ tempo: -1 }), 400, "INVALID_INPUT"],
  ])("refuse a result %s, and the job goes on", async (_what, result, status, code) => {
    await requested();
    const job = await worker.claimJob();

    const refused = await worker.put(job, result);

    expect([refused.status, await codeOf(refused)]).toEqual([status, code]);
    expect(await statusOf(worker.put(job, resultOf()))).toBe(200);
  });

  it("refuse a result of more members than any has, before they read it", async () => {
    await requested();
    const job = await worker.claimJob();

    const refused = await worker.put(job, { ...resultOf(), others: Array(100_000).fill({}) });

    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain("must not have more than 100000 members");
    expect(await statusOf(worker.put(job, resultOf()))).toBe(200);
  });

  it("name few of the members that a result does not have", async () => {
    await requested();
    const job = await worker.claimJob();
    const others = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [index, {}]));

    const refused = await worker.put(job, { ...resultOf(), ...others });

    expect(refused.status).toBe(400);
    expect(refused.headers.get("content-length")).toMatch(/^\d{1,3}$/);
  });

  it("have the file of an upload analysed, and delete it afterwards", async () => {
    const { token } = await here.services.access.issue({ name: "a", scopes: ["write"] });
    const wav = Buffer.from("RIFF\0\0\0\0WAVE".padEnd(9_000));
    const answer = fetch(`${here.url}/api/audio/analysis?artist=Ann&track=Upload`, {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "audio/wav" },
      body: wav,
    });
    const job = await worker.claimJob();

    const audio = Buffer.from(await (await worker.audio(job, "upload")).arrayBuffer());
    await worker.put(job, resultOf({ tempo: 99 }, "upload"));

    expect(job.audio).toEqual([{ source: "upload", coverage: "whole" }]);
    expect(audio).toEqual(wav);
    expect(await (await answer).json()).toMatchObject({ data: { artist: "Ann", tempo: 99 } });
  });

  it("answer with the failure that a worker reports", async () => {
    const answer = here.get(path);
    const job = await worker.claimJob();
    const message = "The audio cannot be decoded: it is cut short.";

    await worker.post(job, "failure", { code: "AUDIO_UNDECODABLE", message, facts: {} });

    expect((await answer).status).toBe(422);
    expect(await codeOf(await there.get(path))).toBe("AUDIO_UNDECODABLE");
  });

  it("let a job wait for another attempt where its audio cannot be read now", async () => {
    await requested();
    const job = await worker.claimJob();

    await worker.post(job, "failure", { code: "AUDIO_UNAVAILABLE", message: "Away.", facts: {} });

    const [state] = await here.services.analyses.findMany([money]);
    expect(state?.state).toBe("queued");
  });

  it("hand out no job without audio, and end it themselves", async () => {
    await here.close();
    const lacking: AudioSource = { name: "library", find: () => Promise.resolve(undefined) };
    here = await open([lacking]);
    const answer = here.get(path);

    const claim = await new WorkingClient(here).claim(1);

    expect(claim.status).toBe(204);
    expect(await codeOf(await answer)).toBe("AUDIO_NOT_FOUND");
  });

  it("keep a job for others where the worker that waited for it has left", async () => {
    const leaving = new AbortController();
    const left = worker.claim(20, leaving.signal).catch(() => undefined);
    await waitUntil(async () => (await here.services.access.list()).length >= 2);
    leaving.abort();
    await left;

    await requested();

    expect(await worker.claimJob()).toMatchObject({ attempt: 1, track: { trackKey: money } });
  });

  it("do not let a job fail where a worker leaves while its audio is looked for", async () => {
    await here.close();
    const leaving = new AbortController();
    here = await open([
      {
        name: "library",
        find: (track, signal) => {
          leaving.abort();
          signal.throwIfAborted();
          return library.find(track, signal);
        },
      },
    ]);
    const { workers } = here.services;
    await requested();
    const asked = {
      name: "desktop",
      version: "0.1.0",
      analysisVersion: 1,
      waitSeconds: 5,
      keyLookup: "0",
    };

    const left = await workers.claim(asked, leaving.signal);
    const next = await workers.claim(asked, new AbortController().signal);

    expect(left).toBeUndefined();
    expect(next).toMatchObject({ attempt: 1, track: { trackKey: money } });
  });

  it("answer workers that wait for a job at once when they stop", async () => {
    const { signal } = new AbortController();
    const asked = {
      name: "desktop",
      version: "0.1.0",
      analysisVersion: 1,
      waitSeconds: 20,
      keyLookup: "0",
    };
    const waiting = here.services.workers.claim(asked, signal);

    await here.close();

    expect(await waiting).toBeUndefined();
  });

  it("know what each worker runs", async () => {
    await requested();
    const job = await worker.claimJob();

    const running = await here.services.jobs.list();
    await worker.put(job, resultOf());

    expect(running).toMatchObject([
      { id: job.id, trackKey: money, phase: "running", worker: "desktop" },
    ]);
    const [line] = here.logger.lines.filter(({ facts }) => facts["worker"] === "desktop");
    expect(line?.facts).toMatchObject({ jobId: job.id, trackKey: money, attempt: 1 });
    expect(await readFile(join(folder, "money.flac"))).toHaveLength(200_000);
  });
});
