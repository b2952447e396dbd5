import { isIP } from "node:net";
import ipaddr from "ipaddr.js";
import { z } from "zod";
import type { TrustedProxies } from "../http/client-views.js";
import { settingNotes } from "./setting-notes.js";

/** Ranges of addresses by their names in the framework Express. */
const NAMED_NETWORKS: ReadonlyMap<string, readonly string[]> = new Map([
  ["loopback", ["127.0.0.0/8", "::1/128"]],
  ["linklocal", ["169.254.0.0/16", "fe80::/10"]],
  ["uniquelocal", ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"]],
]);

const MAX_HOPS = 32;

const trustedProxies = z.string().transform((text, context): TrustedProxies => {
  const refuse = (message: string): never => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (text.trim().toLowerCase() === "true") {
    return refuse(
      "must name the proxies: if every client were trusted, each could forge its address",
    );
  }
  if (/^[0-9]+$/.test(text)) {
    const hops = Number(text);
    return hops <= MAX_HOPS
      ? { hops, networks: [] }
      : refuse(`must be at most ${MAX_HOPS} proxies`);
  }
  const names = text.split(",").map((name) => name.trim());
  const unknown = names.find((name) => networksFrom(name).length === 0);
  if (unknown === undefined) return { hops: 0, networks: names.flatMap(networksFrom) };
  return refuse(
    `must be the number of proxies, or a list of addresses, ranges such as 10.0.0.0/8, and the names ` +
      `${[...NAMED_NETWORKS.keys()].join(", ")}; ${JSON.stringify(unknown)} is none of them`,
  );
});

/**
 * Returns the ranges of a name, an address or a range; none for other texts. A range of all
 * addresses, and IPv4 addresses that are written as IPv6, are not accepted.
 */
function networksFrom(text: string): readonly string[] {
  const named = NAMED_NETWORKS.get(text);
  if (named) return named;
  const [address = "", bits, ...others] = text.split("/");
  const size = { 4: 32, 6: 128 }[isIP(address)];
  if (size === undefined || address.includes("%") || others.length > 0) return [];
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.isIPv4MappedAddress()) return [];
  if (bits === undefined) return [`${address}/${size}`];
  const isRange = /^[1-9][0-9]{0,2}$/.test(bits) && Number(bits) <= size;
  return isRange ? [text] : [];
}

/** An address as a base of URLs: without a trailing slash. */
const publicUrl = z.string().transform((text, context): string => {
  const refuse = (message: string): never => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) {
    return refuse("must be an address that begins with http:// or https://");
  }
  const { origin, pathname, username, password } = new URL(text);
  if (username !== "" || password !== "" || /[?#]/.test(text)) {
    return refuse("must have no user name, password, query or fragment");
  }
  if (!/^(?:\/[A-Za-z0-9._~-]+)*\/?$/.test(pathname)) {
    return refuse("must have a path of letters, digits, and the characters - . _ ~");
  }
  return origin + pathname.replace(/\/$/, "");
});

/** The environment variables of a server behind a reverse proxy. */
export const proxyVariables = {
  PUBLIC_URL: publicUrl.optional().register(settingNotes, {
    isShared: true,
    meaning:
      "The URL by which clients reach the server, with its path; see [Behind a proxy](proxy.md).",
    default: "that of each request",
    values: "an address such as `https://example.org/overtone`",
  }),
  TRUST_PROXY: trustedProxies.prefault("0").register(settingNotes, {
    meaning:
      "The proxies whose `X-Forwarded-…` headers are believed; see [Behind a proxy](proxy.md).",
    values: `their number, up to ${MAX_HOPS}, or a list of addresses, ranges, and the names ${[
      ...NAMED_NETWORKS.keys(),
    ]
      .map((name) => `\`${name}\``)
      .join(", ")}`,
  }),
};
