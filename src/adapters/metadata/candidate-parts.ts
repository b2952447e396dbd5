import type { Artwork, TrackCandidate } from "../../domain/track.js";

type Parts = { readonly [Part in keyof TrackCandidate]: TrackCandidate[Part] | undefined } & Pick<
  TrackCandidate,
  "provider" | "trackName" | "artist" | "artwork"
>;

/** A candidate of the parts that are there. */
export function candidateOf(parts: Parts): TrackCandidate {
  const present = Object.entries(parts).filter(([, part]) => part !== undefined);
  return Object.fromEntries(present) as unknown as TrackCandidate;
}

/** The first of the addresses that leads to a picture on the web; none where none does. */
export function artworkAt(...addresses: readonly (string | undefined)[]): Artwork {
  const url = addresses.find((address) => address !== undefined && isWebAddress(address));
  return url === undefined ? { kind: "none" } : { kind: "remote", url };
}

const isWebAddress = (address: string): boolean =>
  /^https?:\/\//i.test(address) && URL.canParse(address);
