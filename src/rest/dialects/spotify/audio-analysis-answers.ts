import { z } from "zod";
import { share } from "../../shapes/plain-shapes.js";

export const spotifyIntervalShape = z.object({
  start: z.number().min(0),
  duration: z.number().min(0),
  confidence: share,
});

export const spotifySectionShape = z.object({
  start: z.number().min(0),
  duration: z.number().min(0),
  confidence: share,
  loudness: z.number().nullable(),
  tempo: z.number().nullable(),
  tempo_confidence: share,
  key: z.int().min(-1).max(11),
  key_confidence: share,
  mode: z.int().min(-1).max(1).describe("-1 where there is no key."),
  mode_confidence: share,
  time_signature: z.int().nullable(),
  time_signature_confidence: share,
});

export const spotifyTrackShape = z.object({
  duration: z.number().min(0),
  offset_seconds: z.literal(0),
  window_seconds: z
    .number()
    .min(0)
    .describe(
      "Length of the excerpt that was measured, seconds; 0 if the whole track was measured.",
    ),
  loudness: z.number().nullable(),
  tempo: z.number().nullable(),
  tempo_confidence: share,
  key: z.int().min(-1).max(11),
  key_confidence: share,
  mode: z.int().min(0).max(1).nullable(),
  mode_confidence: share,
  time_signature: z.int().nullable(),
  time_signature_confidence: share,
  num_samples: z.null(),
  sample_md5: z.null(),
  analysis_sample_rate: z.null(),
  analysis_channels: z.null(),
  end_of_fade_in: z.null(),
  start_of_fade_out: z.null(),
  codestring: z.null(),
  code_version: z.null(),
  echoprintstring: z.null(),
  echoprint_version: z.null(),
  synchstring: z.null(),
  synch_version: z.null(),
  rhythmstring: z.null(),
  rhythm_version: z.null(),
});

export const spotifySegmentShape = z.object({
  start: z.number().min(0).describe("Seconds."),
  duration: z.number().min(0).describe("Seconds."),
  confidence: share.describe("Probability that a note or stroke begins at the start."),
  loudness_start: z.number().max(0).describe("Level at the start, dB full scale."),
  loudness_max: z.number().max(0).describe("Level of the loudest frame, dB full scale."),
  loudness_max_time: z
    .number()
    .min(0)
    .describe("Time of the loudest frame after the start, seconds."),
  loudness_end: z
    .number()
    .max(0)
    .describe("Level at the end of the last segment, dB full scale; 0 for the others."),
  pitches: z
    .array(share)
    .min(12)
    .max(12)
    .describe("Strength of each pitch class relative to the strongest, from C."),
  timbre: z
    .array(z.number())
    .min(12)
    .max(12)
    .describe("Mel-frequency cepstral coefficients 1 to 12, dB."),
});

export const spotifyMetaShape = z.object({
  analyzer_version: z.string(),
  platform: z.null(),
  detailed_status: z.literal("OK"),
  status_code: z.literal(0),
  timestamp: z.int().describe("Seconds since 1970."),
  analysis_time: z.null(),
  input_process: z.null(),
});

export const spotifyAudioAnalysisShape = z.object({
  meta: spotifyMetaShape,
  track: spotifyTrackShape,
  bars: z.array(spotifyIntervalShape),
  beats: z.array(spotifyIntervalShape),
  sections: z.array(spotifySectionShape).nullable(),
  segments: z
    .array(spotifySegmentShape)
    .max(10000)
    .nullable()
    .describe("From onset to onset; null in analyses of versions before 12."),
  tatums: z
    .array(spotifyIntervalShape)
    .nullable()
    .describe("Beats in equal parts; null in analyses of versions before 12."),
});
