import { nearestNote, parseChords, pitchClassFrom, voicing, type Chord } from "./chord.js";
import type { ScoreNote } from "./piece.js";

/** A range of bars: the first, and the one after the last. */
export interface Span {
  readonly from?: number;
  readonly to?: number;
}

interface Stroke {
  readonly beat: number;
  readonly beats: number;
  readonly symbol: string;
}

const VELOCITIES: Readonly<Record<string, number>> = { X: 1, x: 0.75, o: 0.4 };

/**
 * Writes the parts of a piece over its chords, from patterns.
 *
 * A pattern is a line of steps: a symbol starts a note, `_` holds it, `-` is silence. It fills
 * the given number of bars and is repeated. In hits and chords `X` is loud, `x` is normal and
 * `o` is soft.
 */
export class Score {
  readonly #chords: readonly Chord[];
  readonly #beatsPerBar: number;
  readonly #bars: number;

  /** @param chords one bar after another, e.g. `Am F,G C E7`; their number is that of the piece */
  constructor({ beatsPerBar, chords }: { readonly beatsPerBar: number; readonly chords: string }) {
    this.#beatsPerBar = beatsPerBar;
    this.#chords = parseChords(chords, beatsPerBar);
    this.#bars = chords.trim().split(/\s+/).length;
  }

  /** Drum strokes. `pitch` is a MIDI note, for drums that have one. */
  hits(
    pattern: string,
    span: Span & { readonly bars?: number; readonly pitch?: number } = {},
  ): readonly ScoreNote[] {
    return this.#strokes(pattern, span).map(({ beat, beats, symbol }) => ({
      beat,
      beats,
      midi: span.pitch ?? 60,
      velocity: velocityOf(symbol),
    }));
  }

  /** The chords in a rhythm, voiced around the MIDI note `centre`. */
  comp(
    pattern: string,
    span: Span & { readonly centre: number; readonly bars?: number },
  ): readonly ScoreNote[] {
    return this.#strokes(pattern, span).flatMap(({ beat, beats, symbol }) =>
      voicing(this.#chordAt(beat), span.centre).map((midi) => ({
        beat,
        beats: 0.95 * beats,
        midi,
        velocity: velocityOf(symbol),
      })),
    );
  }

  /** The chords one note at a time: the digits count the voicing's notes from 0, upwards. */
  arpeggio(
    pattern: string,
    span: Span & { readonly centre: number; readonly bars?: number; readonly ring?: number },
  ): readonly ScoreNote[] {
    return this.#strokes(pattern, span).map(({ beat, beats, symbol }) => {
      const notes = voicing(this.#chordAt(beat), span.centre);
      const order = Number(symbol);
      const octave = 12 * Math.floor(order / notes.length);
      return {
        beat,
        beats: span.ring ?? beats,
        midi: (notes[order % notes.length] ?? span.centre) + octave,
        velocity: Number.isInteger(beat) ? 0.8 : 0.6,
      };
    });
  }

  /**
   * A bass line: `1` is the chord's bass note near the MIDI note `centre`, `8` its octave, `3`
   * and `5` the chord's third and fifth above it.
   */
  bass(
    pattern: string,
    span: Span & { readonly centre: number; readonly bars?: number },
  ): readonly ScoreNote[] {
    return this.#strokes(pattern, span).map(({ beat, beats, symbol }) => {
      const chord = this.#chordAt(beat);
      const lowest = nearestNote(chord.bass, span.centre);
      const above = { "3": chord.intervals[1], "5": chord.intervals[2] }[symbol];
      const tone =
        above === undefined ? lowest : lowest + ((above + chord.root - chord.bass + 24) % 12);
      return {
        beat,
        beats: 0.92 * beats,
        midi: symbol === "8" ? lowest + 12 : tone,
        velocity: beat % this.#beatsPerBar === 0 ? 1 : 0.8,
      };
    });
  }

  /** A melody: notes such as `C#5/1.5` (name, octave, beats), and `-/1` for rests. */
  melody(text: string, span: Span = {}): readonly ScoreNote[] {
    let beat = (span.from ?? 0) * this.#beatsPerBar;
    const notes: ScoreNote[] = [];
    for (const token of text.trim().split(/\s+/)) {
      const [, name, octave, length] = /^(?:([A-G][#b]?)(\d)|-)\/([\d.]+)$/.exec(token) ?? [];
      if (length === undefined)
        throw new RangeError(`Unknown note "${token}": expected a form such as C#5/1.5.`);
      const beats = Number(length);
      if (name !== undefined) {
        const midi = 12 * (Number(octave) + 1) + pitchClassFrom(name);
        const velocity = beat % this.#beatsPerBar === 0 ? 0.95 : 0.8;
        notes.push({ beat, beats: 0.95 * beats, midi, velocity });
      }
      beat += beats;
    }
    return notes;
  }

  #chordAt(beat: number): Chord {
    const chord = this.#chords.find((one) => beat < one.beat + one.beats - 1e-6);
    if (!chord)
      throw new RangeError(`There is no chord at beat ${beat}: the piece has too few chords.`);
    return chord;
  }

  #strokes(pattern: string, span: Span & { readonly bars?: number }): readonly Stroke[] {
    const steps = [...pattern.replace(/\s/g, "")];
    const patternBeats = (span.bars ?? 1) * this.#beatsPerBar;
    const stepBeats = patternBeats / steps.length;
    const end = (span.to ?? this.#bars) * this.#beatsPerBar;
    const strokes: Stroke[] = [];
    for (let start = (span.from ?? 0) * this.#beatsPerBar; start < end; start += patternBeats) {
      for (const [index, symbol] of steps.entries()) {
        const beat = start + index * stepBeats;
        if (symbol === "-" || symbol === "_" || beat >= end) continue;
        let length = 1;
        while (steps[index + length] === "_") length++;
        strokes.push({ beat, beats: length * stepBeats, symbol });
      }
    }
    return strokes;
  }
}

function velocityOf(symbol: string): number {
  const velocity = VELOCITIES[symbol];
  if (velocity === undefined)
    throw new RangeError(`Unknown stroke "${symbol}": expected X, x, o, _ or -.`);
  return velocity;
}
