import { z } from "zod";
import { isVerified, type Analysis } from "../../domain/analysis/analysis.js";
import { correctionsOf } from "../../domain/analysis/corrections.js";
import type { RecordingUnderName } from "../../services/catalogue/recording-service.js";
import { isPinnedShape, isVerifiedShape, otherRecordingsShape } from "./analysis-shapes.js";
import { correctionShape, toCorrectionJson } from "./correction-shapes.js";
import type { JsonOf } from "./plain-shapes.js";
import { recordingIdShape } from "./track-shapes.js";

export const answeredRecordingShape = z
  .object({
    recordingId: recordingIdShape,
    isVerified: isVerifiedShape,
    otherRecordings: otherRecordingsShape,
    isPinned: isPinnedShape,
    corrections: z
      .array(correctionShape)
      .min(1)
      .describe("What users state about it, in place of what was measured; absent where nothing.")
      .optional(),
  })
  .describe("The recording that was measured: of several with the name, the preferred one.");

/** An analysis as it is answered: of one of the recordings that its name has. */
export interface AnsweredAnalysis extends RecordingUnderName {
  readonly analysis: Analysis;
}

/** Says which recording was measured, and what it is among those of its name. */
export function toAnsweredRecordingJson({
  analysis,
  otherRecordings,
  isPinned,
}: AnsweredAnalysis): JsonOf<typeof answeredRecordingShape> {
  const { recordingId } = analysis;
  const corrections = correctionsOf(analysis).map(toCorrectionJson);
  return {
    ...{ recordingId, isVerified: isVerified(analysis), otherRecordings, isPinned },
    ...(corrections.length > 0 && { corrections }),
  };
}
