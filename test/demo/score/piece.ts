import type { MusicalKey } from "../../../src/domain/analysis/musical-key.js";
import type { Voice } from "../synth/voice.js";

/** One note of a score. */
export interface ScoreNote {
  /** Beats from the start of the piece, >= 0. */
  readonly beat: number;
  /** How long it is held, beats, > 0. */
  readonly beats: number;
  /** MIDI note number, 60 is middle C; drums that have no pitch ignore it. */
  readonly midi: number;
  /** (0, 1]. */
  readonly velocity: number;
}

/** The notes of one instrument, and its level and position in the mix. */
export interface Part {
  readonly voice: Voice;
  readonly notes: readonly ScoreNote[];
  /** Level in the mix, decibels. */
  readonly level: number;
  /** Position from -1 (left) to 1 (right); default 0. */
  readonly pan?: number;
  /** How far the notes are spread around `pan`, high ones to the right, [0, 1]. */
  readonly spread?: number;
  /** Amount of reverberation, [0, 1]; default 0.15. */
  readonly room?: number;
  /** Reduction of the level on each beat (side-chain compression), [0, 1). */
  readonly pumping?: number;
}

/** File format of a piece. */
export type FileFormat =
  | { readonly kind: "wav" }
  | { readonly kind: "aiff" }
  | { readonly kind: "flac" }
  | { readonly kind: "mp3"; readonly kilobits: number }
  | { readonly kind: "vorbis"; readonly quality: number }
  | { readonly kind: "opus"; readonly kilobits: number };

/** The cover picture: a motif and its colours. */
export interface CoverDesign {
  readonly motif: "rings" | "stripes" | "waves" | "tiles" | "sun";
  /** Background colour, then foreground colours: `#rrggbb`. */
  readonly colours: readonly [string, string, string];
}

/** Tags of a file. */
interface PieceTags {
  readonly isrc?: string;
  readonly year: number;
  readonly genre: string;
}

/** A composition: metadata, musical properties and all notes. */
export interface Piece {
  readonly artist: string;
  readonly track: string;
  /** Tags; without it the file has none, and only its name identifies it. */
  readonly tags?: PieceTags;
  readonly cover?: CoverDesign;
  readonly format: FileFormat;
  /** Hz. */
  readonly sampleRate: number;
  readonly channels: 1 | 2;
  /** Beats per minute. */
  readonly tempo: number;
  readonly key: MusicalKey;
  readonly beatsPerBar: number;
  /** Number of bars; the last one decays. */
  readonly bars: number;
  /** Time after the last bar for the reverberation, seconds. */
  readonly tailSeconds: number;
  /** Position of the off-beat within the beat, [0.5, 0.75); 0.5 is straight. */
  readonly swing?: number;
  /** Reverberation time, in which the level falls by 60 dB, seconds. */
  readonly roomSeconds: number;
  /** Target loudness of `mastered`, decibels. */
  readonly loudness: number;
  readonly parts: readonly Part[];
}
