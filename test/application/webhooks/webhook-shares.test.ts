import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { candidate, FakeProvider } from "../../fakes/fake-provider.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";
import { openApplicationUnderTest, type ApplicationUnderTest } from "../application-under-test.js";
import { WebhookClient } from "./webhook-client.js";

const names = ["One", "Two", "Three", "Four", "Five"];

describe("Webhooks of many keys", () => {
  let hanging: StandInReceiver;
  let healthy: StandInReceiver;
  let application: ApplicationUnderTest;
  const client = new WebhookClient(() => application);

  beforeEach(async () => {
    hanging = await StandInReceiver.open();
    healthy = await StandInReceiver.open();
    hanging.hang();
    const provider = new FakeProvider(
      "library",
      names.map((name) => candidate("Overtone", name)),
    );
    application = await openApplicationUnderTest(
      { clock: new ManualClock(), providers: [provider] },
      { WEBHOOK_PRIVATE_ADDRESSES: "on" },
    );
    await application.get("/api/audio/search?artist=Overtone&track=One");
  });
  afterEach(async () => {
    await application.close();
    await hanging.close();
    await healthy.close();
  });

  it("receive messages at once, even if many webhooks of another key do not respond", async () => {
    const key = await client.keyWith(["read", "write"]);
    const body = { url: hanging.url };
    for (let i = 0; i < 6; i++) await client.ask("POST", "", { body, key });
    const [last, ...first] = names.toReversed().map((name) => trackKeyFrom("Overtone", name));
    for (const trackKey of first) await application.get(`/api/audio/analysis/${trackKey}`);
    for (let i = 0; i < 16; i++) await hanging.next();
    await client.register({ url: healthy.url });

    await application.get(`/api/audio/analysis/${last!}`);
    const message = await healthy.next();

    expect(JSON.parse(message.body)).toMatchObject({ data: { trackKey: last } });
  });
});
