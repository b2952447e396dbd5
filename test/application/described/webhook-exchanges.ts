import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate } from "../../fakes/fake-provider.js";
import { waitUntil } from "../../wait-until.js";
import type { DescribedRequest, Stage } from "./described-request.js";

const jsonBody = { "content-type": "application/json" };
const registration = JSON.stringify({
  url: "https://example.org/hook",
  events: ["analysis.ready"],
});
const path = "/api/webhooks";

const one = ({ webhook }: Stage): string => `${path}/${webhook.id}`;
const replay = ({ webhook }: Stage): string =>
  `${path}/${webhook.id}/deliveries/${webhook.deliveryId}/replay`;
const deliveries = (query: string) => (stage: Stage) => `${one(stage)}/deliveries?${query}`;

/** Registers a webhook at an address that does not respond. */
const registered = async ({ application, owner, webhook }: Stage): Promise<void> => {
  const { webhooks } = application.services;
  for (const { id } of await webhooks.list(owner)) await webhooks.remove(owner, id);
  webhook.id = (await webhooks.register(owner, { url: "https://127.0.0.1:9/hook" })).id;
};
/** Registers a webhook, and waits for one attempt to deliver a ready and a failed analysis. */
const delivered = async (stage: Stage): Promise<void> => {
  const { application, owner, webhook, provider, analyzer } = stage;
  await registered(stage);
  const ask = async (track: string): Promise<void> => {
    provider.replyWith([candidate("Hook", track)]);
    const trackKey = trackKeyFrom("Hook", track);
    await application.get(`/api/audio/analysis/${trackKey}?artist=Hook&track=${track}`);
  };
  await ask(`Ready ${webhook.id}`);
  analyzer.answerWith(new AudioUndecodableError("no audio in it"));
  await ask(`Damaged ${webhook.id}`);
  const { webhooks } = application.services;
  await waitUntil(async () => {
    const found = await webhooks.listDeliveries(owner, webhook.id, { first: 2 });
    webhook.deliveryId = found[0]?.id ?? "";
    return found.filter(({ attempts }) => attempts.length > 0).length === 2;
  });
};

/** Requests for webhooks. */
export const webhookRequests: readonly DescribedRequest[] = [
  { operationId: "removeWebhook", status: 200, path: one, given: registered },
  { operationId: "removeWebhook", status: 404, path: `${path}/wh_0` },
  {
    operationId: "registerWebhook",
    status: 201,
    path,
    headers: jsonBody,
    body: registration,
    given: registered,
  },
  { operationId: "registerWebhook", status: 400, path, headers: jsonBody, body: "{}" },
  { operationId: "registerWebhook", status: 415, path, body: registration },
  {
    operationId: "registerWebhook",
    status: 413,
    path,
    headers: jsonBody,
    body: JSON.stringify({ url: "x".repeat(70_000) }),
  },
  { operationId: "listWebhooks", status: 200, path, given: registered },
  { operationId: "getWebhook", status: 200, path: one, given: registered },
  { operationId: "getWebhook", status: 404, path: `${path}/wh_0` },
  {
    operationId: "listDeliveries",
    status: 200,
    path: deliveries("limit=2&state=pending"),
    given: delivered,
  },
  {
    operationId: "listDeliveries",
    status: 200,
    path: (stage) => deliveries(`limit=2&before=${stage.webhook.deliveryId}`)(stage),
    given: delivered,
  },
  { operationId: "listDeliveries", status: 400, path: deliveries("limit=0"), given: registered },
  {
    operationId: "listDeliveries",
    status: 400,
    path: deliveries("before=msg_0"),
    given: registered,
  },
  { operationId: "listDeliveries", status: 404, path: `${path}/wh_0/deliveries` },
  { operationId: "replayDelivery", status: 202, path: replay, given: delivered },
  {
    operationId: "replayDelivery",
    status: 404,
    path: (stage) => `${one(stage)}/deliveries/msg_0/replay`,
    given: registered,
  },
];
