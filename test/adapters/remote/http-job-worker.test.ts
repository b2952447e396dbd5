import type { WorkerResult } from "../../../src/domain/analysis/offered-work.js";
import { HttpJobWorker } from "../../../src/adapters/remote/http-job-worker.js";
import { ServerClient } from "../../../src/adapters/remote/server-client.js";
import type { JobClaim } from "../../../src/ports/analysis/job-worker.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { EMPTY_FINGERPRINT } from "../../../src/domain/fingerprint/fingerprint-text.js";
import { sixSeconds } from "../../fakes/timelines.js";
import { waitUntil } from "../../wait-until.js";
import { done, failed, offeredJob, ScriptedServer, type Answer } from "./scripted-server.js";

const key = `ot_live_01234567_${"0".repeat(48)}`;
const nothing: Answer = (response) => response.writeHead(204).end();
const page: Answer = (response) => response.writeHead(502).end("<h1>Bad gateway</h1>");
const result: WorkerResult = {
  source: "library",
  analysis: {
    ...measuredAudio({
      tempo: 120,
      durationSeconds: 900,
      beats: Array.from({ length: 1_800 }, (_, n) => n / 2),
    }),
    timeline: sixSeconds,
    fingerprint: EMPTY_FINGERPRINT,
  },
};

