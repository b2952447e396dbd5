import type { Texts } from "../texts/texts.js";
import { formatClock, formatNumber, formatShare } from "./formats.js";

/** The name of an estimated field. */
export type FieldName = keyof Texts["fields"];

/** Returns whether a name of the API is that of a field that the texts know. */
export function isFieldName(texts: Pick<Texts, "fields">, name: string): name is FieldName {
  return Object.hasOwn(texts.fields, name);
}

/** Returns a value of a field with its unit; shares in [0, 1] as a percentage. */
export function formatField(
  texts: Pick<Texts, "track">,
  language: string,
  field: string,
  value: number,
): string {
  switch (field) {
    case "tempo":
      return texts.track.bpm(formatNumber(language, value, 1));
    case "durationMs":
      return formatClock(language, value / 1000);
    case "timeSignature":
      return texts.track.perBar(formatNumber(language, value));
    case "loudness":
      return `${formatNumber(language, value, 1)} LUFS`;
    case "loudnessRange":
      return `${formatNumber(language, value, 1)} LU`;
    case "truePeak":
      return `${formatNumber(language, value, 1)} dBTP`;
    case "tuning":
      return `${formatNumber(language, value)} ct`;
    default:
      return formatShare(language, value);
  }
}
