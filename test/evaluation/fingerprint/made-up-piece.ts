import { seededRandom } from "../../signals/random.js";

/** One note. */
export interface MadeUpNote {
  /** Beats from the start, >= 0. */
  readonly beat: number;
  /** How long it sounds, beats. */
  readonly beats: number;
  /** MIDI note number. */
  readonly midi: number;
  /** (0, 1]. */
  readonly velocity: number;
  /** Which of the four instruments plays it. */
  readonly part: "melody" | "chords" | "figure" | "bass";
}

/** A piece: notes and drum strokes over a harmony that is repeated by sections. */
export interface MadeUpPiece {
  readonly bpm: number;
  readonly notes: readonly MadeUpNote[];
  /** Beats of drum strokes, and their strength. */
  readonly strokes: readonly { readonly beat: number; readonly velocity: number }[];
  readonly beatCount: number;
}

/** What pieces share: two of equal harmony have the same chords, tempo and key, and nothing else. */
export interface Harmony {
  readonly bpm: number;
  readonly tonic: number;
  /** Semitones of the scale above the tonic. */
  readonly scale: readonly number[];
  /** Degrees of the scale, one a bar, of verse and chorus. */
  readonly verse: readonly number[];
  readonly chorus: readonly number[];
}

const MAJOR = [0, 2, 4, 5, 7, 9, 11];
const MINOR = [0, 2, 3, 5, 7, 8, 10];
/** Usual progressions, as degrees of the scale from 0. */
const PROGRESSIONS = [
  [0, 4, 5, 3],
  [0, 5, 3, 4],
  [5, 3, 0, 4],
  [0, 3, 4, 3],
  [0, 3, 0, 4],
  [1, 4, 0, 0],
  [0, 6, 5, 4],
  [0, 2, 3, 4],
  [3, 4, 2, 5],
  [0, 0, 3, 4],
];

const BEATS_PER_BAR = 4;

