/** Groups of an IPv6 address that name a network: its provider gives a client one of these 64 bits, or more. */
const NETWORK_GROUPS = 4;

const ALL_GROUPS = 8;

/**
 * Returns what tells callers without a key apart: an IPv4 address, or the first 64 bits of an IPv6 address, since
 * a client can use any address of its network.
 *
 * Source: R. Hinden and S. Deering, "IP Version 6 Addressing Architecture", RFC 4291, sections 2.2 and 2.5.4.
 *
 * @param address as the socket or a proxy names it
 */
export function networkOf(address: string): string {
  const plain = address.replace(/%.*$/u, "");
  if (!plain.includes(":")) return plain;
  const mapped = /^::ffff:([0-9.]+)$/iu.exec(plain)?.[1];
  if (mapped !== undefined) return mapped;
  const [before = "", after] = plain.split("::");
  const [left, right] = [groupsOf(before), groupsOf(after ?? "")];
  const zeros = Math.max(0, ALL_GROUPS - left.length - right.length);
  const groups =
    after === undefined ? left : [...left, ...Array<string>(zeros).fill("0"), ...right];
  const network = groups.slice(0, NETWORK_GROUPS).map((group) => parseInt(group, 16).toString(16));
  return `${network.join(":")}::/64`;
}

const groupsOf = (text: string): readonly string[] => (text === "" ? [] : text.split(":"));
