import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { WebhookClient } from "./webhook-client.js";

const trackKey = trackKeyFrom("Overtone", "One");

describe("A webhook whose secret cannot be decrypted", () => {
  let folder: string;
  let receiver: StandInReceiver;
  let application: ApplicationUnderTest;
  const client = new WebhookClient(() => application);

  async function openWithKey(secretsKey: string): Promise<void> {
    application = await openApplicationUnderTest(
      { providers: [new FakeProvider("library", [candidate("Overtone", "One")])] },
      {
        WEBHOOK_PRIVATE_ADDRESSES: "on",
        DATABASE_URL: `sqlite:${join(folder, "overtone.db")}`,
        SECRETS_KEY: secretsKey,
      },
    );
    await application.get("/api/audio/search?track=One");
  }

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "overtone-webhooks-"));
    receiver = await StandInReceiver.open();
    await openWithKey("0".repeat(64));
  });
  afterEach(async () => {
    await application.close();
    await receiver.close();
    await rm(folder, { recursive: true, force: true });
  });

  it("receives nothing, and its log has the reason and the time of the next attempt", async () => {
    const hook = await client.register({ url: receiver.url });
    await application.close();
    await openWithKey("1".repeat(64));

    await application.get(`/api/audio/analysis/${trackKey}`);
    const [delivery] = await client.settled(hook, ({ attempts }) => attempts.length > 0);

    const problem =
      "The secret of this webhook cannot be decrypted: restore secrets.key or SECRETS_KEY, or replace the webhook.";
    expect(delivery).toMatchObject({ state: "pending", attempts: [{ status: null, problem }] });
    expect(delivery?.nextAttemptAt).toEqual(expect.any(String));
    expect(receiver.count).toBe(0);
    const lines = application.logger.lines.filter(({ message }) => message === problem);
    expect(lines).toHaveLength(1);
  });

  it("is listed and removed like any other", async () => {
    const { id, key } = await client.register({ url: receiver.url });
    await application.close();
    await openWithKey("1".repeat(64));

    const listed = await client.ask("GET", "", { key });
    const removed = await client.ask("DELETE", `/${id}`, { key });

    expect(await listed.json()).toMatchObject({ data: [{ id }] });
    expect(removed.ok).toBe(true);
  });
});
