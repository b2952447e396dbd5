import { trackKeyFrom, type TrackKey } from "../../domain/track/track-key.js";
import type { Artwork, Track, TrackCandidate } from "../../domain/track/track.js";

/**
 * Candidates with one key -> one track, in the order in which the keys first occur.
 *
 * The first candidate names the track; what it lacks is taken from the later ones.
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

function trackFrom(trackKey: TrackKey, candidate: TrackCandidate): Track {
  const { provider, ...names } = candidate;
  return { trackKey, ...names, providers: [provider] };
}

function joined(track: Track, candidate: TrackCandidate): Track {
  const { provider, artwork, ...names } = candidate;
  return {
    ...names,
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
