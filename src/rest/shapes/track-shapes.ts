import { z } from "zod";
import { MAX_NAME_CHARACTERS } from "../../domain/track/name-text.js";
import { httpUrl } from "./plain-shapes.js";

export const trackKeyShape = z
  .string()
  .regex(/^[0-9a-f]{16}$/)
  .describe("Identifies a track by its artist and title.")
  .meta({ example: "bc24aaa5a97c70ed" });

export const recordingIdShape = z
  .string()
  .regex(/^rec:[0-9a-f]{16}$/)
  .describe(
    "Identifies a recording, which is one stream of audio, by the audio itself. It can be given wherever a track key can.",
  )
  .meta({ example: "rec:5c0f3a9e27d14b86" });

export const trackRefShape = z
  .string()
  .regex(/^(?:rec:)?[0-9a-f]{16}$/)
  .describe(
    "The id of a recording, or a track key, which means the preferred recording of its name.",
  )
  .meta({ example: "bc24aaa5a97c70ed" });

export const nameShape = z
  .string()
  .max(MAX_NAME_CHARACTERS)
  .describe("A title or an artist, without control characters.");

export const wordsShape = z
  .string()
  .max(200)
  .describe("Words of a title or an artist, without control characters.");

export const taggedValuesShape = z
  .object({
    tempo: z.number().gt(0).nullable().describe("Beats per minute."),
    key: z.int().min(0).max(11).nullable().describe("Pitch class of the tonic; 9 is A."),
    mode: z.int().min(0).max(1).nullable().describe("1 is major, 0 is minor."),
    keyString: z.string().nullable().describe('The name of the key, e.g. "A minor".'),
    trackGain: z
      .number()
      .nullable()
      .describe("ReplayGain, decibels to -18 LUFS; the R128 gain of Opus is converted."),
    trackPeak: z.number().gt(0).nullable().describe("ReplayGain peak; 1 is full scale."),
    musicbrainzRecordingId: z.string().nullable(),
    musicbrainzTrackId: z.string().nullable(),
    musicbrainzReleaseId: z.string().nullable(),
    musicbrainzReleaseGroupId: z.string().nullable(),
    musicbrainzArtistIds: z.array(z.string()),
  })
  .describe(
    "What a person or another program wrote to the tags of the track's library file. Overtone has not measured it, and never mixes it with its own values. A value is null if it is not tagged, or not a sensible one.",
  );

/** What is known of the release of a track; each is `null` where it is not known. */
export const releaseFields = {
  album: z.string().nullable(),
  albumArtist: z.string().nullable().describe("The artist of the whole album."),
  genre: z
    .string()
    .nullable()
    .describe('As the provider or the tags of the file give it; several are separated by "; ".'),
  year: z.int().min(1000).max(9999).nullable().describe("Year of release."),
  trackNumber: z.int().min(1).max(9999).nullable().describe("Its number on its disc of the album."),
  discNumber: z.int().min(1).max(9999).nullable(),
  composer: z.string().nullable().describe('Several are separated by "; ".'),
  label: z.string().nullable().describe('Who published it; several are separated by "; ".'),
  work: z.string().nullable().describe("The work of which the track is a movement."),
  movement: z.string().nullable().describe("The name of the movement."),
  movementNumber: z.int().min(1).max(9999).nullable().describe("Its number in the work."),
};

export const trackShape = z.object({
  trackKey: trackKeyShape,
  recordingId: recordingIdShape
    .nullable()
    .describe(
      "The recording that the track is. `null` where it means whatever recording is preferred for its name.",
    ),
  trackName: z.string(),
  artist: z.string().describe('All artists; several of a tag are separated by "; ".'),
  artists: z
    .array(z.string())
    .min(1)
    .describe("The artists one by one, where the tags of the file list them; else `artist`."),
  ...releaseFields,
  duration_ms: z.int().min(1).nullable(),
  thumbnailUrl: httpUrl,
  recordingKey: z
    .string()
    .describe(
      "Equal for names that may be spellings of one. It is a hint: names alone never say that two tracks sound the same.",
    ),
  workKey: z
    .string()
    .describe("Equal for all versions of a musical work, including live versions and remixes."),
  isrc: z.string().nullable(),
  musicbrainzId: z.string().nullable(),
  deezerId: z.string().nullable(),
  spotifyId: z.string().nullable(),
  itunesId: z.string().nullable(),
  providers: z.array(z.string()).describe("Names of the metadata providers that know the track."),
  path: z
    .string()
    .nullable()
    .describe(
      "Only in the answer of `GET /api/audio/tracks/{id}`: the path of its first library file on the server, in the order of paths. Null for keys without the scope `write`, and where the library has no file of it.",
    )
    .optional(),
  tagged: taggedValuesShape
    .nullable()
    .describe(
      "Only in the answer of `GET /api/audio/tracks/{id}`; null if the library file has no such tags.",
    )
    .optional(),
});
