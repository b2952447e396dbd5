import { placedAs } from "../../domain/track/release-details.js";
import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { Artwork, Track, TrackCandidate } from "../../domain/track/track.js";

/**
 * Merges the candidates of each key to one track, in the order in which the keys first occur.
 *
 * The names come from the first candidate; fields that it lacks come from the later ones.
 */
export function mergeCandidates(candidates: readonly TrackCandidate[]): Track[] {
  const tracks = new Map<TrackKey, Track>();
  for (const candidate of candidates) {
    const trackKey = trackKeyFrom(candidate.artist, candidate.trackName);
    const known = tracks.get(trackKey);
    tracks.set(trackKey, known ? joined(known, candidate) : trackFrom(trackKey, candidate));
  }
  return [...tracks.values()];
}

/** Returns the track that one candidate describes. */
export function trackFrom(trackKey: TrackKey, candidate: TrackCandidate): Track {
  const { provider, ...names } = candidate;
  return { trackKey, ...names, providers: [provider] };
}

function joined(track: Track, candidate: TrackCandidate): Track {
  const { provider, artwork, ...names } = candidate;
  return {
    ...placedAs(track, names),
    ...track,
    artwork: firstPicture(track.artwork, artwork),
    providers: track.providers.includes(provider)
      ? track.providers
      : [...track.providers, provider],
  };
}

/** The first artwork, or the second where the first has no picture. */
const firstPicture = (first: Artwork, second: Artwork): Artwork =>
  first.kind === "none" ? second : first;
