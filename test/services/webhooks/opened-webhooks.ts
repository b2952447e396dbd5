import { InProcessJobQueue } from "../jobs/in-process-job-queue.js";
import { NodeRandomSource } from "../../../src/adapters/runtime/node-random-source.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import type { Database } from "../../../src/adapters/storage/database.js";
import { fixedKey } from "../../../src/adapters/storage/secrets/secret-key.js";
import { WebhookSecrets } from "../../../src/adapters/storage/webhooks/webhook-secrets.js";
import { SqlWebhookStore } from "../../../src/adapters/storage/webhooks/sql-webhook-store.js";
import type {
  WebhookMessage,
  WebhookReply,
  WebhookSender,
} from "../../../src/ports/webhooks/webhook-sender.js";
import { AccessService } from "../../../src/services/access/access-service.js";
import { AnalysisStates } from "../../../src/services/analysis/analysis-states.js";
import { rememberedFailures } from "../../adapters/storage/failures-of-database.js";
import { timeOf } from "../../adapters/storage/time-of-clock.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { AnalysisEvents } from "../../../src/services/analysis/analysis-events.js";
import { WebhookDeliveries } from "../../../src/services/webhooks/webhook-deliveries.js";
import { WebhookDispatcher } from "../../../src/services/webhooks/webhook-dispatcher.js";
import { WebhookService } from "../../../src/services/webhooks/webhook-service.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import type { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

/** A sender that receives status 200 for every message, unless it is told otherwise. */
class FakeWebhookSender implements WebhookSender {
  readonly mayBePrivate = false;
  /** The messages that it sent, in order. */
  readonly sent: WebhookMessage[] = [];
  readonly #replies: WebhookReply[] = [];
  #isHanging = false;

  /** Sets the replies to the next messages, in order. */
  answerWith(...replies: readonly WebhookReply[]): void {
    this.#replies.push(...replies);
  }

  /** Waits from now on until each attempt is aborted. */
  hang(): void {
    this.#isHanging = true;
  }

  refuses(hostname: string): boolean {
    return hostname === "localhost";
  }

  async send(message: WebhookMessage, signal: AbortSignal): Promise<WebhookReply> {
    this.sent.push(message);
    if (!this.#isHanging) return this.#replies.shift() ?? { status: 200 };
    if (!signal.aborted) await new Promise((resolve) => signal.addEventListener("abort", resolve));
    return { problem: "It did not respond in time.", isRefused: false };
  }

  close(): void {
    // There is nothing to close.
  }
}

const secrets = new WebhookSecrets({ key: fixedKey(), logger: new RecordingLogger() });
const random = new NodeRandomSource();
const noFiles = { findByIds: () => Promise.resolve([]) };
const unlimited = {
  take: () => Promise.resolve({ isAllowed: true, limit: 1, remaining: 1, resetSeconds: 1 }),
};

/** Builds the webhook services of one server on a database; sending starts with `dispatcher.start`. */
export function openWebhooks(
  database: Database,
  clock: ManualClock,
  /** The class of the store, such as one that fails. */
  Store: typeof SqlWebhookStore = SqlWebhookStore,
) {
  const logger = new RecordingLogger();
  const failures = new FailureLog({ logger });
  const analyses = new SqlAnalysisStore({ database });
  const jobs = new InProcessJobQueue({ concurrency: 1, limit: 10, clock });
  const remembered = rememberedFailures(database, { clock });
  const analyzer = new FakeAnalyzer();
  const states = new AnalysisStates({ store: analyses, jobs, analyzer, failures: remembered });
  const events = new AnalysisEvents({ jobs, states, files: noFiles, failures });
  const keys = new SqlApiKeyStore({ database });
  const access = new AccessService({ keys, clock, random, limiter: unlimited });
  const sender = new FakeWebhookSender();
  const store = new Store({ database, secrets, time: timeOf(clock) });
  const deliveries = new WebhookDeliveries({ store, events, clock, random, failures });
  const dispatcher = new WebhookDispatcher({
    ...{ store, sender, deliveries, access, clock, failures },
  });
  const service = new WebhookService({ store, sender, deliveries, clock, random });
  return { analyses, jobs, events, access, sender, store, deliveries, dispatcher, service, logger };
}
