import { isPublicAddress } from "../../../src/adapters/outbound/public-addresses.js";

describe("A public address", () => {
  it.each([
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "100.63.255.255",
    "100.128.0.0",
    "128.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "192.167.255.255",
    "198.17.255.255",
    "223.255.255.255",
    "2606:4700:4700::1111",
    "2a00:1450:4001:81b::200e",
    "::ffff:1.1.1.1",
    "64:ff9b::101:101",
    "2002:101:101::1",
  ])("may be %s", (address) => {
    const isPublic = isPublicAddress(address);

    expect(isPublic).toBe(true);
  });

  it.each([
    ["this network", "0.0.0.0"],
    ["this network", "0.255.255.255"],
    ["a private one", "10.0.0.0"],
    ["a private one", "10.255.255.255"],
    ["a shared one", "100.64.0.1"],
    ["a shared one", "100.127.255.255"],
    ["loopback", "127.0.0.1"],
    ["loopback", "127.255.255.255"],
    ["link-local", "169.254.169.254"],
    ["a private one", "172.16.0.1"],
    ["a private one", "172.31.255.255"],
    ["a protocol assignment", "192.0.0.8"],
    ["documentation", "192.0.2.1"],
    ["an old 6to4 relay", "192.88.99.1"],
    ["a private one", "192.168.1.1"],
    ["for benchmarks", "198.18.0.1"],
    ["for benchmarks", "198.19.255.255"],
    ["documentation", "198.51.100.7"],
    ["documentation", "203.0.113.7"],
    ["multicast", "224.0.0.1"],
    ["multicast", "239.255.255.255"],
    ["reserved", "240.0.0.1"],
    ["broadcast", "255.255.255.255"],
    ["unspecified", "::"],
    ["loopback", "::1"],
    ["loopback, written at length", "0:0:0:0:0:0:0:1"],
    ["loopback, the old compatible way", "::127.0.0.1"],
    ["loopback, mapped", "::ffff:127.0.0.1"],
    ["loopback, mapped in hexadecimal", "::ffff:7f00:1"],
    ["a private one, mapped at length", "0:0:0:0:0:ffff:0a00:0001"],
    ["loopback behind NAT64", "64:ff9b::7f00:1"],
    ["a private one behind NAT64", "64:ff9b::10.0.0.1"],
    ["local NAT64", "64:ff9b:1::1"],
    ["a private one in 6to4", "2002:a00:1::1"],
    ["link-local in 6to4", "2002:a9fe:a9fe::"],
    ["a discard-only one", "100::1"],
    ["Teredo", "2001:0:4136:e378::1"],
    ["documentation", "2001:db8::1"],
    ["documentation", "3fff::1"],
    ["a segment-routing one", "5f00::1"],
    ["a unique local one", "fc00::1"],
    ["a unique local one", "fdff::1"],
    ["link-local", "fe80::1"],
    ["link-local with a zone", "fe80::1%eth0"],
    ["public with a zone", "2606:4700:4700::1111%eth0"],
    ["site-local", "fec0::1"],
    ["multicast", "ff02::1"],
    ["a name", "localhost"],
    ["one number", "2130706433"],
    ["octal", "0177.0.0.1"],
    ["short", "127.1"],
    ["bracketed", "[::1]"],
    ["nothing", ""],
  ])("is not %s: %s", (_what, address) => {
    const isPublic = isPublicAddress(address);

    expect(isPublic).toBe(false);
  });
});
