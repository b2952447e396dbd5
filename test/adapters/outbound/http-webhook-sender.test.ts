import { HttpWebhookSender } from "../../../src/adapters/outbound/http-webhook-sender.js";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";

describe("HttpWebhookSender", () => {
  const senders: HttpWebhookSender[] = [];

  const senderThat = ({ mayBePrivate }: { mayBePrivate: boolean }): HttpWebhookSender => {
    const sender = new HttpWebhookSender({ mayBePrivate, userAgent: "Overtone/0" });
    senders.push(sender);
    return sender;
  };

  afterEach(() => {
    for (const sender of senders.splice(0)) sender.close();
  });

  it.each([
    "127.0.0.1/x",
    "0x7f000001",
    "2130706433",
    "127.1",
    "10.0.0.1",
    "169.254.169.254",
    "[::1]",
    "[::ffff:10.0.0.1]",
    "[fd00::1]",
    "localhost",
    "LOCALHOST.",
    "hooks.localhost",
  ])("refuses the host %s without resolving it, unless private addresses are allowed", (host) => {
    const { hostname } = new URL(`https://${host}`);

    const refused = senderThat({ mayBePrivate: false }).refuses(hostname);
    const allowed = senderThat({ mayBePrivate: true }).refuses(hostname);

    expect([refused, allowed]).toEqual([true, false]);
  });

  it.each(["example.org", "localhost.example.org", "notlocalhost", "1.1.1.1", "[2606:4700::1111]"])(
    "accepts the host %s without resolving it",
    (host) => {
      const { hostname } = new URL(`https://${host}`);

      const isRefused = senderThat({ mayBePrivate: false }).refuses(hostname);

      expect(isRefused).toBe(false);
    },
  );

  it("distinguishes an address that it refuses from one that does not respond", async () => {
    const receiver = await StandInReceiver.open();
    const { url } = receiver;
    const message = { url, secret: "whsec_c2VjcmV0", id: "msg_a", timestamp: 0, body: "{}" };
    const { signal } = new AbortController();

    const refused = await senderThat({ mayBePrivate: false }).send(message, signal);
    await receiver.close();
    const silent = await senderThat({ mayBePrivate: true }).send(message, signal);

    expect(refused).toMatchObject({ isRefused: true });
    expect(silent).toMatchObject({ isRefused: false });
    expect(receiver.connectionCount).toBe(0);
  });
});
