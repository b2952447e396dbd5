import { z } from "zod";
import {
  analysisFields,
  byField,
  descriptors,
  moods,
  type EstimateField,
} from "../../domain/analysis/descriptors.js";
import { keyNameText, share } from "./plain-shapes.js";
import { trackKeyShape } from "./track-shapes.js";

export const descriptorShape = share
  .nullable()
  .describe("From not at all (0) to fully (1); `null` where it cannot be measured.");

/** The shape of the value of a descriptor, as its row in the table of descriptors has it. */
export function valueShapeOf(field: EstimateField): z.ZodNullable<z.ZodNumber> {
  const { description, integers, range, unit } = descriptors[field];
  if (integers === undefined && unit === "in [0, 1]") return descriptorShape;
  let value: z.ZodNumber = integers ? z.int() : z.number();
  if (range.minimum !== undefined) value = value.min(range.minimum);
  if (range.exclusiveMinimum !== undefined) value = value.gt(range.exclusiveMinimum);
  if (range.maximum !== undefined) value = value.max(range.maximum);
  return value.nullable().describe(description);
}

export const moodShape = z.object(byField(moods, () => descriptorShape));

/** The confidence of each value, by field. */
export const confidencesShape = z.record(z.string(), share);

export const isVerifiedShape = z
  .boolean()
  .describe(
    "Whether the audio that was measured is known to be that of the recording. `false` for analyses of databases of earlier versions until the file has been read again.",
  );

export const otherRecordingsShape = z
  .int()
  .min(0)
  .describe("Number of other recordings that have the same artist and title.");

export const isPinnedShape = z
  .boolean()
  .describe(
    "Whether the user chose this recording for the name. It is answered for the name's track key then, whatever the rule says.",
  );

export const analysisShape = z.object({
  artist: z.string(),
  trackKey: trackKeyShape,
  trackName: z.string(),
  duration_ms: z.int().min(0).describe("Length of the audio in milliseconds."),
  keyString: keyNameText.nullable().describe('The name of the key, e.g. "A minor".'),
  ...byField(analysisFields, valueShapeOf),
  mood: moodShape,
  confidence: confidencesShape
    .describe(
      "The confidence of each value, the moods included, comparable within one field and version. Present only with `include=confidence`.",
    )
    .optional(),
  meta: z
    .object({ artist: z.string(), track: z.string() })
    .describe("The artist and title under which the track is stored."),
});

export const confidenceShape = share.describe(
  "Comparable within one field and analysis version; 0 where the value is `null`.",
);
