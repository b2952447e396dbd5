import { parseMusicalKey, type MusicalKey } from "../analysis/musical-key.js";
import type { TagField } from "./tag-field.js";

/** The ids that MusicBrainz and taggers like Picard write; each is a UUID. */
export interface MusicbrainzIds {
  readonly recording?: string;
  /** The recording in its place on a release. */
  readonly track?: string;
  readonly release?: string;
  readonly releaseGroup?: string;
  /** Empty where none is known. */
  readonly artists: readonly string[];
}

/** What a person or another program wrote to the tags of a file: never measured by Overtone, nor mixed with it. */
export interface TaggedValues {
  /** BPM, > 0. */
  readonly tempo?: number;
  readonly key?: MusicalKey;
  /** Gain to -18 LUFS, decibels; that of Opus is converted. */
  readonly trackGain?: number;
  /** Highest sample, > 0; 1 is full scale. */
  readonly trackPeak?: number;
  readonly musicbrainz: MusicbrainzIds;
}

const MAX_BPM = 1_000;
const MAX_GAIN_DECIBELS = 100;
const MAX_PEAK = 100;
/** Opus states its gain to -23 LUFS in steps of 1/256 dB. */
const OPUS_STEPS_PER_DECIBEL = 256;
const OPUS_TO_REPLAYGAIN_DECIBELS = 5;

/**
 * Returns the values of tags that are sensible, or `undefined` where there is none; the rest is
 * ignored, because tags contain anything.
 *
 * @param texts the first text of each field
 */
export function findTaggedValues(
  texts: ReadonlyMap<TagField, string>,
  musicbrainz: MusicbrainzIds,
): TaggedValues | undefined {
  const tempo = numberWithin(texts.get("bpm"), 1, MAX_BPM);
  const key = findKey(texts.get("key"));
  const gain = numberWithin(texts.get("trackGain"), -MAX_GAIN_DECIBELS, MAX_GAIN_DECIBELS);
  const opusGain = numberWithin(texts.get("opusGain"), -32_768, 32_767);
  const converted =
    opusGain === undefined
      ? undefined
      : opusGain / OPUS_STEPS_PER_DECIBEL + OPUS_TO_REPLAYGAIN_DECIBELS;
  const trackGain = gain ?? converted;
  const trackPeak = numberWithin(texts.get("trackPeak"), Number.MIN_VALUE, MAX_PEAK);
  const values = {
    ...(tempo !== undefined && { tempo }),
    ...(key !== undefined && { key }),
    ...(trackGain !== undefined && { trackGain }),
    ...(trackPeak !== undefined && { trackPeak }),
  };
  const { artists, ...ids } = musicbrainz;
  const isEmpty = [values, ids, artists].every((part) => Object.keys(part).length === 0);
  return isEmpty ? undefined : { ...values, musicbrainz };
}

/** Returns the number that a text begins with, such as "-6.54 dB", where it is within the bounds. */
function numberWithin(text: string | undefined, min: number, max: number): number | undefined {
  const [, digits] = /^\s*([+-]?\d+(?:[.,]\d+)?)\s*(?:db|bpm)?\s*$/i.exec(text ?? "") ?? [];
  if (digits === undefined) return undefined;
  const value = Number(digits.replace(",", "."));
  return value >= min && value <= max ? value : undefined;
}

/** Returns the key that a text names in any notation; programs write "o" or nothing where there is none. */
function findKey(text: string | undefined): MusicalKey | undefined {
  if (text === undefined) return undefined;
  try {
    return parseMusicalKey(text, "key");
  } catch {
    return undefined;
  }
}
