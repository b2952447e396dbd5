import { NodeRandomSource } from "../../../src/adapters/runtime/node-random-source.js";
import { InProcessJobQueue } from "../../../src/adapters/queue/in-process-job-queue.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { fixedKey } from "../../../src/adapters/storage/secrets/secret-key.js";
import { WebhookSecrets } from "../../../src/adapters/storage/secrets/webhook-secrets.js";
import { SqlWebhookStore } from "../../../src/adapters/storage/webhooks/sql-webhook-store.js";
import type { Analysis } from "../../../src/domain/analysis/analysis.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { AnalysisEvents } from "../../../src/services/progress/analysis-events.js";
import { AnalysisWriter } from "../../../src/services/analysis/analysis-writer.js";
import { AnalysisStates } from "../../../src/services/analysis/analysis-states.js";
import { FailureLog } from "../../../src/services/operations/failure-log.js";
import { RememberedFailures } from "../../../src/services/analysis/remembered-failures.js";
import { WebhookDeliveries } from "../../../src/services/webhooks/webhook-deliveries.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { measuredAudio } from "../../fakes/measured-audio.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

const trackKey = trackKeyFrom("Overtone", "One");
const names = { trackKey, artist: "Overtone", trackName: "One", source: "library" };
const analysis: Analysis = { ...measuredAudio({}, 1), ...names, analyzedAt: 1 };

const secrets = new WebhookSecrets({ key: fixedKey(), logger: new RecordingLogger() });

describe("WebhookDeliveries", () => {
  let database: Database;

  /**
   * Opens the analysis and webhook services of one server on the database; it sends no messages.
   */
  function openServer() {
    const store = new SqlAnalysisStore({ database });
    const clock = new ManualClock();
    const jobs = new InProcessJobQueue({ concurrency: 1, limit: 10, clock });
    const remembered = new RememberedFailures({ clock });
    const analyzer = new FakeAnalyzer();
    const states = new AnalysisStates({ store, jobs, analyzer, failures: remembered });
    const failures = new FailureLog({ logger: new RecordingLogger() });
    const events = new AnalysisEvents({ jobs, states, failures });
    const webhooks = new SqlWebhookStore({ database, secrets });
    const random = new NodeRandomSource();
    const needs = { store: webhooks, events, clock, random, failures };
    const deliveries = new WebhookDeliveries(needs);
    const writer = new AnalysisWriter({ store, deliveries });
    return { store, webhooks, events, deliveries, writer };
  }

  beforeEach(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    await new SqlWebhookStore({ database, secrets }).add({
      id: "wh_one",
      owner: "0a1b2c3d",
      url: "https://example.org/hook",
      secret: "whsec_c2VjcmV0",
      events: ["analysis.ready"],
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
    one.events.listen(() => (eventCount += 1));
    other.events.listen(() => (eventCount += 1));

    one.events.announceReady(trackKey);
    other.events.announceReady(trackKey);
    while (eventCount < 2) await new Promise(setImmediate);
    await one.deliveries.close();
    await other.deliveries.close();

    expect(await one.webhooks.listDeliveries("wh_one", { first: 10 })).toHaveLength(1);
  });

  it("are not written when the analysis cannot be written", async () => {
    const { store, webhooks, deliveries } = openServer();
    const [delivery] = await deliveries.deliveriesFor(analysis);
    const twice = [delivery!, { ...delivery!, occurrence: "another" }];

    await expect(store.save(analysis, twice)).rejects.toThrow();

    expect(await store.findMany([trackKey])).toEqual([undefined]);
    expect(await webhooks.listDeliveries("wh_one", { first: 10 })).toEqual([]);
  });
});
