import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { fixedKey } from "../../../src/adapters/storage/secrets/secret-key.js";
import { WebhookSecrets } from "../../../src/adapters/storage/webhooks/webhook-secrets.js";
import { SqlWebhookStore } from "../../../src/adapters/storage/webhooks/sql-webhook-store.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { StorageBusyError } from "../../../src/domain/errors/availability-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import type { NewDelivery } from "../../../src/domain/webhook/webhook-delivery.js";
import { AnalysisWriter } from "../../../src/services/analysis/analysis-writer.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { waitUntil } from "../../wait-until.js";
import type { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { runJobs } from "../jobs/run-jobs.js";
import { openWebhooks } from "./opened-webhooks.js";

const trackKey = trackKeyFrom("Overtone", "One");
const names = { trackKey, artist: "Overtone", trackName: "One", source: "library" };
const analysis: Analysis = { ...measuredAudio({}, 1), ...names, analyzedAt: 1 };

const secrets = new WebhookSecrets({ key: fixedKey(), logger: new RecordingLogger() });

describe("WebhookDeliveries", () => {
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn++) await new Promise(setImmediate);
  };
  let database: Database;

  /**
   * Opens the analysis and webhook services of one server on the database; it sends no messages.
   */
  function openServer(Store?: typeof SqlWebhookStore) {
    const server = openWebhooks(database, new ManualClock(), Store);
    const { analyses: store, deliveries, store: webhooks } = server;
    return { ...server, store, webhooks, writer: new AnalysisWriter({ store, deliveries }) };
  }

  /** Lets a job end whose analysis is stored already. */
  async function endJob(jobs: InProcessJobQueue): Promise<void> {
    const runner = runJobs(jobs, () => Promise.resolve(undefined));
    await jobs.add({ track: { ...names, artwork: { kind: "none" }, providers: [] } });
    await jobs.whenDone(trackKey);
    await runner.close();
  }

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    await new SqlWebhookStore({ database, secrets }).add({
      id: "wh_one",
      owner: "0a1b2c3d",
      url: "https://example.org/hook",
      secret: "whsec_c2VjcmV0",
      events: ["analysis.ready", "analysis.failed"],
      createdAt: 1,
      disabledAt: null,
    });
  });
  afterEach(() => database.close());

  it("are written together with the analysis, so that a crash does not lose them", async () => {
    const { writer, webhooks, deliveries } = openServer();
    await deliveries.close();

    await writer.save(analysis);

    const written = await webhooks.listDeliveries("wh_one", { first: 10 });
    expect(written).toHaveLength(1);
    expect(written[0]).toMatchObject({ event: "analysis.ready", state: "pending" });
  });

  it("are written once when two servers report the same analysis", async () => {
    const [one, other] = [openServer(), openServer()];
    await one.writer.save(analysis);
    let eventCount = 0;
    for (const { events } of [one, other]) {
      events.listen(({ state }) => (eventCount += state.state === "ready" ? 1 : 0));
    }

    for (const { jobs } of [one, other]) await endJob(jobs);
    await waitUntil(() => eventCount >= 2);
    await one.deliveries.close();
    await other.deliveries.close();

    expect(await one.webhooks.listDeliveries("wh_one", { first: 10 })).toHaveLength(1);
  });

  it("are not written when the analysis cannot be written", async () => {
    const { store, webhooks, deliveries } = openServer();
    const [delivery] = (await deliveries.openDeliveries())(analysis);
    const broken = { ...delivery!, id: "msg_b", occurrence: "b", body: null as unknown as string };

    await expect(store.save(analysis, () => [delivery!, broken])).rejects.toThrow();

    expect(await store.findMany([trackKey])).toEqual([undefined]);
    expect(await webhooks.listDeliveries("wh_one", { first: 10 })).toEqual([]);
  });

  it("are written, and announced, for a job whose analysis was stored without them", async () => {
    const { store, webhooks, deliveries, jobs } = openServer();
    let count = 0;
    deliveries.onWritten(() => count++);
    await store.save(analysis);

    await endJob(jobs);
    await settle();

    const [written, ...others] = await webhooks.listDeliveries("wh_one", { first: 10 });
    expect(JSON.parse(written!.body)).toMatchObject({ type: "analysis.ready", data: { trackKey } });
    expect([others, count]).toEqual([[], 1]);
  });

  it("are written for each failure, and for nothing that has not ended", async () => {
    const { jobs, webhooks, logger } = openServer();
    runJobs(jobs, () => Promise.reject(new AudioUndecodableError("it is damaged")));

    for (let time = 0; time < 2; time++) {
      await jobs.add({ track: { ...names, artwork: { kind: "none" }, providers: [] } });
      await jobs.whenDone(trackKey);
      await settle();
    }

    const written = await webhooks.listDeliveries("wh_one", { first: 10 });
    expect(written.map(({ event }) => event)).toEqual(["analysis.failed", "analysis.failed"]);
    expect(logger.lines).toEqual([]);
  });

  it("are not written, nor announced, when no webhook is registered for the event", async () => {
    const { store, webhooks, deliveries, jobs } = openServer();
    let count = 0;
    deliveries.onWritten(() => count++);
    await webhooks.remove("wh_one");
    await store.save(analysis);

    await endJob(jobs);
    await settle();

    expect((await deliveries.openDeliveries())(analysis)).toEqual([]);
    expect(count).toBe(0);
  });

  it("are stored before a closing server ends, and later events are not heard", async () => {
    let write: () => void = () => undefined;
    const written = new Promise<void>((resolve) => (write = resolve));
    class SlowStore extends SqlWebhookStore {
      override addDeliveries(added: readonly NewDelivery[]): Promise<void> {
        return written.then(() => super.addDeliveries(added));
      }
    }
    const { store, events, webhooks, deliveries, jobs } = openServer(SlowStore);
    await store.save(analysis);
    await endJob(jobs);
    await settle();

    let isClosed = false;
    const closing = deliveries.close().then(() => (isClosed = true));
    await settle();
    const early = isClosed;
    write();
    await closing;

    expect(early).toBe(false);
    expect(await webhooks.listDeliveries("wh_one", { first: 10 })).toHaveLength(1);
    expect(events.listenerCount).toBe(0);
  });

  it("are written in a further attempt while the database is locked, and lost with a line in the log", async () => {
    const failures: Error[] = [new StorageBusyError(), new Error("a bug")];
    class FailingStore extends SqlWebhookStore {
      override addDeliveries(added: readonly NewDelivery[]): Promise<void> {
        const failure = failures.shift();
        return failure ? Promise.reject(failure) : super.addDeliveries(added);
      }
    }
    const { store, webhooks, deliveries, logger, jobs } = openServer(FailingStore);
    await store.save(analysis);

    await endJob(jobs);
    await settle();
    const lines = [...logger.lines];
    await endJob(jobs);
    await settle();
    await deliveries.close();

    expect(lines).toMatchObject([{ level: "error", facts: { error: new Error("a bug") } }]);
    expect(logger.lines).toHaveLength(1);
    expect(await webhooks.listDeliveries("wh_one", { first: 10 })).toHaveLength(1);
  });
});
