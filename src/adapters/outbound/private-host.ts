import { isIP } from "node:net";
import { isPublicAddress } from "./public-addresses.js";

/** Source: RFC 6761, section 6.3: `localhost` and the names under it are this machine. */
const THIS_MACHINE = /(?:^|\.)localhost\.?$/;

/**
 * Whether a host is private by its very spelling: an address that is not on the public internet, or
 * a name of this machine. Other names may still turn out to be private when they are resolved.
 *
 * @param hostname as in a `URL`: lower case, IPv4 with four decimal parts, IPv6 in brackets
 */
export function isPrivateHost(hostname: string): boolean {
  const address = hostname.replace(/^\[(.*)\]$/, "$1");
  return isIP(address) === 0 ? THIS_MACHINE.test(hostname) : !isPublicAddress(address);
}

/**
 * Top-level names that mean nothing on the public internet.
 *
 * Source: IANA Special-Use Domain Names (RFC 6761, RFC 6762, RFC 8375), and `internal`, reserved by
 * ICANN's board resolution of 2024-07-29.
 */
const PRIVATE_NAMES = /(?:^|\.)(?:localhost|local|internal|test|invalid|onion|home\.arpa)$/;

/**
 * Whether a host can be on the public internet by its very spelling: a public address, or a name of
 * several parts that is not reserved for other networks.
 *
 * @param hostname as in a `URL`: lower case, IPv4 with four decimal parts, IPv6 in brackets
 */
export function isPublicHost(hostname: string): boolean {
  if (isPrivateHost(hostname)) return false;
  const name = hostname.replace(/\.$/, "");
  const isAddress = name.startsWith("[") || isIP(name) !== 0;
  return isAddress || (name.includes(".") && !PRIVATE_NAMES.test(name));
}
