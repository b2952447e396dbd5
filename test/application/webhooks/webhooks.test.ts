import { createHmac } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { AudioUndecodableError } from "../../../src/domain/errors/analysis-errors.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { FakeAnalyzer } from "../../fakes/fake-analyzer.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { WebhookClient } from "./webhook-client.js";

const trackKey = trackKeyFrom("Overtone", "One");

describe("Webhooks", () => {
  let clock: ManualClock;
  let analyzer: FakeAnalyzer;
  let receiver: StandInReceiver;
  let application: ApplicationUnderTest;
  const client = new WebhookClient(() => application);

  async function open(environment: Readonly<Record<string, string>> = {}): Promise<void> {
    application = await openApplicationUnderTest(
      { clock, analyzer, providers: [new FakeProvider("library", [candidate("Overtone", "One")])] },
      { WEBHOOK_PRIVATE_ADDRESSES: "on", ...environment },
    );
    await application.get("/api/audio/search?track=One");
  }

  async function reopen(environment: Readonly<Record<string, string>>): Promise<void> {
    await application.close();
    await open(environment);
  }

  beforeEach(async () => {
    clock = new ManualClock();
    analyzer = new FakeAnalyzer({ tempo: 100 });
    receiver = await StandInReceiver.open();
    await open();
  });
  afterEach(async () => {
    await application.close();
    await receiver.close();
  });

  it("send the analysis, signed according to Standard Webhooks, when it is ready", async () => {
    const { id, secret } = await client.register({ url: receiver.url });

    await application.get(`/api/audio/analysis/${trackKey}`);
    const message = await receiver.next();

    const answer = await application.get(`/api/audio/analysis/${trackKey}`);
    const { data, recording } = (await answer.json()) as {
      readonly data: object;
      readonly recording: { readonly recordingId: string };
    };
    expect(id).toMatch(/^wh_[0-9a-f]{16}$/);
    expect(JSON.parse(message.body)).toEqual({
      type: "analysis.ready",
      timestamp: new Date(clock.now()).toISOString(),
      data: { ...data, recordingId: recording.recordingId },
    });
    const name = message.headers["webhook-id"];
    const timestamp = message.headers["webhook-timestamp"];
    const signature = createHmac("sha256", Buffer.from(secret.slice("whsec_".length), "base64"))
      .update(`${String(name)}.${String(timestamp)}.${message.body}`)
      .digest("base64");
    expect(message.headers["webhook-signature"]).toBe(`v1,${signature}`);
    expect(Number(timestamp)).toBe(Math.floor(clock.now() / 1000));
    expect(message.headers["content-type"]).toBe("application/json");
  });

  it("send why an analysis failed, and when another attempt may help", async () => {
    await client.register({ url: receiver.url, events: ["analysis.failed"] });
    analyzer.answerWith(new AudioUndecodableError("no audio in it"));

    await application.get(`/api/audio/analysis/${trackKey}`);
    const message = await receiver.next();

    expect(JSON.parse(message.body)).toMatchObject({
      type: "analysis.failed",
      data: { trackKey, error: { code: "AUDIO_UNDECODABLE", isRetryable: false } },
    });
  });

  it("retry with increasing pauses, under the same id", async () => {
    const hook = await client.register({ url: receiver.url });
    receiver.answerWith(500, 503, 200);

    await application.get(`/api/audio/analysis/${trackKey}`);
    const first = await receiver.next();
    await client.settled(hook, ({ attempts }) => attempts.length === 1);
    clock.advance(5_000);
    const second = await receiver.next();
    await client.settled(hook, ({ attempts }) => attempts.length === 2);
    clock.advance(29_999);
    const early = receiver.count;
    clock.advance(1);
    const third = await receiver.next();
    const [delivery] = await client.settled(hook, ({ state }) => state === "delivered");

    expect(early).toBe(2);
    expect(new Set([first, second, third].map(({ headers }) => headers["webhook-id"])).size).toBe(
      1,
    );
    expect(delivery).toMatchObject({
      nextAttemptAt: null,
      attempts: [
        { status: 500, problem: "The address responded with status 500." },
        { status: 503, problem: "The address responded with status 503." },
        { status: 200, problem: null },
      ],
    });
  });

  it("give up after eight attempts, and send again on request", async () => {
    const hook = await client.register({ url: receiver.url });
    receiver.answerWith(...Array.from({ length: 8 }, () => 500), 204);

    await application.get(`/api/audio/analysis/${trackKey}`);
    for (let attempts = 1; attempts <= 8; attempts++) {
      await receiver.next();
      await client.settled(hook, (delivery) => delivery.attempts.length === attempts);
      if (attempts < 8) clock.advance(16 * 3_600_000);
    }
    const [failed] = await client.deliveriesOf(hook);
    const replayed = await client.ask("POST", `/${hook.id}/deliveries/${failed!.id}/replay`, {
      key: hook.key,
    });
    const again = await receiver.next();
    const [delivery] = await client.settled(hook, ({ state }) => state === "delivered");

    expect(failed).toMatchObject({ state: "failed", nextAttemptAt: null });
    expect(replayed.status).toBe(202);
    expect(again.headers["webhook-id"]).toBe(failed!.id);
    expect(delivery?.attempts).toHaveLength(9);
  });

  it("are disabled when the address responds with 410 Gone", async () => {
    const hook = await client.register({ url: receiver.url });
    receiver.answerWith(410);

    await application.get(`/api/audio/analysis/${trackKey}`);
    await receiver.next();
    const [delivery] = await client.settled(hook, ({ state }) => state === "failed");
    const response = await client.ask("GET", `/${hook.id}`, { key: hook.key });

    expect(delivery?.attempts).toHaveLength(1);
    expect(await response.json()).toMatchObject({
      data: { disabledAt: expect.any(String) as string },
    });
  });

  it("end an attempt when the address does not respond in ten seconds", async () => {
    const hook = await client.register({ url: receiver.url });
    receiver.hang();

    await application.get(`/api/audio/analysis/${trackKey}`);
    await receiver.next();
    clock.advance(10_000);
    const [delivery] = await client.settled(hook, ({ attempts }) => attempts.length === 1);

    expect(delivery?.attempts[0]).toMatchObject({
      status: null,
      problem: "It did not respond in time.",
    });
  });

  it("log every attempt, and run one at a time, when a delivery is sent again", async () => {
    const hook = await client.register({ url: receiver.url });
    receiver.hang();
    await application.get(`/api/audio/analysis/${trackKey}`);
    await receiver.next();
    const [running] = await client.deliveriesOf(hook);
    const replay = `/${hook.id}/deliveries/${running!.id}/replay`;

    const first = await client.ask("POST", replay, { key: hook.key });
    const second = await client.ask("POST", replay, { key: hook.key });
    clock.advance(10_000);
    await client.settled(hook, ({ attempts }) => attempts.length === 1);
    const sentMeanwhile = receiver.count;
    clock.advance(5_000);
    await receiver.next();
    clock.advance(10_000);
    const [delivery] = await client.settled(hook, ({ attempts }) => attempts.length === 2);

    expect([first.status, second.status, sentMeanwhile]).toEqual([202, 202, 1]);
    expect(delivery).toMatchObject({ state: "pending" });
  });

  it("follow no redirect", async () => {
    const hook = await client.register({ url: receiver.url });
    receiver.answerWith(302);

    await application.get(`/api/audio/analysis/${trackKey}`);
    await receiver.next();
    const [delivery] = await client.settled(hook, ({ attempts }) => attempts.length === 1);

    expect(delivery?.attempts[0]?.status).toBe(302);
    expect(receiver.count).toBe(1);
  });

  it("give up a private address at once, unless the operator allows it", async () => {
    const folder = await mkdtemp(join(tmpdir(), "overtone-webhooks-"));
    const DATABASE_URL = `sqlite:${join(folder, "overtone.db")}`;
    await reopen({ DATABASE_URL });
    const hook = await client.register({ url: receiver.url.replace("http:", "https:") });
    await reopen({ DATABASE_URL, WEBHOOK_PRIVATE_ADDRESSES: "off" });

    await application.get(`/api/audio/analysis/${trackKey}`);
    const [delivery] = await client.settled(hook, ({ attempts }) => attempts.length === 1);

    expect(delivery).toMatchObject({ state: "failed", nextAttemptAt: null });
    expect(delivery?.attempts[0]?.problem).toBe(
      "Its address is not on the public internet, and this server sends to public addresses only. It is not retried.",
    );
    expect(receiver.connectionCount).toBe(0);
    await rm(folder, { recursive: true });
  });

  it("send nothing after the key that registered them is revoked", async () => {
    const hook = await client.register({ url: receiver.url });
    await application.services.access.revoke(hook.key.slice("ot_live_".length).slice(0, 8));
    const otherHook = await client.register({ url: receiver.url });

    await application.get(`/api/audio/analysis/${trackKey}`);
    await client.settled(otherHook, ({ state }) => state === "delivered");

    expect(receiver.count).toBe(1);
  });
});
