/** What stands before the hosts of a URL, the hosts, and the rest. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/su;

/**
 * Returns the URL of a database without its password, in the user information and in the parameters.
 *
 * @param url `postgres://user:password@host/name`, or of a file
 */
export function withoutPassword(url: string): string {
  if (!url.startsWith("postgres")) return url;
  const [, address = url, parameters] = /^([^?]*)(?:\?(.*))?$/su.exec(url) ?? [];
  const kept = parameters?.split("&").filter((one) => !one.startsWith("password="));
  const bare = address.replace(/^([a-z]+:\/\/[^/@:]*):[^/]*@/su, "$1@");
  return kept === undefined || kept.length === 0 ? bare : `${bare}?${kept.join("&")}`;
}

/**
 * Returns the URL of each host of a PostgreSQL URL, in their order: of `postgres://ann@a:5432,b/music`,
 * `postgres://ann@a:5432/music` and `postgres://ann@b/music`.
 *
 * Source: PostgreSQL 18 documentation, section 32.1.1.3, "Specifying Multiple Hosts".
 */
export function hostUrlsOf(url: string): readonly string[] {
  const [, before, hosts, rest] = PARTS.exec(url) ?? [];
  if (before === undefined || !hosts?.includes(",")) return [url];
  return hosts.split(",").map((host) => `${before}${host}${rest}`);
}
