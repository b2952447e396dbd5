import type { MusicalKey } from "./musical-key.js";

/** Values at regular times: the i-th value belongs to the time i x `hopSeconds`. */
export interface Curve {
  /** Time between two values, seconds, > 0: 1, or a larger power of two for long audio. */
  readonly hopSeconds: number;
  /** One per hop, from the start to the end of the audio; `null` where the signal has none. */
  readonly values: readonly (number | null)[];
}

/** A part of the audio that sounds alike, with the measurements of this part. */
export interface Section {
  /** Seconds from the start, >= 0. */
  readonly startSeconds: number;
  /** Seconds, > 0; the next section begins where this one ends. */
  readonly durationSeconds: number;
  /**
   * Sections with the same label sound alike: "A", "B" ... "Z", "AA" ... in the order of their
   * first occurrence.
   */
  readonly label: string;
  /** [0, 1]: how much it differs from the section before; 1 for the first. */
  readonly confidence: number;
  /** Mean loudness, LUFS; `null` where it is silent. */
  readonly loudness: number | null;
  /** [0, 1], as the energy of a track is defined; `null` where it is silent. */
  readonly energy: number | null;
  /**
   * Beats per minute, > 0, measured without the beats of other sections; `null` where nothing
   * repeats.
   */
  readonly tempo: number | null;
  /** [0, 1]; 0 where the tempo is `null`. The other confidences follow the same rule. */
  readonly tempoConfidence: number;
  /** Pitch class of the tonic, integer in [0, 11], C = 0; `null` where there is no key. */
  readonly key: number | null;
  readonly keyConfidence: number;
  /** 1 major, 0 minor; `null` where there is no key. */
  readonly mode: number | null;
  readonly modeConfidence: number;
  /**
   * Beats in a bar, integer in [3, 7]; two count as four; `null` where there is no metre, and where
   * the beats do not match the section's tempo.
   */
  readonly timeSignature: number | null;
  readonly timeSignatureConfidence: number;
}

/** The key of a part of the audio. */
export interface LocalKey extends MusicalKey {
  /** Seconds from the start, >= 0. */
  readonly startSeconds: number;
  /** Seconds, > 0; the next local key begins where this one ends. */
  readonly durationSeconds: number;
  /** [0, 1], comparable with the confidence of the key. */
  readonly confidence: number;
}

/** A modulation: the time at which the key changes. */
export interface KeyChange {
  /** Seconds from the start, > 0. */
  readonly timeSeconds: number;
  readonly from: MusicalKey;
  readonly to: MusicalKey;
  /** [0, 1]: the lower of the confidences of the two keys. */
  readonly confidence: number;
}

/**
 * The measurements of a piece of audio that change over time, without its beats. Times count from
 * the start of the audio.
 */
export interface Timeline {
  /** From the start to the end without gaps; empty for less than one second of sound. */
  readonly sections: readonly Section[];
  /** Short-term loudness, LUFS, over the 3 s around each time; `null` where it is silent. */
  readonly loudnessCurve: Curve;
  /** [0, 1], as the energy of a track is defined, over the same 3 s. */
  readonly energyCurve: Curve;
  /** Beats per minute around each time; `null` where there is no beat. */
  readonly tempoCurve: Curve;
  /** [0, 1]: 1 for a constant tempo; `null` where there is no beat. */
  readonly tempoStability: number | null;
  /**
   * From the start to the end without gaps; one where the key never changes, empty without a key.
   */
  readonly localKeys: readonly LocalKey[];
  /**
   * The sounds from onset to onset, as `packSegments` writes them, because they are many; empty for
   * less than one second of sound, absent in analyses of versions before 12.
   */
  readonly segments?: string;
  /**
   * The number of equal parts into which the fastest regular strokes divide a beat, integer in
   * [1, 4]; `null` where there is no beat, absent in analyses of versions before 12.
   */
  readonly tatumsPerBeat?: number | null;
}

const emptyCurve: Curve = { hopSeconds: 1, values: [] };

/** The timeline of audio in which nothing was found. */
export const emptyTimeline: Timeline = {
  sections: [],
  loudnessCurve: emptyCurve,
  energyCurve: emptyCurve,
  tempoCurve: emptyCurve,
  tempoStability: null,
  localKeys: [],
  segments: "",
  tatumsPerBeat: null,
};

/** Returns the label of a kind of section by its number, integer >= 0: A to Z, then AA. */
export function sectionLabelFrom(kind: number): string {
  const letter = String.fromCharCode(65 + (kind % 26));
  return kind < 26 ? letter : sectionLabelFrom(Math.floor(kind / 26) - 1) + letter;
}

/** Returns the modulations of a timeline, in order; may be empty. */
export function keyChangesOf({ localKeys }: Timeline): readonly KeyChange[] {
  return localKeys.slice(1).map((after, index) => {
    const before = localKeys[index] ?? after;
    return {
      timeSeconds: after.startSeconds,
      from: { tonic: before.tonic, mode: before.mode },
      to: { tonic: after.tonic, mode: after.mode },
      confidence: Math.min(before.confidence, after.confidence),
    };
  });
}
