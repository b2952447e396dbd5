import type { Artwork } from "../../domain/track/track.js";
import { isPublicHost } from "../outbound/private-host.js";

/**
 * Returns the artwork at the first address that clients may be sent to: over HTTPS, on a public host,
 * without a user name. Returns `none` where there is no such address.
 */
export function artworkAt(...addresses: readonly (string | undefined)[]): Artwork {
  const url = addresses.find((address) => address !== undefined && isPublicPicture(address));
  return url === undefined ? { kind: "none" } : { kind: "remote", url };
}

function isPublicPicture(address: string): boolean {
  if (!/^https:\/\//i.test(address) || !URL.canParse(address)) return false;
  const { hostname, username, password } = new URL(address);
  return username === "" && password === "" && isPublicHost(hostname);
}
