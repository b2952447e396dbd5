import type { FindingState } from "../../domain/operations/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import { isOvertoneAt } from "./is-overtone-at.js";

/** The settings of a server behind a reverse proxy. */
export interface ProxySettings {
  readonly trustedProxies: { readonly hops: number; readonly networks: readonly string[] };
  readonly publicUrl: string | undefined;
}

/** Returns whether a server is configured for a reverse proxy. */
export const isBehindProxy = ({ trustedProxies, publicUrl }: ProxySettings): boolean =>
  publicUrl !== undefined || !isNoneTrusted(trustedProxies);

/** Checks whether Overtone is reached at its public URL, and shows which proxies are trusted. */
export const proxyCheck = ({ trustedProxies, publicUrl }: ProxySettings): Check => ({
  what: "proxy",
  async run(signal): Promise<FindingState> {
    const trust = `trusted: ${textOf(trustedProxies)}`;
    if (publicUrl === undefined) {
      return { state: "ok", message: `${trust}; the public URL is that of each request` };
    }
    if (!(await isOvertoneAt(publicUrl, signal))) {
      return {
        state: "warn",
        message: `no Overtone responds at ${publicUrl}; ${trust}`,
        advice: "Start the server and the proxy, and check PUBLIC_URL and the proxy's target.",
      };
    }
    const message = `Overtone responds at ${publicUrl}; ${trust}`;
    if (!isNoneTrusted(trustedProxies)) return { state: "ok", message };
    const advice =
      "All clients of the proxy share one rate limit for requests without a key. Name the proxy in TRUST_PROXY.";
    return { state: "warn", message, advice };
  },
});

const isNoneTrusted = ({ hops, networks }: ProxySettings["trustedProxies"]): boolean =>
  hops === 0 && networks.length === 0;

function textOf({ hops, networks }: ProxySettings["trustedProxies"]): string {
  if (networks.length > 0) return networks.join(", ");
  return hops === 0 ? "no proxy" : `the nearest ${hops === 1 ? "hop" : `${hops} hops`}`;
}
