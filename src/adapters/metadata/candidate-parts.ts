import type { Artwork, TrackCandidate } from "../../domain/track/track.js";
import { isPublicHost } from "../outbound/private-host.js";

type Parts = { readonly [Part in keyof TrackCandidate]: TrackCandidate[Part] | undefined } & Pick<
  TrackCandidate,
  "provider" | "trackName" | "artist" | "artwork"
>;

/** Returns a candidate with those parts that are defined. */
export function candidateOf(parts: Parts): TrackCandidate {
  const present = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present) as unknown as TrackCandidate;
}

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
