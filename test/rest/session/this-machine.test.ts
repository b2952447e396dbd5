import { isOnThisMachine } from "../../../src/rest/session/session-routes.js";

type Sent = Parameters<typeof isOnThisMachine>[0];

/** Returns a request as a browser on this machine sends it, with other parts. */
function requestWith(
  headers: Record<string, string> = {},
  { remoteAddress = "127.0.0.1", httpVersion = "1.1" } = {},
): Sent {
  const own = { host: "127.0.0.1:4000", connection: "keep-alive" };
  return { headers: { ...own, ...headers }, httpVersion, socket: { remoteAddress } } as Sent;
}

describe("A request", () => {
  it.each<[string, Sent]>([
    ["for 127.0.0.1", requestWith()],
    ["for localhost, over IPv6", requestWith({ host: "localhost" }, { remoteAddress: "::1" })],
    ["for [::1]", requestWith({ host: "[::1]:4000" }, { remoteAddress: "::ffff:127.0.0.1" })],
    ["of a page of this server", requestWith({ origin: "http://127.0.0.1:4000" })],
  ])("%s comes from this machine", (_what, request) => {
    expect(isOnThisMachine(request)).toBe(true);
  });

  it.each<[string, Sent]>([
    ["from another address", requestWith({}, { remoteAddress: "192.0.2.1" })],
    ["of a connection that has ended", requestWith({}, { remoteAddress: "" })],
    ["for a name that leads here", requestWith({ host: "evil.example:4000" })],
    [
      "for a name that begins like one of this machine",
      requestWith({ host: "127.0.0.1.evil.example" }),
    ],
    [
      "through nginx as it is configured by default",
      requestWith({ connection: "close" }, { httpVersion: "1.0" }),
    ],
    ["through nginx with connections that stay", requestWith({ connection: "" })],
    ["through a proxy that names the client", requestWith({ "x-forwarded-for": "192.0.2.1" })],
    ["through a proxy that names itself", requestWith({ via: "1.1 proxy" })],
    [
      "of a page elsewhere, through a proxy that hides it",
      requestWith({ origin: "https://example.org" }),
    ],
    ["of a page without an origin", requestWith({ origin: "null" })],
  ])("%s does not", (_what, request) => {
    expect(isOnThisMachine(request)).toBe(false);
  });
});
