import type { MusicalKey } from "./musical-key.js";

/** A value at regular moments: the i-th is of the moment i x `hopSeconds`. */
export interface Curve {
  /** From value to value, seconds, > 0: 1, or a power of two above where the audio is long. */
  readonly hopSeconds: number;
  /** One per hop, from the start to the end of the audio; `null` where the signal has none. */
  readonly values: readonly (number | null)[];
}

/** A stretch of the audio that sounds alike, and what was measured on it alone. */
export interface Section {
  /** Seconds from the start, >= 0. */
  readonly startSeconds: number;
  /** Seconds, > 0; the next section begins where this one ends. */
  readonly durationSeconds: number;
  /** Sections with one letter sound alike: "A", "B" ... "Z", "AA" ... in the order they come up. */
  readonly label: string;
  /** [0, 1]: how far it stands out from the section before; 1 for the first. */
  readonly confidence: number;
  /** Mean loudness, LUFS; `null` where it is silent. */
  readonly loudness: number | null;
  /** [0, 1], as the energy of a track is defined; `null` where it is silent. */
  readonly energy: number | null;
  /** Beats per minute, > 0, whatever the beats beside it; `null` where nothing repeats. */
  readonly tempo: number | null;
  /** [0, 1]; 0 where the tempo is `null`, and so for the others. */
  readonly tempoConfidence: number;
  /** Pitch class of the tonic, integer in [0, 11], C = 0; `null` where there is no key. */
  readonly key: number | null;
  readonly keyConfidence: number;
  /** 1 major, 0 minor; `null` where there is no key. */
  readonly mode: number | null;
  readonly modeConfidence: number;
  /**
   * Beats in a bar, integer in [3, 7]; two count as four; `null` where there is no metre, and where
   * the beats miss the section's tempo.
   */
  readonly timeSignature: number | null;
  readonly timeSignatureConfidence: number;
}

/** The key of a stretch of the audio. */
export interface LocalKey extends MusicalKey {
  /** Seconds from the start, >= 0. */
  readonly startSeconds: number;
  /** Seconds, > 0; the next local key begins where this one ends. */
  readonly durationSeconds: number;
  /** [0, 1], comparable with the confidence of the key. */
  readonly confidence: number;
}

/** A modulation: the moment where one key gives way to another. */
export interface KeyChange {
  /** Seconds from the start, > 0. */
  readonly timeSeconds: number;
  readonly from: MusicalKey;
  readonly to: MusicalKey;
  /** [0, 1]: that of the less certain of the two keys. */
  readonly confidence: number;
}

/** How a piece of audio goes over time, beside its beats. Times count from the start of the audio. */
export interface Timeline {
  /** From the start to the end without gaps; none in less than a second of sound. */
  readonly sections: readonly Section[];
  /** Short-term loudness, LUFS, over the 3 s around each moment; `null` where it is silent. */
  readonly loudnessCurve: Curve;
  /** [0, 1], as the energy of a track is defined, over the same 3 s. */
  readonly energyCurve: Curve;
  /** Beats per minute around each moment; `null` where there is no beat. */
  readonly tempoCurve: Curve;
  /** [0, 1]: 1 for a tempo that never moves; `null` where there is no beat. */
  readonly tempoStability: number | null;
  /** From the start to the end without gaps; one where the key never changes, none without a key. */
  readonly localKeys: readonly LocalKey[];
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
};

/** What sections of one kind are called, by the number of the kind, integer >= 0: A to Z, then AA. */
export function sectionLabelFrom(kind: number): string {
  const letter = String.fromCharCode(65 + (kind % 26));
  return kind < 26 ? letter : sectionLabelFrom(Math.floor(kind / 26) - 1) + letter;
}

/** The modulations of a timeline, in order, perhaps none. */
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
