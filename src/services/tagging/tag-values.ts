import { musicalKeyOf, type AudioAnalysis } from "../../domain/analysis/analysis.js";
import { energyLevelFrom, strongestMoodOf } from "../../domain/analysis/listener-words.js";
import {
  camelotFrom,
  openKeyFrom,
  shortKeyNameFrom,
  type MusicalKey,
} from "../../domain/analysis/musical-key.js";
import type { TagField, TagFormat } from "../../domain/tagging/tag-field.js";
import type { KeyNotation, TagKind, TagSettings } from "../../domain/tagging/tag-settings.js";

/** A measured value as a tag has it. */
export interface TagValue {
  readonly field: TagField;
  readonly value: string;
  /** In [0, 1]. */
  readonly confidence: number;
}

/** The loudness to which ReplayGain 2.0 leads, LUFS. */
const REPLAYGAIN_LUFS = -18;
/** The loudness to which the gain of Opus leads, LUFS. Source: RFC 7845, 5.2.1; EBU R 128. */
const OPUS_LUFS = -23;

/** Returns the measured values that the settings ask for, as a format has them, of any confidence. */
export function tagValuesFrom(
  analysis: Pick<AudioAnalysis, "estimates">,
  format: TagFormat,
  settings: TagSettings,
): readonly TagValue[] {
  return settings.kinds.flatMap((kind) => valuesOf(kind, analysis, format, settings));
}

function valuesOf(
  kind: TagKind,
  analysis: Pick<AudioAnalysis, "estimates">,
  format: TagFormat,
  { notation, bpmDecimals }: TagSettings,
): readonly TagValue[] {
  const { tempo, key, mode, energy } = analysis.estimates;
  switch (kind) {
    case "bpm": {
      // The tag of MP4 is an integer.
      const decimals = format === "MP4" ? 0 : bpmDecimals;
      return tempo.value === null
        ? []
        : [
            {
              field: "bpm",
              value: shortNumber(tempo.value, decimals),
              confidence: tempo.confidence,
            },
          ];
    }
    case "key": {
      const found = musicalKeyOf(analysis);
      const confidence = Math.min(key.confidence, mode.confidence);
      return found ? [{ field: "key", value: spelledKey(found, notation), confidence }] : [];
    }
    case "gain":
      return gainValues(analysis, format);
    case "mood": {
      const mood = strongestMoodOf(analysis);
      return mood
        ? [{ field: "mood", value: mood.name, confidence: mood.estimate.confidence }]
        : [];
    }
    case "energy": {
      if (energy.value === null) return [];
      const level = String(energyLevelFrom(energy.value));
      return [{ field: "energy", value: level, confidence: energy.confidence }];
    }
  }
}

function gainValues(
  { estimates: { loudness, truePeak } }: Pick<AudioAnalysis, "estimates">,
  format: TagFormat,
): readonly TagValue[] {
  if (loudness.value === null) return [];
  const { confidence } = loudness;
  if (format === "Opus") {
    const steps = Math.round((OPUS_LUFS - loudness.value) * 256);
    const value = String(Math.max(-32_768, Math.min(32_767, steps)));
    return [{ field: "opusGain", value, confidence }];
  }
  const gain = `${(REPLAYGAIN_LUFS - loudness.value).toFixed(2)} dB`;
  const peak = truePeak.value === null ? null : (10 ** (truePeak.value / 20)).toFixed(6);
  return [
    { field: "trackGain", value: gain, confidence },
    ...(peak === null
      ? []
      : [{ field: "trackPeak", value: peak, confidence: truePeak.confidence } as const]),
  ];
}

/** Returns a key in a notation. "Am", "F#" and "Bb" are what the standard of ID3 asks for. */
function spelledKey(key: MusicalKey, notation: KeyNotation): string {
  switch (notation) {
    case "camelot":
      return camelotFrom(key);
    case "openkey":
      return openKeyFrom(key);
    case "plain":
      return shortKeyNameFrom(key);
  }
}

/** Returns a number with at most so many decimals, without zeros at its end. */
function shortNumber(value: number, decimals: number): string {
  return String(Number(value.toFixed(decimals)));
}
