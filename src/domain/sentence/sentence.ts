import type { EstimateField } from "../analysis/descriptors.js";
import type { TrackFilterParameters } from "../catalogue/track-filter.js";
import type { RecordingId } from "../track/recording-id.js";
import { parseName } from "../track/name-text.js";

/** The maximum length of a sentence, characters. */
export const MAX_SENTENCE_CHARACTERS = 200;

/** A number of each track that a word can ask to be high or low. */
export type GradedField =
  Exclude<EstimateField, "key" | "mode" | "timeSignature"> | "durationMs" | "year";

/** That a value be high or low among the tracks: tracks are ranked by it, and none is left out. */
export interface Wish {
  readonly field: GradedField;
  readonly isHigh: boolean;
  /** How much it counts, > 0; 1 where no word makes it stronger. */
  readonly weight: number;
}

/** A track that a sentence names. */
export interface SentenceTrack {
  readonly recordingId: RecordingId;
  readonly artist: string;
  readonly trackName: string;
}

/** What words of a sentence mean. */
export type Meaning =
  /** Tracks must meet the conditions, or must not meet them where `isExcluded`. */
  | {
      readonly kind: "condition";
      readonly conditions: TrackFilterParameters;
      readonly isExcluded: boolean;
    }
  /** Tracks are ranked by values; the first field is the one that the word means most. */
  | {
      readonly kind: "wish";
      readonly wishes: readonly [Wish, ...Wish[]];
      /** Whether the word compares, as "slower" does, so that it means a track that the sentence names, too. */
      readonly isComparative: boolean;
    }
  /** Tracks must sound like a track. */
  | { readonly kind: "like"; readonly track: SentenceTrack }
  /** A value must be notably higher, or lower, than that of a track. */
  | {
      readonly kind: "comparison";
      readonly field: GradedField;
      readonly isHigh: boolean;
      readonly track: SentenceTrack;
    }
  | { readonly kind: "unknown" };

/** The kinds of what words mean. */
export const meaningKinds = ["condition", "wish", "like", "comparison", "unknown"] as const;

/** Some words of a sentence, and what they mean. */
export interface SentencePart {
  /** Where the words begin and end, in UTF-16 code units of the sentence. */
  readonly start: number;
  readonly end: number;
  /** The words as they were written. */
  readonly text: string;
  readonly meaning: Meaning;
}

/** The names of the library that a sentence may have. */
export interface SentenceNames {
  /** The genres of the tags, as they spell them. */
  readonly genres: readonly string[];
  /** Artists as tags spell them, by their folded names. */
  readonly artists: ReadonlyMap<string, string>;
  /** By their folded names. */
  readonly tracks: ReadonlyMap<string, SentenceTrack>;
}

/**
 * Validates a sentence.
 *
 * @throws {InvalidInputError} it is no string of 1 to 200 characters, or has control characters
 */
export const parseSentenceText = (value: unknown, parameter: string): string =>
  parseName(value, parameter, MAX_SENTENCE_CHARACTERS);
