import { Choices, type MadeUpNote, type MadeUpPiece } from "./made-up-piece.js";

/** How a piece is played. */
export interface Playing {
  /** Chooses the instruments. */
  readonly bandSeed: number;
  /** Semitones by which it is transposed; default 0. */
  readonly transposition?: number;
  /** Factor of the tempo; default 1. */
  readonly pace?: number;
  readonly sampleRate: number;
}

/** A sound: harmonics, and how it swells and fades. */
interface Instrument {
  readonly table: Float32Array;
  readonly attackSeconds: number;
  /** Time in which it fades by a factor of e, seconds. */
  readonly decaySeconds: number;
  readonly level: number;
  readonly detuneCents: number;
}

const TABLE_LENGTH = 2048;
const LEVELS: Readonly<Record<MadeUpNote["part"], number>> = {
  melody: 0.2,
  chords: 0.1,
  figure: 0.1,
  bass: 0.22,
};
const PARTS = ["melody", "chords", "figure", "bass"] as const;
const MAX_HARMONIC = 8;

/** Plays a piece in one channel by tables of waveforms, and noise for drums. */
export function playPiece(piece: MadeUpPiece, playing: Playing): Float32Array {
  const { bandSeed, transposition = 0, pace = 1, sampleRate } = playing;
  const choices = new Choices(bandSeed ^ 0x165667b1);
  const instruments = new Map(PARTS.map((part) => [part, instrumentOf(choices, LEVELS[part])]));
  const samplesPerBeat = (60 * sampleRate) / (piece.bpm * pace);
  const samples = new Float32Array(Math.ceil(piece.beatCount * samplesPerBeat + sampleRate));
  for (const note of piece.notes) {
    const instrument = instruments.get(note.part)!;
    const start = Math.round(note.beat * samplesPerBeat);
    const length = Math.round(note.beats * samplesPerBeat);
    const pitch = note.midi + transposition + instrument.detuneCents / 100;
    const frequencyHz = 440 * 2 ** ((pitch - 69) / 12);
    addNote(samples, {
      start,
      length,
      frequencyHz,
      velocity: note.velocity,
      instrument,
      sampleRate,
    });
  }
  const stroke = drumStroke(choices, sampleRate);
  for (const { beat, velocity } of piece.strokes) {
    const start = Math.round(beat * samplesPerBeat);
    const count = Math.min(stroke.length, samples.length - start);
    for (let i = 0; i < count; i++) samples[start + i]! += velocity * stroke[i]!;
  }
  return samples;
}

function instrumentOf(choices: Choices, level: number): Instrument {
  const slope = choices.between(0.6, 2.2);
  const evenShare = choices.between(0.1, 1);
  const table = new Float32Array(TABLE_LENGTH + 1);
  for (let harmonic = 1; harmonic <= MAX_HARMONIC; harmonic++) {
    const share = harmonic % 2 === 0 ? evenShare : 1;
    const weight = (share * choices.between(0.4, 1)) / harmonic ** slope;
    const phase = choices.between(0, 2 * Math.PI);
    for (let i = 0; i <= TABLE_LENGTH; i++) {
      table[i]! += weight * Math.sin((2 * Math.PI * harmonic * i) / TABLE_LENGTH + phase);
    }
  }
  return {
    table,
    attackSeconds: choices.between(0.003, 0.06),
    decaySeconds: choices.between(0.15, 2.5),
    level: level * choices.between(0.6, 1.4),
    detuneCents: choices.between(-6, 6),
  };
}

function addNote(
  samples: Float32Array,
  note: {
    readonly start: number;
    readonly length: number;
    readonly frequencyHz: number;
    readonly velocity: number;
    readonly instrument: Instrument;
    readonly sampleRate: number;
  },
): void {
  const { start, length, frequencyHz, velocity, instrument, sampleRate } = note;
  const { table, attackSeconds, decaySeconds, level } = instrument;
  const release = Math.round(0.08 * sampleRate);
  const end = Math.min(samples.length, start + length + release);
  const step = (TABLE_LENGTH * frequencyHz) / sampleRate;
  const rise = 1 / (attackSeconds * sampleRate);
  const fall = Math.exp(-1 / (decaySeconds * sampleRate));
  const releaseFall = Math.exp(-4 / release);
  let phase = 0;
  let swell = 0;
  let gain = level * velocity;
  for (let at = Math.max(0, start); at < end; at++) {
    swell = Math.min(1, swell + rise);
    gain *= at < start + length ? fall : releaseFall;
    samples[at]! += gain * swell * table[phase | 0]!;
    phase += step;
    if (phase >= TABLE_LENGTH) phase -= TABLE_LENGTH;
  }
}

function drumStroke(choices: Choices, sampleRate: number): Float32Array {
  const seconds = choices.between(0.05, 0.2);
  const toneHz = choices.between(50, 220);
  const noiseShare = choices.between(0.3, 1);
  const level = choices.between(0.1, 0.35);
  return Float32Array.from({ length: Math.round(seconds * sampleRate) }, (_, i) => {
    const time = i / sampleRate;
    const tone = Math.sin(2 * Math.PI * toneHz * time);
    const noise = choices.between(-1, 1);
    return level * Math.exp((-6 * time) / seconds) * (noiseShare * noise + (1 - noiseShare) * tone);
  });
}
