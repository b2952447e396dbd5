import { estimateFields, type EstimateField } from "./descriptors.js";

/** A field of which a user may state the truth. A key is stated with its mode. */
export type CorrectionField = Exclude<EstimateField, "mode"> | "firstBeat" | "artist" | "trackName";

/** Everything that a user may state, in the order of the API. */
export const correctionFields: readonly CorrectionField[] = [
  ...estimateFields.flatMap((field): CorrectionField[] => {
    if (field === "mode") return [];
    return field === "tempo" ? ["tempo", "firstBeat"] : [field];
  }),
  "artist",
  "trackName",
];

/** A stated value: a number, the name of a key, an artist or a title; `null` where the music has no such value. */
export type CorrectionValue = number | string | null;

/** What a user states about a recording, by field; what is absent is as it was measured. */
export type Corrections = Readonly<Partial<Record<CorrectionField, CorrectionValue>>>;

export function isCorrectionField(field: string): field is CorrectionField {
  return (correctionFields as readonly string[]).includes(field);
}

export function isNameField(field: CorrectionField): field is "artist" | "trackName" {
  return field === "artist" || field === "trackName";
}
