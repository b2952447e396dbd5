import { z } from "zod";
import { correctionFields } from "../../domain/analysis/correction-field.js";
import type { Correction } from "../../domain/analysis/corrections.js";
import { share, type JsonOf } from "./plain-shapes.js";

const correctionValueShape = z.union([z.number(), z.string()]).nullable();

export const correctionFieldShape = z
  .enum(correctionFields as [string, ...string[]])
  .describe(
    "What a user may state: any estimated value, `key` with its mode as a text, the time `firstBeat` at which a bar begins, in seconds, and the names `artist` and `trackName`.",
  );

export const correctionShape = z
  .object({
    field: correctionFieldShape,
    value: correctionValueShape.describe(
      'What the user states; `null` where the music has no such value. A key is a text: "A minor".',
    ),
    measured: correctionValueShape.describe(
      "What was measured, or the artist or title that the recording would be listed under.",
    ),
    confidence: share.nullable().describe("The confidence of what was measured; `null` for names."),
    method: z
      .enum(["measured", "model", "heuristic", "user"])
      .nullable()
      .describe("How it was measured; `null` for names."),
  })
  .describe("A value that a user states, beside what was measured.");

/** Converts what a user states to JSON. */
export function toCorrectionJson({
  field,
  value,
  measured,
  confidence,
  method,
}: Correction): JsonOf<typeof correctionShape> {
  return { field, value, measured, confidence, method };
}
