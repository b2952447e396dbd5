import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { AddressRefusedError } from "./address-refused-error.js";
import type { ResolveHost } from "./http-connections.js";
import { isPublicAddress } from "./public-addresses.js";

/**
 * Returns the addresses of a host, all of which are public: a connection goes to one of those that were checked, so that a name
 * which resolves differently the next time (DNS rebinding) has no effect.
 *
 * @param host a name, or an address without brackets
 * @throws {AddressRefusedError} one of them is not public, or there is none
 * @throws {Error} that of the resolver
 */
export async function publicAddressesOf(
  host: string,
  resolve: ResolveHost = resolveByTheSystem,
): Promise<readonly string[]> {
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
    throw new AddressRefusedError(host);
  }
  return addresses;
}

const resolveByTheSystem: ResolveHost = async (name) =>
  (await lookup(name, { all: true })).map(({ address }) => address);
