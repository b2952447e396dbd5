import { isIP } from "node:net";
import { isPublicAddress } from "../metadata/public-addresses.js";

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
