import { lookup as lookupAddresses } from "node:dns/promises";
import { isIP } from "node:net";
import { Agent, buildConnector } from "undici";
import { pinnedLookup } from "./pinned-lookup.js";
import { isPublicAddress } from "./public-addresses.js";

/** The host stands for an address that URLs from outside may not lead to. */
export class AddressRefusedError extends Error {
  constructor(host: string) {
    super(`"${host}" is not an address of the public internet`);
    this.name = "AddressRefusedError";
  }
}

/** All addresses of a host name. */
export type ResolveHost = (hostname: string) => Promise<readonly string[]>;

/** Opens a connection to one of the addresses, which stand for the host of `options`. */
export type OpenConnection = (
  addresses: readonly string[],
  options: buildConnector.Options,
  callback: buildConnector.Callback,
) => void;

export interface PublicOnlyAgentOptions {
  /** How long a connection may take to open; milliseconds, > 0. */
  readonly connectTimeoutMilliseconds?: number;
  readonly resolve?: ResolveHost;
  readonly open?: OpenConnection;
}

const DEFAULT_CONNECT_TIMEOUT_MILLISECONDS = 5_000;

/**
 * An agent that connects to public addresses alone.
 *
 * It decides at connect time: the name is resolved once, every address that it has must be public,
 * and the connection goes to one of those very addresses. A name that answers differently the next
 * time (DNS rebinding) therefore gains nothing. Requests elsewhere fail with `AddressRefusedError`
 * before anything is sent or opened.
 */
export function createPublicOnlyAgent({
  connectTimeoutMilliseconds = DEFAULT_CONNECT_TIMEOUT_MILLISECONDS,
  resolve = resolveHost,
  open = openWithin(connectTimeoutMilliseconds),
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

const openWithin =
  (timeout: number): OpenConnection =>
  (addresses, options, callback) =>
    buildConnector({ timeout, lookup: pinnedLookup(addresses) })(options, callback);
