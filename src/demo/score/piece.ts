import type { MusicalKey } from "../../domain/analysis/musical-key.js";
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

/** What one instrument plays, and where it stands. */
export interface Part {
  readonly voice: Voice;
  readonly notes: readonly ScoreNote[];
  /** Decibels. */
  readonly level: number;
  /** -1 is left, 1 is right; the middle without it. */
  readonly pan?: number;
  /** How far the notes are spread around `pan`, high ones to the right, [0, 1]. */
  readonly spread?: number;
  /** How much goes to the room, [0, 1]; 0.15 without it. */
  readonly room?: number;
  /** How far every beat pushes the part down, [0, 1): the pumping of dance music. */
  readonly pumping?: number;
}

/** How a piece is written to disk. */
export type FileFormat =
  | { readonly kind: "wav" }
  | { readonly kind: "aiff" }
  | { readonly kind: "flac" }
  | { readonly kind: "mp3"; readonly kilobits: number }
  | { readonly kind: "vorbis"; readonly quality: number }
  | { readonly kind: "opus"; readonly kilobits: number };

/** The picture on the sleeve: a motif in the piece's colours. */
export interface CoverDesign {
  readonly motif: "rings" | "stripes" | "waves" | "tiles" | "sun";
  /** Background first, then what is drawn on it: `#rrggbb`. */
  readonly colours: readonly [string, string, string];
}

/** What the tags of a file say. */
interface PieceTags {
  readonly isrc?: string;
  readonly year: number;
  readonly genre: string;
}

/** A composition: who, what, the truth about it, and every note. */
export interface Piece {
  readonly artist: string;
  readonly track: string;
  /** Without it the file carries no tags at all, and its name has to serve. */
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
  /** Bars, the last of which rings out. */
  readonly bars: number;
  /** Silence after the last bar is left to the room, seconds. */
  readonly tailSeconds: number;
  /** Where the second half of every half beat falls, [0.5, 0.75); 0.5 is straight. */
  readonly swing?: number;
  /** Seconds until the room has fallen by 60 dB. */
  readonly roomSeconds: number;
  /** What `mastered` aims at, decibels. */
  readonly loudness: number;
  readonly parts: readonly Part[];
}
