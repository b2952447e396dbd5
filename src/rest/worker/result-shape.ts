import { z } from "zod";
import type { AudioAnalysis, Estimate } from "../../domain/analysis/analysis.js";
import {
  byField,
  descriptors,
  estimateFields,
  type EstimateField,
} from "../../domain/analysis/descriptors.js";
import type { WorkerResult } from "../../domain/analysis/offered-work.js";
import {
  EMBEDDING_LENGTH,
  MAX_EMBEDDING_COORDINATE,
} from "../../domain/analysis/sound-embedding.js";
import { isFingerprint } from "../../domain/fingerprint/fingerprint-text.js";
import type { LocalKey, Section, Timeline } from "../../domain/analysis/timeline.js";
import { isRecordingId, type RecordingId } from "../../domain/track/recording-id.js";

/** More than the longest recording that a server can be configured for, 1000 hours. */
const MAX_SECONDS = 3_600_001;

/** Times are rounded to milliseconds, and the last beat may be found in the last frame. */
const END_TOLERANCE_SECONDS = 1;

/** More beats, and more parts, than music has in that time. */
const MAX_BEATS = 2_000_000;
const MAX_PARTS = 100_000;
const MAX_CURVE_VALUES = 100_000;
const MAX_RIVALS = 100;
/** More than the text of the 10,000 segments that an analysis has at most. */
const MAX_SEGMENTS_LENGTH = 1_000_000;
/** More than the text of the longest recording that is measured by default, 6 hours, of at most 17 bytes a word. */
const MAX_FINGERPRINT_LENGTH = 3_000_000;

const share = z.number().min(0).max(1);
const seconds = z.number().min(0).max(MAX_SECONDS);
const bpm = z.number().positive().max(10_000);
const level = z.number().min(-1_000).max(1_000);
const pitchClass = z.number().int().min(0).max(11);
const mode = z.number().int().min(0).max(1);
const coordinate = z.number().int().min(-MAX_EMBEDDING_COORDINATE).max(MAX_EMBEDDING_COORDINATE);
const metre = z.number().int().min(1).max(32);

const ascending = z
  .array(seconds)
  .max(MAX_BEATS)
  .refine(
    (times) => times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0)),
    "must be times in ascending order",
  );

/** The shape of one estimate, within the range of its descriptor. */
function estimateOf(field: EstimateField): z.ZodType<Estimate> {
  const { range, integers } = descriptors[field];
  const { minimum = -1_000, exclusiveMinimum, maximum = 10_000 } = range;
  let value = z.number().min(minimum).max(maximum);
  if (exclusiveMinimum !== undefined) value = value.gt(exclusiveMinimum);
  return z.strictObject({
    value: (integers === undefined ? value : value.int()).nullable(),
    confidence: share,
    method: z.enum(["measured", "model", "heuristic"]),
  });
}

const span = { startSeconds: seconds, durationSeconds: seconds };

const section: z.ZodType<Section> = z.strictObject({
  ...span,
  label: z.string().regex(/^[A-Z]{1,8}$/),
  confidence: share,
  loudness: level.nullable(),
  energy: share.nullable(),
  tempo: bpm.nullable(),
  tempoConfidence: share,
  key: pitchClass.nullable(),
  keyConfidence: share,
  mode: mode.nullable(),
  modeConfidence: share,
  timeSignature: metre.nullable(),
  timeSignatureConfidence: share,
});

const localKey: z.ZodType<LocalKey> = z.strictObject({
  ...span,
  tonic: pitchClass,
  mode: z.union([z.literal(0), z.literal(1)]),
  confidence: share,
});

const curveOf = (value: z.ZodNumber) =>
  z.strictObject({
    hopSeconds: z.number().int().min(1).max(MAX_SECONDS),
    values: z.array(value.nullable()).max(MAX_CURVE_VALUES),
  });

const timeline: z.ZodType<Timeline> = z.strictObject({
  sections: z.array(section).max(MAX_PARTS),
  loudnessCurve: curveOf(level),
  energyCurve: curveOf(share),
  tempoCurve: curveOf(bpm),
  tempoStability: share.nullable(),
  localKeys: z.array(localKey).max(MAX_PARTS),
  segments: z.base64().max(MAX_SEGMENTS_LENGTH),
  tatumsPerBeat: z.number().int().min(1).max(4).nullable(),
});

const analysis: z.ZodType<AudioAnalysis> = z
  .strictObject({
    recordingId: z
      .custom<RecordingId>(isRecordingId)
      .describe("The id of the recording in the audio that was decoded."),
    version: z.number().int().min(1).describe("The analysis version."),
    durationSeconds: seconds,
    estimates: z
      .strictObject(byField(estimateFields, estimateOf))
      .describe("One estimate for every descriptor."),
    tempoRivals: z.array(z.strictObject({ bpm, confidence: share })).max(MAX_RIVALS),
    beats: ascending.describe("Seconds, ascending."),
    downbeats: ascending.describe("Those of the beats that begin a bar."),
    downbeatConfidence: share.describe("Confidence of the downbeats."),
    soundEmbedding: z
      .array(coordinate)
      .length(EMBEDDING_LENGTH)
      .nullable()
      .describe(
        "Where the recording lies among others by how it sounds; `null` where there are no moods.",
      ),
    timeline,
    fingerprint: z
      .string()
      .max(MAX_FINGERPRINT_LENGTH)
      .refine(isFingerprint, "must be a compressed fingerprint of Chromaprint's algorithm 1")
      .describe("The sound fingerprint, in the compressed text of Chromaprint."),
  })
  .refine(
    ({ durationSeconds, beats, downbeats }) =>
      [beats, downbeats].every(
        (times) => (times.at(-1) ?? 0) <= durationSeconds + END_TOLERANCE_SECONDS,
      ),
    "has beats after its end",
  )
  .refine(({ beats, downbeats }) => {
    const known = new Set(beats);
    return downbeats.every((time) => known.has(time));
  }, "has downbeats that are not beats");

/** The shape of what a worker measured: finite numbers in their ranges, and no other members. */
export const workerResultShape: z.ZodType<WorkerResult> = z.strictObject({
  source: z.string().min(1).max(100).describe("The source whose audio was measured."),
  analysis,
});
