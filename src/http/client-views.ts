import type { IncomingMessage } from "node:http";
import { isIP } from "node:net";
import ipaddr from "ipaddr.js";

/** The proxies whose forwarding headers are believed: the nearest ones, or those of some networks. */
export interface TrustedProxies {
  /** How many hops before this server are proxies; 0 where they are known by their networks. */
  readonly hops: number;
  /** Ranges of addresses, e.g. "10.0.0.0/8". */
  readonly networks: readonly string[];
}

/** What the client of a request sees of this server, and its address. */
export interface ClientView {
  /** The network address of the client; empty if it has disconnected. */
  readonly address: string;
  /** The URL of this server as the client reaches it, without a trailing slash. */
  readonly baseUrl: string;
}

/**
 * Finds what clients see of this server. Behind proxies, that is known from the headers that they
 * add (`X-Forwarded-For`, `X-Forwarded-Proto`, `X-Forwarded-Host`) and from the configuration.
 * Headers of clients that are not trusted proxies have no effect.
 */
export class ClientViews {
  /** The path below which clients reach this server, e.g. "/overtone"; empty for the root. */
  readonly prefix: string;
  readonly #publicUrl: string | undefined;
  readonly #isTrusted: TrustTest;

  /** @param options.publicUrl the base URL of all views, without a trailing slash */
  constructor(options: {
    readonly trustedProxies: TrustedProxies;
    readonly publicUrl: string | undefined;
  }) {
    this.#publicUrl = options.publicUrl;
    this.prefix = options.publicUrl ? new URL(options.publicUrl).pathname.replace(/\/$/, "") : "";
    this.#isTrusted = trustTestOf(options.trustedProxies);
  }

  /** Returns the view of the client that sent a request. */
  viewOf(request: IncomingMessage): ClientView {
    const { address, proxyCount } = senderOf(request, this.#isTrusted);
    return { address, baseUrl: this.#publicUrl ?? baseUrlOf(request, proxyCount) };
  }

  /**
   * Returns the URL of a request without the prefix. Requests may have it or not, because some
   * proxies remove it.
   */
  withoutPrefix(url: string): string {
    const { length } = this.prefix;
    if (length === 0 || url.slice(0, length).toLowerCase() !== this.prefix.toLowerCase()) {
      return url;
    }
    const rest = url.slice(length);
    if (rest.startsWith("/")) return rest;
    return rest === "" || rest.startsWith("?") ? `/${rest}` : url;
  }
}

/** Returns whether a hop is a trusted proxy; the hop with index 0 is the peer of the connection. */
type TrustTest = (address: string, index: number) => boolean;

function trustTestOf({ hops, networks }: TrustedProxies): TrustTest {
  if (networks.length === 0) return (_address, index) => index < hops;
  const ranges = networks.map((network) => ipaddr.parseCIDR(network));
  return (address) => {
    if (isIP(address) === 0) return false;
    const parsed = ipaddr.process(address);
    return ranges.some(
      ([first, bits]) => first.kind() === parsed.kind() && parsed.match(first, bits),
    );
  };
}

/**
 * Returns the nearest address that is not that of a trusted proxy, and the number of proxies behind
 * it. Every proxy appends the address of its peer to `X-Forwarded-For`, so the list is read from its
 * end, and what a client has sent itself is never reached. An entry that is not an address ends the
 * list.
 */
function senderOf(
  request: IncomingMessage,
  isTrusted: TrustTest,
): { readonly address: string; readonly proxyCount: number } {
  let address = request.socket.remoteAddress ?? "";
  let proxyCount = 0;
  let addresses: readonly string[] | undefined;
  while (isTrusted(address, proxyCount)) {
    addresses ??= valuesOf(request, "x-forwarded-for");
    proxyCount += 1;
    const previous = addressIn(addresses[addresses.length - proxyCount] ?? "");
    if (previous === undefined) break;
    address = previous;
  }
  return { address, proxyCount };
}

/** Returns the address in a value such as "192.0.2.1:4711" or "[2001:db8::1]:4711", in its usual form. */
function addressIn(value: string): string | undefined {
  const [, inBrackets, withPort] =
    /^(?:\[([^\]]+)\](?::[0-9]{1,5})?|([0-9.]+):[0-9]{1,5})$/.exec(value) ?? [];
  const address = inBrackets ?? withPort ?? value;
  const version = isIP(address);
  if (version === 4) return address;
  return version === 6 ? ipaddr.process(address).toString() : undefined;
}

/** A host name, an IPv4 address or an IPv6 address in brackets, with an optional port. */
const HOST = /^(?:[A-Za-z0-9._-]{1,253}|\[[0-9A-Fa-f:.]{2,45}\])(?::[0-9]{1,5})?$/;

/** The schemes of base URLs by the values of `X-Forwarded-Proto`; some proxies name those of WebSockets. */
const SCHEMES: ReadonlyMap<string, string> = new Map([
  ["http", "http"],
  ["https", "https"],
  ["ws", "http"],
  ["wss", "https"],
]);

/**
 * Returns the URL that the client used, or that of the socket if the `Host` header is not valid.
 */
function baseUrlOf(request: IncomingMessage, proxyCount: number): string {
  const { headers, socket } = request;
  const forwarded = (name: string): string | undefined =>
    proxyCount === 0 ? undefined : farthestOf(valuesOf(request, name), proxyCount);
  const scheme = SCHEMES.get(forwarded("x-forwarded-proto")?.toLowerCase() ?? "") ?? "http";
  const hosts = [forwarded("x-forwarded-host"), headers.host];
  const host = hosts.find((one) => one !== undefined && HOST.test(one));
  if (host !== undefined) return `${scheme}://${host}`;
  const { localAddress = "127.0.0.1", localPort, localFamily } = socket;
  const address = localFamily === "IPv6" ? `[${localAddress}]` : localAddress;
  return `${scheme}://${address}:${localPort}`;
}

/**
 * Returns the value of the farthest trusted proxy. A proxy replaces the value of a header or appends
 * its own, so any values before that one may have been sent by the client.
 */
const farthestOf = (values: readonly string[], proxyCount: number): string | undefined =>
  values[Math.max(0, values.length - proxyCount)];

/** Returns the values of a header that is a list, without empty ones. */
function valuesOf({ headers }: IncomingMessage, name: string): readonly string[] {
  // Node joins several headers of one name with commas.
  const text = String(headers[name] ?? "");
  return text
    .split(",")
    .map((value) => value.trim())
    .filter((value) => value !== "");
}