describe("A worker that claims jobs over HTTP", () => {
  let server: ScriptedServer;
  let client: ServerClient;
  let clock: ManualClock;
  let logger: RecordingLogger;
  let worker: HttpJobWorker;
  let refusals: Error[];
  const { signal } = new AbortController();

  const connect = (url: URL): void => {
    client = new ServerClient({ server: url, key, userAgent: "Overtone/test", clock, logger });
    worker = new HttpJobWorker({
      ...{ client, clock, logger, name: "desktop", version: "0.1.0", analysisVersion: 9 },
      onRefused: (error) => refusals.push(error),
    });
  };

  beforeEach(async () => {
    server = new ScriptedServer();
    [clock, logger, refusals] = [new ManualClock(), new RecordingLogger(), []];
    connect(new URL("overtone/", await server.open()));
  });
  afterEach(async () => {
    worker.close();
    client.close();
    await server.close();
  });

  const claimed = async (): Promise<JobClaim> => {
    server.answerWith(done(offeredJob));
    const claim = await worker.claim(signal);
    server.requests.length = 0;
    return claim!;
  };
  const warnings = (): readonly string[] =>
    logger.lines.filter(({ level }) => level === "warn").map(({ message }) => message);

  it("claims a job below the path of the server, with its key and its version", async () => {
    server.answerWith(done(offeredJob));

    const claim = await worker.claim(signal);

    expect(claim).toMatchObject({ token: "token", attempt: 2, leaseMilliseconds: 60_000 });
    expect(claim?.job).toMatchObject({ id: "job", track: offeredJob.track });
    expect(worker.offerOf("job")).toEqual(offeredJob);
    const [request] = server.requests;
    expect(request).toMatchObject({ method: "POST", path: "/overtone/api/worker/claims" });
    expect(request?.headers.authorization).toBe(`Bearer ${key}`);
    expect(request?.body).toMatchObject({ name: "desktop", version: "0.1.0", analysisVersion: 9 });
  });

  it("asks again where there is no job, with one request at a time", async () => {
    server.answerWith(nothing);
    const over = new AbortController();
    const claims = [worker.claim(over.signal), worker.claim(over.signal)];
    await waitUntil(() => clock.sleeperCount === 1);
    server.answerWith(done(offeredJob), nothing);
    clock.advance(1_000);
    const claim = await claims[0];

    await waitUntil(() => clock.sleeperCount === 1);
    over.abort();

    expect(claim?.job.id).toBe("job");
    expect(await claims[1]).toBeUndefined();
    expect(server.requests).toHaveLength(3);
  });

  it("tries again while the server is away, and says so once for each reason", async () => {
    server.answerWith(page, page, failed(503, "STORAGE_BUSY"), done(offeredJob));
    const claimed = worker.claim(signal);

    for (let attempt = 1; attempt <= 3; attempt++) {
      await waitUntil(() => clock.sleeperCount === 1);
      clock.advance(60_000);
    }

    expect((await claimed)?.job.id).toBe("job");
    expect(warnings()).toHaveLength(2);
    expect(warnings()[0]).toMatch(/answers 502, and not as Overtone does/);
    expect(logger.lines.at(-1)?.message).toBe("The server answers again");
  });

  it("says what is wrong where no server accepts connections", async () => {
    const closed = new ScriptedServer();
    const url = await closed.open();
    await closed.close();
    connect(url);
    const over = new AbortController();
    const claim = worker.claim(over.signal);

    await waitUntil(() => clock.sleeperCount === 1);
    over.abort();

    expect(await claim).toBeUndefined();
    expect(warnings()[0]).toMatch(/accepts no connections/);
  });

  it("waits for half a minute where the server has another version, and says so once", async () => {
    server.answerWith(
      failed(409, "WORKER_VERSION", "Needs version 8."),
      failed(409, "WORKER_VERSION"),
      done(offeredJob),
    );
    const claim = worker.claim(signal);

    for (let attempt = 0; attempt < 2; attempt++) {
      await waitUntil(() => clock.sleeperCountOf(30_000) === 1);
      clock.advance(30_000);
    }

    expect((await claim)?.job.id).toBe("job");
    expect(warnings()).toEqual(["The server has no work for this worker: Needs version 8."]);
  });

  it.each([
    [401, "UNAUTHENTICATED", /refuses the key in WORKER_KEY: A sentence\./],
    [403, "FORBIDDEN", /keys create --name NAME --scopes work/],
  ])("ends where the server refuses its key with %i", async (status, code, message) => {
    server.answerWith(failed(status, code));

    const claim = await worker.claim(signal);

    expect(claim).toBeUndefined();
    expect(refusals.map((error) => error.message)).toEqual([expect.stringMatching(message)]);
    expect(server.requests).toHaveLength(1);
  });

  it("names the address to which the server redirects", async () => {
    server.answerWith((response) =>
      response.writeHead(308, { location: "https://a.example/" }).end(),
    );

    await worker.claim(signal);

    expect(refusals[0]?.message).toBe(
      "The server redirects to https://a.example/. Use that address.",
    );
  });

  it("sends a result compressed, until the server answers", async () => {
    const claim = await claimed();
    server.answerWith(page, (response) => response.destroy(), done());
    const completed = worker.complete(claim, result);

    for (let attempt = 1; attempt <= 2; attempt++) {
      await waitUntil(() => clock.sleeperCount === 1);
      clock.advance(60_000);
    }

    expect(await completed).toBe(true);
    const { method, path, headers, body } = server.requests.at(-1)!;
    expect([method, path]).toEqual(["PUT", "/overtone/api/worker/jobs/job/result"]);
    expect(headers).toMatchObject({ "content-encoding": "gzip", "overtone-claim": "token" });
    expect(body).toEqual(result);
    expect(server.requests).toHaveLength(3);
  });

  it("takes a server for away whose answer is late, or never complete, until it is", async () => {
    const claim = await claimed();
    let complete: () => void = () => undefined;
    server.answerWith((response) => {
      response.writeHead(200, { "content-type": "application/json" }).write("{");
      complete = () => response.end('"success":true,"data":null}');
    });

    const completing = worker.complete(claim, result);
    await waitUntil(() => server.requests.length > 0);
    const soon = client.isAway;
    clock.advance(3_000);
    const later = client.isAway;
    complete();
    await completing;

    expect([soon, later, client.isAway]).toEqual([false, true, false]);
  });

  it("knows that a result came too late", async () => {
    const claim = await claimed();
    server.answerWith(failed(409, "CLAIM_LOST"));

    expect(await worker.complete(claim, result)).toBe(false);
    expect(warnings()).toEqual(["The claim of a job was lost"]);
  });

  it("reports the job as failed where the server refuses its result", async () => {
    const claim = await claimed();
    server.answerWith(failed(400, "INVALID_INPUT", "Too many beats."), done());

    await worker.complete(claim, result);

    const { path, body } = server.requests.at(-1)!;
    expect(path).toBe("/overtone/api/worker/jobs/job/failure");
    expect(body).toMatchObject({
      code: "INTERNAL",
      message: expect.stringContaining("Too many beats."),
    });
  });

  it("gives up a request that the server fails to handle again and again", async () => {
    const claim = await claimed();
    server.answerWith(failed(500, "INTERNAL"));
    const reported = worker.fail(claim, { code: "INTERNAL", message: "Broken.", facts: {} });

    for (let attempt = 1; attempt <= 3; attempt++) {
      await waitUntil(() => clock.sleeperCount === 1);
      clock.advance(60_000);
    }

    expect(await reported).toBe(false);
    expect(server.requests).toHaveLength(4);
  });

  it("counts a claim as valid until the server says otherwise", async () => {
    const claim = await claimed();
    server.answerWith(done(), page, failed(409, "CLAIM_LOST"));

    const states = [
      await worker.extend(claim),
      await worker.extend(claim),
      await worker.extend(claim),
    ];

    expect(states).toEqual([true, true, false]);
  });

  it("gives a job back while it ends", async () => {
    const claim = await claimed();
    server.answerWith(done());
    worker.close();

    expect(await worker.release(claim)).toBe(true);
    expect(server.requests[0]?.path).toBe("/overtone/api/worker/jobs/job/release");
    await expect(worker.complete(claim, result)).rejects.toThrow("The worker ends.");
  });
});
