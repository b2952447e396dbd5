import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** Source: IANA IPv6 Address Space; every other block is reserved or not globally reachable. */
const GLOBAL_UNICAST = ipaddr.IPv6.parseCIDR("2000::/3");

/** IPv6 blocks that contain an IPv4 address, and the index of its first byte. */
const EMBEDDINGS = [
  // IPv4-mapped, RFC 4291.
  { block: ipaddr.IPv6.parseCIDR("::ffff:0:0/96"), at: 12 },
  // NAT64, RFC 6052.
  { block: ipaddr.IPv6.parseCIDR("64:ff9b::/96"), at: 12 },
  // 6to4, RFC 3056.
  { block: ipaddr.IPv6.parseCIDR("2002::/16"), at: 2 },
];

/**
 * An IPv4-compatible address (RFC 4291, deprecated), which the library reads as the IPv4-mapped one
 * of another block.
 */
const IPV4_COMPATIBLE = /^::\d+\./;

/**
 * Whether an address belongs to the public internet, so that an untrusted URL may lead to it.
 *
 * Loopback, private, link-local, shared, multicast, documentation, benchmarking and reserved
 * addresses are not public, nor are IPv6 addresses that contain one of those (mapped, NAT64, 6to4),
 * nor anything that is not an address in its standard form.
 *
 * @param address IPv4 or IPv6, without brackets
 */
export function isPublicAddress(address: string): boolean {
  // The library also reads octal, hexadecimal and shortened forms, which resolvers read differently.
  if (isIP(address) === 0 || !ipaddr.isValid(address)) return false;
  return (
    !address.includes("%") && !IPV4_COMPATIBLE.test(address) && isPublic(ipaddr.parse(address))
  );
}

function isPublic(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (!(address instanceof ipaddr.IPv6)) return address.range() === "unicast";
  const embedding = EMBEDDINGS.find(({ block }) => address.match(block));
  if (embedding) {
    const { at } = embedding;
    return isPublic(new ipaddr.IPv4(address.toByteArray().slice(at, at + 4)));
  }
  return address.match(GLOBAL_UNICAST) && address.range() === "unicast";
}
