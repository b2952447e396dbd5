import type { Part, Piece, ScoreNote } from "../score/piece.js";
import { decay } from "./envelope.js";
import { mastered } from "./master.js";
import { randomFrom, type Random } from "./seeded-random.js";
import { reverberated, type Stereo } from "./reverb.js";

// Looked up once: under Jest every use of a global costs a slow look-up.
const { PI, cos, floor, max, min, pow, round, sin } = Math;

const LEAD_IN_SECONDS = 0.06;
const ROOM_RETURN = 0.5;

/** Random deviation of a player from the beat and from the written loudness. */
const STRAY_SECONDS = 0.003;
const STRAY_VELOCITY = 0.06;

/** Returns the duration of a piece, seconds. */
export function durationSeconds({ bars, beatsPerBar, tempo, tailSeconds }: Piece): number {
  return LEAD_IN_SECONDS + (bars * beatsPerBar * 60) / tempo + tailSeconds;
}

/**
 * Renders a piece: all notes of all parts, reverberation and mastering.
 *
 * Deterministic: the same piece gives the same samples.
 *
 * @returns two channels at the piece's sample rate, within ±0.8
 */
export function perform(piece: Piece): Stereo {
  const length = round(durationSeconds(piece) * piece.sampleRate);
  const left = new Float32Array(length);
  const right = new Float32Array(length);
  const send = new Float32Array(length);
  for (const [index, part] of piece.parts.entries()) {
    const random = randomFrom(`${piece.artist}/${piece.track}/${index}`);
    const room = part.room ?? 0.15;
    for (const note of part.notes) {
      const { samples, start } = played(note, part, piece, random);
      const gain = pow(10, part.level / 20);
      const [leftGain, rightGain] = panned(note, part);
      for (let offset = 0; offset < samples.length && start + offset < length; offset++) {
        const at = start + offset;
        const sample = gain * (samples[offset] ?? 0) * pumped(part, piece, at);
        left[at] = (left[at] ?? 0) + leftGain * sample;
        right[at] = (right[at] ?? 0) + rightGain * sample;
        send[at] = (send[at] ?? 0) + room * sample;
      }
    }
  }
  const room = reverberated(send, piece.roomSeconds, piece.sampleRate);
  const mix = {
    left: left.map((sample, index) => sample + ROOM_RETURN * (room.left[index] ?? 0)),
    right: right.map((sample, index) => sample + ROOM_RETURN * (room.right[index] ?? 0)),
  };
  return fadedOut(mastered(mix, piece.loudness, piece.sampleRate), piece);
}

function played(
  note: ScoreNote,
  part: Part,
  piece: Piece,
  random: Random,
): { readonly samples: Float32Array; readonly start: number } {
  const secondsPerBeat = 60 / piece.tempo;
  const stray = (2 * random() - 1) * STRAY_SECONDS;
  const seconds = LEAD_IN_SECONDS + swung(note.beat, piece.swing ?? 0.5) * secondsPerBeat + stray;
  const velocity = note.velocity * (1 - STRAY_VELOCITY * random());
  const samples = part.voice({
    frequencyHz: 440 * pow(2, (note.midi - 69) / 12),
    seconds: note.beats * secondsPerBeat,
    velocity,
    sampleRate: piece.sampleRate,
    random,
  });
  return { samples, start: round(seconds * piece.sampleRate) };
}

/** Converts a moment in straight beats to swung beats: the middle of each beat moves to `swing`. */
function swung(beat: number, swing: number): number {
  const whole = floor(beat);
  const part = beat - whole;
  return whole + (part < 0.5 ? part * 2 * swing : swing + (part - 0.5) * 2 * (1 - swing));
}

/** Gains of equal power. */
function panned(note: ScoreNote, { pan = 0, spread = 0 }: Part): readonly [number, number] {
  const position = max(-1, min(1, pan + (spread * (note.midi - 62)) / 14));
  const angle = ((position + 1) * PI) / 4;
  return [cos(angle), sin(angle)];
}

const release = decay(1.4);

function pumped({ pumping }: Part, { tempo, sampleRate }: Piece, at: number): number {
  if (pumping === undefined) return 1;
  const beats = ((at / sampleRate - LEAD_IN_SECONDS) * tempo) / 60;
  return 1 - pumping * release(beats - floor(beats));
}

/** Fades out the last second, so that the end is not cut off. */
function fadedOut({ left, right }: Stereo, { sampleRate }: Piece): Stereo {
  const fade = (samples: Float32Array): Float32Array =>
    samples.map((sample, index) => {
      const remaining = (samples.length - index) / sampleRate;
      return remaining < 1 ? sample * remaining * remaining * (3 - 2 * remaining) : sample;
    });
  return { left: fade(left), right: fade(right) };
}
