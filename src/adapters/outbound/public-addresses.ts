import { BlockList, isIP } from "node:net";

/**
 * IPv4 blocks that are not globally reachable.
 *
 * Source: IANA IPv4 Special-Purpose Address Registry (RFC 6890 and updates); multicast 224/4 by
 * RFC 5771. 192.88.99/24, the abandoned 6to4 relays (RFC 7526), is refused too.
 */
const NON_PUBLIC_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
];

/** IPv6 blocks inside global unicast, 2000::/3, that are not globally reachable. Source: as above. */
const NON_PUBLIC_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["3fff::", 20],
];

const nonPublic = new BlockList();
for (const [address, length] of NON_PUBLIC_IPV4) nonPublic.addSubnet(address, length, "ipv4");
for (const [address, length] of NON_PUBLIC_IPV6) nonPublic.addSubnet(address, length, "ipv6");

/** IPv6 blocks that contain an IPv4 address: their leading groups, and the index of the IPv4 groups. */
const EMBEDDINGS: readonly { readonly groups: readonly number[]; readonly at: number }[] = [
  // IPv4-mapped, RFC 4291.
  { groups: [0, 0, 0, 0, 0, 0xffff], at: 6 },
  // NAT64, RFC 6052.
  { groups: [0x64, 0xff9b, 0, 0, 0, 0], at: 6 },
  // 6to4, RFC 3056.
  { groups: [0x2002], at: 1 },
];

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
  switch (isIP(address)) {
    case 4:
      return !nonPublic.check(address, "ipv4");
    case 6:
      return !address.includes("%") && isPublicIpv6(address);
    default:
      return false;
  }
}

function isPublicIpv6(address: string): boolean {
  const groups = groupsOf(address);
  const carried = embeddedIpv4(groups);
  if (carried !== undefined) return isPublicAddress(carried);
  const [first = 0] = groups;
  const isGlobalUnicast = first >> 13 === 1;
  return isGlobalUnicast && !nonPublic.check(address, "ipv6");
}

function embeddedIpv4(groups: readonly number[]): string | undefined {
  const found = EMBEDDINGS.find((block) => block.groups.every((group, i) => groups[i] === group));
  if (found === undefined) return undefined;
  const [high = 0, low = 0] = groups.slice(found.at);
  return [high >> 8, high & 0xff, low >> 8, low & 0xff].join(".");
}

/** The eight 16-bit groups of an IPv6 address that `isIP` has accepted. */
function groupsOf(address: string): number[] {
  const [head = "", tail] = withoutDots(address).split("::");
  const [before, after] = [head, tail ?? ""].map((part) =>
    part === "" ? [] : part.split(":").map((group) => Number.parseInt(group, 16)),
  ) as [number[], number[]];
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...zeros, ...after];
}

/** Writes the last 32 bits as two groups, where they are written as an IPv4 address. */
function withoutDots(address: string): string {
  return address.replace(/(\d+)\.(\d+)\.(\d+)\.(\d+)$/, (_dotted, ...parts: string[]) => {
    const [a = 0, b = 0, c = 0, d = 0] = parts.slice(0, 4).map(Number);
    return `${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  });
}
