import { lookup as lookupAddresses } from "node:dns/promises";
import { isIP, type LookupFunction } from "node:net";
import { Agent, buildConnector } from "undici";
import { AddressRefusedError } from "./address-refused-error.js";
import { isPublicAddress } from "./public-addresses.js";

/** Returns all addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Opens a connection to one of the addresses, which are those of the host in `options`. */
export type OpenConnection = (
  addresses: readonly string[],
  options: buildConnector.Options,
  callback: buildConnector.Callback,
) => void;

/** The functions that tests replace. */
export interface PublicOnlyAgentOptions {
  readonly resolve?: ResolveHost;
  readonly open?: OpenConnection;
}

const CONNECT_TIMEOUT_MILLISECONDS = 5_000;

/**
 * Creates an agent that connects to public addresses only.
 *
 * It decides at connect time: the name is resolved once, each of its addresses must be public, and
 * the connection goes to one of those addresses. A name that resolves differently the next time (DNS
 * rebinding) therefore has no effect. Other requests fail with `AddressRefusedError` before a
 * connection is opened.
 */
export function createPublicOnlyAgent({
  resolve = resolveHost,
  open = openWithinTimeout,
}: PublicOnlyAgentOptions = {}): Agent {
  return new Agent({
    connect: (options, callback) => {
      publicAddressesOf(options.hostname, resolve)
        .then((addresses) => open(addresses, options, callback))
        .catch((error: Error) => callback(error, null));
    },
  });
}

async function publicAddressesOf(
  hostname: string,
  resolve: ResolveHost,
): Promise<readonly string[]> {
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const addresses = isIP(host) === 0 ? await resolve(host) : [host];
  if (addresses.length === 0 || !addresses.every(isPublicAddress)) {
    throw new AddressRefusedError(host);
  }
  return addresses;
}

const resolveHost: ResolveHost = async (hostname) =>
  (await lookupAddresses(hostname, { all: true })).map(({ address }) => address);

const openWithinTimeout: OpenConnection = (addresses, options, callback) => {
  const timeout = CONNECT_TIMEOUT_MILLISECONDS;
  buildConnector({ timeout, lookup: pinnedLookup(addresses) })(options, callback);
};

/**
 * Returns a lookup function that resolves every name to the given addresses, at least one.
 *
 * A connection that uses it goes to an address that was checked before, and still has the host's
 * name, which its certificate is checked against.
 */
export function pinnedLookup(addresses: readonly string[]): LookupFunction {
  const found = addresses.map((address) => ({ address, family: isIP(address) }));
  return (_hostname, { all }, callback) => {
    const [first] = found;
    if (all === true || first === undefined) callback(null, found);
    else callback(null, first.address, first.family);
  };
}
