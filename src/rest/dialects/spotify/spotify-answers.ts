import { z } from "zod";
import { share } from "../../shapes/plain-shapes.js";

export const spotifyFailureShape = z.object({
  error: z.object({ status: z.int(), message: z.string() }),
});

export const spotifyUnlistedArtistShape = z.object({
  external_urls: z.object({}),
  href: z.null(),
  id: z.null(),
  name: z.string(),
  type: z.literal("artist"),
  uri: z.null(),
});

export const spotifyUnlistedAlbumShape = z.object({
  album_type: z.null(),
  artists: z.array(spotifyUnlistedArtistShape).max(1),
  external_urls: z.object({}),
  href: z.null(),
  id: z.null(),
  images: z.array(z.object({ url: z.url(), height: z.null(), width: z.null() })).max(1),
  name: z.string().nullable(),
  release_date: z.string().nullable().describe("The year."),
  release_date_precision: z.enum(["year"]).nullable(),
  total_tracks: z.null(),
  type: z.literal("album"),
  uri: z.null(),
});

export const spotifyTrackObjectShape = z.object({
  album: spotifyUnlistedAlbumShape,
  artists: z.array(spotifyUnlistedArtistShape).min(1),
  disc_number: z.int().nullable(),
  duration_ms: z.int().min(0).nullable(),
  explicit: z.null(),
  external_ids: z.object({ isrc: z.string().optional() }),
  external_urls: z.object({}),
  href: z.url(),
  id: z
    .string()
    .describe(
      "The id that was sent; in a search, the track key; in recommendations, the id of the recording.",
    ),
  is_local: z.literal(false),
  name: z.string(),
  popularity: z.null(),
  preview_url: z.null(),
  track_number: z.int().nullable(),
  type: z.literal("track"),
  uri: z.string().nullable().describe("That of Spotify, where its id is known."),
});

export const spotifyTracksShape = z.object({ tracks: z.array(spotifyTrackObjectShape.nullable()) });

export const spotifyPageShape = z.object({
  href: z.url(),
  items: z.array(spotifyTrackObjectShape),
  limit: z.int().min(0).max(50),
  next: z.string().nullable(),
  offset: z.int().min(0),
  previous: z.string().nullable(),
  total: z.int().min(0),
});

export const spotifySearchPagesShape = z.object({
  tracks: spotifyPageShape.optional(),
  albums: spotifyPageShape.optional(),
  artists: spotifyPageShape.optional(),
  playlists: spotifyPageShape.optional(),
  shows: spotifyPageShape.optional(),
  episodes: spotifyPageShape.optional(),
  audiobooks: spotifyPageShape.optional(),
});

export const spotifyRecommendationsShape = z.object({
  seeds: z
    .array(
      z.object({
        initialPoolSize: z.int().min(0).describe("The number of analysed tracks."),
        afterFilteringSize: z.int().min(0).describe("Of them, those within all bounds."),
        afterRelinkingSize: z.int().min(0).describe("The same."),
        id: z.string().describe("The id that was sent."),
        type: z.literal("track"),
        href: z.url(),
      }),
    )
    .min(1)
    .max(5),
  tracks: z.array(spotifyTrackObjectShape).max(100),
});

export const spotifyUserShape = z.object({
  country: z.null(),
  display_name: z.string(),
  email: z.null(),
  external_urls: z.object({}),
  followers: z.object({ href: z.null(), total: z.null() }),
  href: z.null(),
  id: z.string().describe("The public part of the key."),
  images: z.array(z.looseObject({})).max(0),
  product: z.null(),
  type: z.literal("user"),
  uri: z.null(),
});

export const spotifyAudioFeaturesShape = z.object({
  danceability: share.nullable(),
  energy: share.nullable(),
  key: z.int().min(-1).max(11).describe("-1 where there is no key."),
  loudness: z.number().nullable(),
  mode: z.int().min(0).max(1).nullable(),
  speechiness: share.nullable(),
  acousticness: share.nullable(),
  instrumentalness: share.nullable(),
  liveness: share.nullable(),
  valence: share.nullable(),
  tempo: z.number().nullable(),
  type: z.literal("audio_features"),
  id: z.string().describe("The id that was sent."),
  uri: z.string().nullable(),
  track_href: z.url(),
  analysis_url: z.url(),
  duration_ms: z.int().min(0),
  time_signature: z.int().min(2).nullable(),
});

export const spotifyManyAudioFeaturesShape = z.object({
  audio_features: z.array(spotifyAudioFeaturesShape.nullable()),
});
