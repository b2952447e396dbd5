import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import type { RateAllowance, RateLimiter } from "../../ports/access/rate-limiter.js";

/** Groups of an IPv6 address that name a network: its provider gives a client one of these 64 bits, or more. */
const NETWORK_GROUPS = 4;

/** Counts the requests of callers by address, those of an IPv6 network together. */
export class NetworkRateLimiter implements RateLimiter {
  constructor(private readonly limiter: RateLimiter) {}

  /** @param address as the socket or a proxy names it */
  take(address: string, amount?: number): Promise<RateAllowance> {
    return this.limiter.take(networkOf(address), amount);
  }
}

/**
 * Returns what tells callers without a key apart: an IPv4 address, or the first 64 bits of an IPv6 address, since
 * a client can use any address of its network.
 *
 * Source: R. Hinden and S. Deering, "IP Version 6 Addressing Architecture", RFC 4291, section 2.5.4.
 */
export function networkOf(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  const network = parsed.parts.slice(0, NETWORK_GROUPS).map((group) => group.toString(16));
  return `${network.join(":")}::/64`;
}
