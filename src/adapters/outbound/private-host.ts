import { isIP } from "node:net";
import { isPublicAddress } from "./public-addresses.js";

/** `localhost` and the names under it mean this machine. Source: RFC 6761, section 6.3. */
const THIS_MACHINE = /(?:^|\.)localhost\.?$/;

/**
 * Whether a host is private, as far as its text shows: an address that is not on the public internet,
 * or a name of this machine. Other names may still resolve to private addresses.
 *
 * @param hostname as in a `URL`: lower case, IPv4 with four decimal parts, IPv6 in brackets
 */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) === 0 ? THIS_MACHINE.test(hostname) : !isPublicAddress(address);
}

/**
 * Top-level names that do not exist on the public internet.
 *
 * Source: IANA Special-Use Domain Names (RFC 6761, RFC 6762, RFC 8375), and `internal`, reserved by
 * ICANN's board resolution of 2024-07-29.
 */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|test|invalid|onion|home\.arpa)$/;

/**
 * Whether a host can be on the public internet, as far as its text shows: a public address, or a name
 * of several parts that is not reserved for other networks.
 *
 * @param hostname as in a `URL`: lower case, IPv4 with four decimal parts, IPv6 in brackets
 */
export function isPublicHost(hostname: string): boolean {
  if (isPrivateHost(hostname)) return false;
  const name = hostname.replace(/\.$/, "");
  const isAddress = name.startsWith("[") || isIP(name) !== 0;
  return isAddress || (name.includes(".") && !PRIVATE_NAMES.test(name));
}
