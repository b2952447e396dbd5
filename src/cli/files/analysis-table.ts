import { musicalKeyOf, type Analysis, type Estimate } from "../../domain/analysis/analysis.js";
import { estimateFields, type EstimateField } from "../../domain/analysis/descriptors.js";
import { camelotFrom, writtenKeyNameFrom } from "../../domain/analysis/musical-key.js";
import { clockTime } from "../clock-time.js";

const LABEL_WIDTH = 18;
const VALUE_WIDTH = 22;

/** The formats of fields whose values are not in [0, 1]. */
const WRITTEN: Partial<Record<EstimateField, (value: number, analysis: Analysis) => string>> = {
  tempo: (bpm) => `${bpm.toFixed(2)} BPM`,
  key: (_, analysis) => keyInWords(analysis),
  timeSignature: (beats) => `${beats} beats a bar`,
  loudness: (lufs) => `${lufs.toFixed(1)} LUFS`,
  loudnessRange: (lu) => `${lu.toFixed(1)} LU`,
  truePeak: (dbtp) => `${dbtp.toFixed(1)} dBTP`,
  tuning: (cents) => `${cents.toFixed(0)} cents`,
};

/** Returns the analysis of a file as the lines of a table: one per field, with its confidence and method. */
export function analysisTable(file: string, analysis: Analysis): readonly string[] {
  const { artist, trackName, trackKey, durationSeconds } = analysis;
  const lines = estimateFields
    .filter((field) => field !== "mode")
    .map((field) => row(field, analysis.estimates[field], analysis));
  return [
    file,
    `  ${artist} - ${trackName}  (${clockTime(durationSeconds)}, key ${trackKey})`,
    ...lines,
    "",
  ];
}

function row(field: EstimateField, estimate: Estimate, analysis: Analysis): string {
  const { value, confidence, method } = estimate;
  const write = WRITTEN[field] ?? ((share: number) => share.toFixed(2));
  const shown = value === null ? "-" : write(value, analysis);
  const sureness = value === null ? "" : `${Math.round(confidence * 100)} %  ${method}`;
  return `  ${field.padEnd(LABEL_WIDTH)}${shown.padEnd(VALUE_WIDTH)}${sureness}`.trimEnd();
}

function keyInWords(analysis: Analysis): string {
  const key = musicalKeyOf(analysis);
  return key ? `${writtenKeyNameFrom(key)} (${camelotFrom(key)})` : "-";
}
