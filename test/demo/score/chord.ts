/** A chord as a set of pitch classes, and how long it lasts. */
export interface Chord {
  /** Pitch class, [0, 11]. */
  readonly root: number;
  /** Pitch class of the bass note: the root, or the note after a slash. */
  readonly bass: number;
  /** Semitones above the root: root, third, fifth and further notes. */
  readonly intervals: readonly number[];
  /** Beats from the start of the piece. */
  readonly beat: number;
  readonly beats: number;
}

const LETTERS: Readonly<Record<string, number>> = { C: 0, D: 2, E: 4, F: 5, G: 7, A: 9, B: 11 };

const INTERVALS: Readonly<Record<string, readonly number[]>> = {
  "": [0, 4, 7],
  "6": [0, 4, 7, 9],
  "7": [0, 4, 7, 10],
  "9": [0, 4, 7, 10, 14],
  maj7: [0, 4, 7, 11],
  add9: [0, 4, 7, 14],
  sus4: [0, 5, 7],
  m: [0, 3, 7],
  m6: [0, 3, 7, 9],
  m7: [0, 3, 7, 10],
  m9: [0, 3, 7, 10, 14],
  m7b5: [0, 3, 6, 10],
  "5": [0, 7, 12],
};

/**
 * Returns the pitch class of a note name such as `F#` or `Bb`.
 *
 * @throws {RangeError} no such note
 */
export function pitchClassFrom(name: string): number {
  const letter = LETTERS[name.charAt(0)];
  if (letter === undefined)
    throw new RangeError(`Unknown note "${name}": expected a letter from A to G, with # or b.`);
  const sign = name.charAt(1) === "#" ? 1 : name.charAt(1) === "b" ? -1 : 0;
  return (letter + sign + 12) % 12;
}

/**
 * Parses chords: bars are separated by spaces, chords within a bar by commas, e.g. `Am F,G C/E E7`.
 *
 * @throws {RangeError} an unknown chord
 */
export function parseChords(text: string, beatsPerBar: number): readonly Chord[] {
  return text
    .trim()
    .split(/\s+/)
    .flatMap((bar, barIndex) => {
      const symbols = bar.split(",");
      const beats = beatsPerBar / symbols.length;
      return symbols.map((symbol, index) => ({
        ...parseSymbol(symbol),
        beat: barIndex * beatsPerBar + index * beats,
        beats,
      }));
    });
}

function parseSymbol(symbol: string): Pick<Chord, "root" | "bass" | "intervals"> {
  const [, name = "", quality = "", bassName] =
    /^([A-G][#b]?)([^/]*)(?:\/([A-G][#b]?))?$/.exec(symbol) ?? [];
  const intervals = INTERVALS[quality];
  if (name === "" || !intervals) throw new RangeError(`Unknown chord "${symbol}".`);
  const root = pitchClassFrom(name);
  return { root, intervals, bass: bassName === undefined ? root : pitchClassFrom(bassName) };
}

/** Returns the MIDI note of a pitch class that is nearest to `centre`. */
export function nearestNote(pitchClass: number, centre: number): number {
  const above = (((pitchClass - centre) % 12) + 12) % 12;
  return above > 6 ? centre + above - 12 : centre + above;
}

/**
 * Returns the chord's MIDI notes nearest to `centre`, ascending, so that chords follow each other in
 * small steps.
 */
export function voicing(chord: Chord, centre: number): readonly number[] {
  const notes = chord.intervals.map((interval) =>
    nearestNote((chord.root + interval) % 12, centre),
  );
  return notes.sort((a, b) => a - b);
}
