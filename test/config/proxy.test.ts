import { configFrom } from "../../src/config/config.js";

const httpOf = (environment: Readonly<Record<string, string>>) => configFrom(environment).http;

describe("The configuration of a server behind a proxy", () => {
  it("trusts no proxy and has no public URL by default", () => {
    const { trustedProxies, publicUrl } = httpOf({});

    expect(trustedProxies).toEqual({ hops: 0, networks: [] });
    expect(publicUrl).toBeUndefined();
  });

  it.each([
    ["0", { hops: 0, networks: [] }],
    ["2", { hops: 2, networks: [] }],
    ["loopback", { hops: 0, networks: ["127.0.0.0/8", "::1/128"] }],
    [
      "10.1.2.3, 192.0.2.0/24,2001:db8::/32,::1 , linklocal",
      {
        hops: 0,
        networks: [
          "10.1.2.3/32",
          "192.0.2.0/24",
          "2001:db8::/32",
          "::1/128",
          "169.254.0.0/16",
          "fe80::/10",
        ],
      },
    ],
  ])("reads the trusted proxies %s", (text, trustedProxies) => {
    expect(httpOf({ TRUST_PROXY: text }).trustedProxies).toEqual(trustedProxies);
  });

  it.each([
    ["true", /TRUST_PROXY: must name the proxies:.* forge its address/],
    ["TRUE", /TRUST_PROXY: must name the proxies/],
    ["33", /TRUST_PROXY: must be at most 32/],
    ["-1", /"-1" is none of them/],
    ["1,loopback", /must be the number of proxies, or a list .*; "1" is none of them/],
    ["loopback,", /"" is none of them/],
    ["proxy.internal", /"proxy.internal" is none of them/],
    ["10.0.0.0/0", /"10.0.0.0\/0" is none of them/],
    ["10.0.0.0/33", /is none of them/],
    ["10.0.0.0/255.0.0.0", /is none of them/],
    ["10.0.0.0/8/8", /is none of them/],
    ["127.1", /is none of them/],
    ["::/0", /is none of them/],
    ["fe80::1%eth0", /is none of them/],
    ["::ffff:10.0.0.1", /is none of them/],
    ["toString", /"toString" is none of them/],
  ])("refuses the trusted proxies %s", (text, mistake) => {
    expect(() => httpOf({ TRUST_PROXY: text })).toThrow(mistake);
  });

  it.each([
    ["https://example.org", "https://example.org"],
    ["HTTPS://Example.org:443/", "https://example.org"],
    ["http://127.0.0.1:8080/overtone/", "http://127.0.0.1:8080/overtone"],
    ["https://[::1]:8443/music/over.tone_1~2-3", "https://[::1]:8443/music/over.tone_1~2-3"],
  ])("reads the public URL %s without its last slash", (text, publicUrl) => {
    expect(httpOf({ PUBLIC_URL: text }).publicUrl).toBe(publicUrl);
  });

  it.each([
    ["example.org/overtone", /PUBLIC_URL: must be an address that begins with http/],
    ["/overtone", /must be an address/],
    ["ftp://example.org", /must be an address/],
    ["https:example.org", /must be an address/],
    ["https://", /must be an address/],
    ["https://user@example.org", /must have no user name, password, query or fragment/],
    ["https://user:secret@example.org", /must have no user name/],
    ["https://example.org/a?b=c", /must have no user name, password, query or fragment/],
    ["https://example.org/a?", /must have no user name/],
    ["https://example.org/#a", /must have no user name/],
    ["https://example.org//a", /must have a path of letters, digits, and the characters/],
    ["https://example.org/a//", /must have a path of letters/],
    ["https://example.org/ü", /must have a path of letters/],
    ["https://example.org/a%2Fb", /must have a path of letters/],
  ])("refuses the public URL %s", (text, mistake) => {
    expect(() => httpOf({ PUBLIC_URL: text })).toThrow(mistake);
  });
});
