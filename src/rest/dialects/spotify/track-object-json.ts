import { artworkUrlFrom } from "../../../domain/track/artwork-url.js";
import type { Track } from "../../../domain/track/track.js";
import type { JsonOf } from "../../shapes/plain-shapes.js";
import type { spotifyTrackObjectShape } from "./spotify-answers.js";

type TrackObject = JsonOf<typeof spotifyTrackObjectShape>;

/**
 * Converts a track to Spotify's track object. What is not known is `null`, an empty list or an empty
 * object, as in Spotify's objects of tracks that it does not offer. Artists and albums have a name and
 * no id, because Overtone has no catalogue of them.
 *
 * @param id what clients name the track by
 * @param baseUrl the URL of this server as the client reaches it, without a trailing slash
 *
 * Source: Spotify, "Web API Reference", TrackObject; `src/web/guide/spotify.md` lists the members.
 */
export function toTrackObjectJson(track: Track, id: string, baseUrl: string): TrackObject {
  const { durationSeconds, isrc, spotifyId } = track;
  return {
    album: albumJson(track, baseUrl),
    artists: (track.artists ?? [track.artist]).map(artistJson),
    disc_number: track.discNumber ?? null,
    duration_ms: durationSeconds === undefined ? null : Math.round(durationSeconds * 1000),
    explicit: null,
    external_ids: isrc === undefined ? {} : { isrc },
    external_urls: {},
    href: `${baseUrl}/v1/tracks/${encodeURIComponent(id)}`,
    id,
    is_local: false,
    name: track.trackName,
    popularity: null,
    preview_url: null,
    track_number: track.trackNumber ?? null,
    type: "track",
    uri: spotifyId === undefined ? null : `spotify:track:${spotifyId}`,
  };
}

/** What stands for the address of an artist or album without one. */
const unlisted = { external_urls: {}, href: null, id: null, uri: null };

const artistJson = (name: string): TrackObject["artists"][number] => ({
  ...unlisted,
  type: "artist",
  name,
});

function albumJson(track: Track, baseUrl: string): TrackObject["album"] {
  const { album, albumArtist, year, artwork } = track;
  const isPictured = artwork.kind !== "none";
  return {
    ...unlisted,
    type: "album",
    album_type: null,
    artists: albumArtist === undefined ? [] : [artistJson(albumArtist)],
    images: isPictured ? [{ url: artworkUrlFrom(baseUrl, track), height: null, width: null }] : [],
    name: album ?? null,
    release_date: year === undefined ? null : String(year),
    release_date_precision: year === undefined ? null : "year",
    total_tracks: null,
  };
}