/** A generator of choices from a seed. */
export class Choices {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = seededRandom(Math.imul(seed + 1, 2654435761));
    // The first numbers of neighbouring seeds are alike.
    for (let i = 0; i < 4; i++) this.#random();
  }

  /** A number in [low, high). */
  between(low: number, high: number): number {
    return low + ((this.#random() + 1) / 2) * (high - low);
  }

  /** An integer in [0, count). */
  below(count: number): number {
    return Math.floor(this.between(0, count));
  }

  of<T>(values: readonly T[]): T {
    return values[this.below(values.length)]!;
  }

  chance(probability: number): boolean {
    return this.between(0, 1) < probability;
  }
}

export function harmonyOf(seed: number): Harmony {
  const choices = new Choices(seed);
  return {
    bpm: Math.round(choices.between(70, 170)),
    tonic: choices.below(12),
    scale: choices.of([MAJOR, MINOR]),
    verse: choices.of(PROGRESSIONS),
    chorus: choices.of(PROGRESSIONS),
  };
}

/**
 * Composes a piece: verse and chorus of eight bars in turn, each with a melody, chords, a broken figure, a bass and drums of
 * its own, and a little variation at each repetition.
 *
 * @param seconds about how long it is
 */
export function composePiece(seed: number, harmony: Harmony, seconds: number): MadeUpPiece {
  const choices = new Choices(seed ^ 0x5bd1e995);
  const barCount = Math.max(8, Math.round((seconds * harmony.bpm) / 60 / BEATS_PER_BAR));
  const sections = [
    sectionOf(choices, harmony, harmony.verse),
    sectionOf(choices, harmony, harmony.chorus),
  ];
  const notes: MadeUpNote[] = [];
  const strokes: { beat: number; velocity: number }[] = [];
  for (let bar = 0; bar < barCount; bar++) {
    const section = sections[Math.floor(bar / 8) % 2]!;
    const start = BEATS_PER_BAR * bar;
    for (const note of section.bars[bar % 8]!) {
      if (choices.chance(0.04)) continue;
      const isVaried = note.part === "melody" && choices.chance(0.08);
      const midi = note.midi + (isVaried ? choices.of([-2, 2, 12]) : 0);
      notes.push({ ...note, midi, beat: start + note.beat });
    }
    for (const beat of section.drums) {
      strokes.push({ beat: start + beat, velocity: beat % 2 === 0 ? 1 : 0.6 });
    }
  }
  return { bpm: harmony.bpm, notes, strokes, beatCount: BEATS_PER_BAR * barCount };
}

function sectionOf(
  choices: Choices,
  harmony: Harmony,
  degrees: readonly number[],
): { readonly bars: readonly (readonly MadeUpNote[])[]; readonly drums: readonly number[] } {
  const noteOf = (degree: number, octave: number): number =>
    harmony.tonic + 12 * (octave + Math.floor(degree / 7)) + harmony.scale[((degree % 7) + 7) % 7]!;
  const drums = Array.from({ length: 16 }, (_, step) => step / 4).filter((beat) =>
    choices.chance(beat % 1 === 0 ? 0.8 : beat % 0.5 === 0 ? 0.5 : 0.15),
  );
  const figure = Array.from({ length: 8 }, () => choices.of([-1, 0, 2, 4, 7, 9]));
  const bass = Array.from({ length: 8 }, (_, step) => step === 0 || choices.chance(0.4));
  const chordBeats = choices.of([[0], [0, 2], [0, 1.5, 3], [0, 1, 2, 3]]);
  const withSeventh = choices.chance(0.3);
  let position = choices.below(7);
  const bars = Array.from({ length: 8 }, (_, bar) => {
    const degree = degrees[bar % degrees.length]!;
    const notes: MadeUpNote[] = [];
    for (const beat of chordBeats) {
      for (const step of withSeventh ? [0, 2, 4, 6] : [0, 2, 4]) {
        const midi = noteOf(degree + step, 4);
        notes.push({ beat, beats: 4 / chordBeats.length, midi, velocity: 0.5, part: "chords" });
      }
    }
    figure.forEach((step, index) => {
      if (step < 0) return;
      const midi = noteOf(degree + step, 5);
      notes.push({ beat: index / 2, beats: 0.5, midi, velocity: 0.4, part: "figure" });
    });
    bass.forEach((isPlayed, index) => {
      if (!isPlayed) return;
      const midi = noteOf(degree, 2);
      notes.push({ beat: index / 2, beats: 0.5, midi, velocity: 0.9, part: "bass" });
    });
    for (let beat = 0; beat < BEATS_PER_BAR;) {
      const beats = choices.of([0.5, 0.5, 1, 1, 1.5, 2]);
      position += choices.of([-2, -1, -1, 0, 1, 1, 2, 3]);
      position = Math.max(-3, Math.min(11, position));
      if (choices.chance(0.85)) {
        notes.push({ beat, beats, midi: noteOf(position, 5), velocity: 0.8, part: "melody" });
      }
      beat += beats;
    }
    return notes;
  });
  return { bars, drums };
}

/**
 * Returns another take of a piece: a tempo that wanders by about a percent, strokes that stray by 20 ms, other velocities,
 * and each sixth note of melody and figure changed or left out.
 */
export function anotherTake(piece: MadeUpPiece, seed: number): MadeUpPiece {
  const choices = new Choices(seed ^ 0x27d4eb2f);
  const stray = (0.02 * piece.bpm) / 60;
  const drift = Array.from({ length: Math.ceil(piece.beatCount) + 2 }, () => 0);
  let pace = 0;
  for (let beat = 1; beat < drift.length; beat++) {
    pace = 0.9 * pace + choices.between(-0.006, 0.006);
    drift[beat] = drift[beat - 1]! + pace;
  }
  const moved = (beat: number): number =>
    Math.max(0, beat + drift[Math.floor(beat)]! + choices.between(-stray, stray));
  return {
    ...piece,
    notes: piece.notes.flatMap((note) => {
      const isFree = note.part === "melody" || note.part === "figure";
      if (isFree && choices.chance(0.06)) return [];
      const change = isFree && choices.chance(0.1) ? choices.of([-3, -2, 2, 3, 5]) : 0;
      const velocity = note.velocity * choices.between(0.6, 1);
      return [{ ...note, beat: moved(note.beat), midi: note.midi + change, velocity }];
    }),
    strokes: piece.strokes.map(({ beat, velocity }) => ({
      beat: moved(beat),
      velocity: velocity * choices.between(0.6, 1),
    })),
  };
}
