import type { IncomingMessage } from "node:http";
import { configFrom } from "../../src/config/config.js";
import { ClientViews } from "../../src/http/client-views.js";

const viewsOf = (environment: Readonly<Record<string, string>>): ClientViews =>
  new ClientViews(configFrom(environment).http);

/** A request as Node parses it, from the peer of a connection. */
function requestFrom(
  remoteAddress: string | undefined,
  headers: Readonly<Record<string, string>>,
): IncomingMessage {
  const socket = { remoteAddress, localAddress: "10.0.0.9", localPort: 4000, localFamily: "IPv4" };
  return { socket, headers: { host: "internal:4000", ...headers } } as unknown as IncomingMessage;
}

const forwarded = {
  "x-forwarded-for": "203.0.113.7",
  "x-forwarded-proto": "https",
  "x-forwarded-host": "music.example",
};

describe("The view of a client", () => {
  it("does not depend on forwarding headers where no proxy is trusted", () => {
    const view = viewsOf({}).viewOf(requestFrom("127.0.0.1", forwarded));

    expect(view).toEqual({ address: "127.0.0.1", baseUrl: "http://internal:4000" });
  });

  it.each([
    ["1", "192.0.2.1"],
    ["192.0.2.1", "192.0.2.1"],
    ["192.0.2.0/24", "192.0.2.1"],
    ["192.0.2.0/24", "::ffff:192.0.2.1"],
    ["loopback", "::1"],
    ["loopback", "127.8.9.1"],
    ["linklocal", "fe80::1%eth0"],
    ["uniquelocal", "172.31.255.255"],
    ["2001:db8::/32", "2001:db8:1::1"],
  ])("is that of the headers, with TRUST_PROXY=%s and a proxy at %s", (trusted, peer) => {
    const view = viewsOf({ TRUST_PROXY: trusted }).viewOf(requestFrom(peer, forwarded));

    expect(view).toEqual({ address: "203.0.113.7", baseUrl: "https://music.example" });
  });

  it.each([
    ["192.0.2.1", "192.0.2.2"],
    ["192.0.2.0/24", "192.0.3.1"],
    ["192.0.2.0/24", "2001:db8::1"],
    ["loopback", "::2"],
    ["uniquelocal", "172.32.0.0"],
    ["::1", "0.0.0.1"],
    ["loopback", undefined],
  ])("ignores the headers, with TRUST_PROXY=%s and a client at %s", (trusted, peer) => {
    const view = viewsOf({ TRUST_PROXY: trusted }).viewOf(requestFrom(peer, forwarded));

    expect(view).toEqual({ address: peer ?? "", baseUrl: "http://internal:4000" });
  });

  it.each([
    ["one proxy", "1", "198.51.100.1, 203.0.113.7", "203.0.113.7"],
    ["two proxies", "2", "198.51.100.1, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    ["more proxies than named", "3", "203.0.113.7", "203.0.113.7"],
    ["a network of proxies", "10.0.0.0/8", "10.6.6.6, 203.0.113.7, 10.0.0.2", "203.0.113.7"],
    ["only trusted addresses", "10.0.0.0/8", "10.0.0.3, 10.0.0.2", "10.0.0.3"],
    ["an empty list", "1", "", "10.0.0.1"],
    ["a list of empty values", "1", " , ,", "10.0.0.1"],
    ["empty values between", "2", "203.0.113.7,, 10.0.0.2,", "203.0.113.7"],
    ["no address", "1", "unknown", "10.0.0.1"],
    ["no address at the second hop", "2", "203.0.113.7, _hidden, 10.0.0.2", "10.0.0.2"],
    ["an address in another notation", "1", "0x7f.1", "10.0.0.1"],
    ["a value over an address", "1", "203.0.113.7;203.0.113.8", "10.0.0.1"],
    ["a port", "1", "203.0.113.7:4711", "203.0.113.7"],
    ["an IPv6 address", "1", "2001:DB8:0::1", "2001:db8::1"],
    ["an IPv6 address in brackets", "1", "[2001:db8::1]", "2001:db8::1"],
    ["an IPv6 address with a port", "1", "[2001:db8::1]:4711", "2001:db8::1"],
    ["an IPv4 address as IPv6", "1", "::ffff:203.0.113.7", "203.0.113.7"],
    ["10000 forged characters", "1", `${"9".repeat(9_988)},203.0.113.7`, "203.0.113.7"],
    [
      "10000 forged addresses",
      "10.0.0.0/8",
      `${"10.0.0.7,".repeat(999)}203.0.113.7`,
      "203.0.113.7",
    ],
    ["a value of 10000 characters", "1", "9".repeat(10_000), "10.0.0.1"],
  ])("has the address of the client behind %s", (_what, trusted, list, address) => {
    const request = requestFrom("10.0.0.1", { "x-forwarded-for": list });

    const view = viewsOf({ TRUST_PROXY: trusted }).viewOf(request);

    expect(view.address).toBe(address);
  });

  it.each([
    [
      "the host and the scheme of one proxy",
      "https",
      "music.example:8443",
      "https://music.example:8443",
    ],
    ["an IPv6 host", "http", "[2001:db8::1]:8443", "http://[2001:db8::1]:8443"],
    ["a scheme in capitals", "HTTPS", "", "https://internal:4000"],
    ["the scheme of a WebSocket", "wss", "", "https://internal:4000"],
    [
      "forged values before those of the proxy",
      "http, https",
      "evil.example, music.example",
      "https://music.example",
    ],
    ["an unknown scheme", "javascript", "music.example", "http://music.example"],
    ["a host with a path", "https", "music.example/evil", "https://internal:4000"],
    ["a host with a quotation mark", "https", 'x"onload="', "https://internal:4000"],
    ["a host of 10000 characters", "https", "a".repeat(10_000), "https://internal:4000"],
    ["a scheme of 10000 characters", "s".repeat(10_000), "", "http://internal:4000"],
  ])("has a base URL from %s", (_what, scheme, host, baseUrl) => {
    const headers = { "x-forwarded-proto": scheme, "x-forwarded-host": host };

    const view = viewsOf({ TRUST_PROXY: "1" }).viewOf(requestFrom("10.0.0.1", headers));

    expect(view.baseUrl).toBe(baseUrl);
  });

  it("has the values of the farthest of several proxies that append theirs", () => {
    const request = requestFrom("10.0.0.1", {
      "x-forwarded-for": "198.51.100.1, 203.0.113.7, 10.0.0.2",
      "x-forwarded-proto": "ftp, https, http",
      "x-forwarded-host": "evil.example, music.example, inner.example",
    });

    const view = viewsOf({ TRUST_PROXY: "uniquelocal" }).viewOf(request);

    expect(view).toEqual({ address: "203.0.113.7", baseUrl: "https://music.example" });
  });

  it("has the public URL, whatever the headers say", () => {
    const views = viewsOf({ TRUST_PROXY: "1", PUBLIC_URL: "https://example.org/overtone/" });

    const view = views.viewOf(requestFrom("10.0.0.1", forwarded));

    expect(view).toEqual({ address: "203.0.113.7", baseUrl: "https://example.org/overtone" });
    expect(views.prefix).toBe("/overtone");
  });
});

describe("The URL of a request", () => {
  const views = viewsOf({ PUBLIC_URL: "https://example.org/over.tone" });

  it.each([
    ["/over.tone/graphql?a=b", "/graphql?a=b"],
    ["/OVER.TONE/graphql", "/graphql"],
    ["/over.tone", "/"],
    ["/over.tone?a=b", "/?a=b"],
    ["/over.tone/over.tone/docs", "/over.tone/docs"],
    ["/graphql?a=/over.tone/b", "/graphql?a=/over.tone/b"],
    ["/overXtone/docs", "/overXtone/docs"],
    ["/over.tones/docs", "/over.tones/docs"],
    ["*", "*"],
  ])("has no prefix: %s becomes %s", (url, expected) => {
    expect(views.withoutPrefix(url)).toBe(expected);
  });

  it("stays as it is where the public URL has no path", () => {
    const [none, root] = [viewsOf({}), viewsOf({ PUBLIC_URL: "https://example.org/" })];

    expect([none, root].map(({ prefix }) => prefix)).toEqual(["", ""]);
    expect([none, root].map((one) => one.withoutPrefix("//docs"))).toEqual(["//docs", "//docs"]);
  });
});
