import type { Corrections, CorrectionValue } from "./correction-field.js";
import { parseMusicalKey } from "./musical-key.js";
import type { RecordingId } from "../track/recording-id.js";

/**
 * What users state about one recording, as `npm run evaluate` reads labels: each field under its name, but key and
 * metre as annotated music has them. What is absent is not stated.
 */
export interface CorrectionLabel extends Readonly<Record<string, CorrectionValue | undefined>> {
  /** The absolute path of a file that holds the recording; `null` where the library has none. */
  readonly file: string | null;
  readonly recordingId: RecordingId;
  /** Pitch class of the tonic, integer in [0, 11], C = 0; `null` where there is no key. */
  readonly key?: number | null;
  readonly mode?: "major" | "minor" | null;
  /** Beats in a bar, as a text; `null` where there is no metre. */
  readonly meter?: string | null;
}

/** Returns what is stated about a recording as a label. */
export function correctionLabelFrom(
  { recordingId, file }: Pick<CorrectionLabel, "recordingId" | "file">,
  stated: Corrections,
): CorrectionLabel {
  const { key, timeSignature, ...others } = stated;
  return {
    ...{ file, recordingId, ...others },
    ...(key !== undefined && keyLabelOf(key)),
    ...(timeSignature !== undefined && {
      meter: timeSignature === null ? null : String(timeSignature),
    }),
  };
}

function keyLabelOf(key: CorrectionValue): Pick<CorrectionLabel, "key" | "mode"> {
  if (typeof key !== "string") return { key: null, mode: null };
  const { tonic, mode } = parseMusicalKey(key, "key");
  return { key: tonic, mode: mode === 1 ? "major" : "minor" };
}
