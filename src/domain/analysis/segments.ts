/** A sound between two onsets: a note, a chord or a stroke, with what sounds on. */
export interface SoundSegment {
  /** Seconds from the start of the audio, >= 0; whole milliseconds. */
  readonly startSeconds: number;
  /** [0, 1]: about the probability that a note or stroke begins at its start. */
  readonly confidence: number;
  /** Levels at its start, of its loudest frame and at its end; dB full scale, in [-76.5, 0]. */
  readonly startLevel: number;
  readonly maxLevel: number;
  readonly endLevel: number;
  /** Time from its start to its loudest frame, seconds, in [0, 65.535]. */
  readonly maxLevelSeconds: number;
  /** Strength of each pitch class relative to the strongest, 12 values in [0, 1], C first. */
  readonly pitches: ArrayLike<number>;
  /** Mel-frequency cepstral coefficients 1 to 12, dB, in [-190.5, 190.5]. */
  readonly timbre: ArrayLike<number>;
}

/** Bytes of a segment: start 4, confidence 1, levels 3, time of the maximum 2, pitches 6, timbre 12. */
const BYTES = 28;
const PITCHES_AT = 10;
const TIMBRE_AT = 16;
const VALUE_COUNT = 12;
/** Resolution of levels and of coefficients, dB. */
const LEVEL_STEP = 0.3;
const TIMBRE_STEP = 1.5;
/** Values of four and of eight bits for 1. */
const FULL_NIBBLE = 15;
const FULL_BYTE = 255;

/**
 * Writes segments to a compact text: 28 bytes each, as base64. Values are rounded to its resolution: 1 ms,
 * 0.3 dB of level, 1/15 of a pitch class, 1.5 dB of a coefficient; values out of range are limited.
 */
export function packSegments(segments: readonly SoundSegment[]): string {
  const bytes = new Uint8Array(BYTES * segments.length);
  const view = new DataView(bytes.buffer);
  segments.forEach((segment, index) => {
    const at = BYTES * index;
    view.setUint32(at, Math.round(1000 * segment.startSeconds));
    bytes[at + 4] = Math.round(FULL_BYTE * segment.confidence);
    [segment.startLevel, segment.maxLevel, segment.endLevel].forEach((level, place) => {
      bytes[at + 5 + place] = limited(-level / LEVEL_STEP, 0, FULL_BYTE);
    });
    view.setUint16(at + 8, limited(1000 * segment.maxLevelSeconds, 0, 0xffff));
    for (let i = 0; i < VALUE_COUNT; i++) {
      const share = limited(FULL_NIBBLE * (segment.pitches[i] ?? 0), 0, FULL_NIBBLE);
      const pair = at + PITCHES_AT + (i >> 1);
      view.setUint8(pair, i % 2 === 0 ? share << 4 : view.getUint8(pair) | share);
      view.setInt8(at + TIMBRE_AT + i, limited((segment.timbre[i] ?? 0) / TIMBRE_STEP, -127, 127));
    }
  });
  return base64From(bytes);
}

/** Returns the segments of a text that `packSegments` wrote. */
export function unpackSegments(packed: string): readonly SoundSegment[] {
  const bytes = Uint8Array.from(atob(packed), (letter) => letter.charCodeAt(0));
  const view = new DataView(bytes.buffer);
  return Array.from({ length: Math.floor(bytes.length / BYTES) }, (_, index) => {
    const at = BYTES * index;
    const level = (place: number): number => -LEVEL_STEP * view.getUint8(at + 5 + place);
    const pitch = (i: number): number =>
      (view.getUint8(at + PITCHES_AT + (i >> 1)) >> (i % 2 === 0 ? 4 : 0)) & FULL_NIBBLE;
    return {
      startSeconds: view.getUint32(at) / 1000,
      confidence: view.getUint8(at + 4) / FULL_BYTE,
      startLevel: level(0),
      maxLevel: level(1),
      endLevel: level(2),
      maxLevelSeconds: view.getUint16(at + 8) / 1000,
      pitches: Array.from({ length: VALUE_COUNT }, (__, i) => pitch(i) / FULL_NIBBLE),
      timbre: Array.from(
        { length: VALUE_COUNT },
        (__, i) => TIMBRE_STEP * view.getInt8(at + TIMBRE_AT + i),
      ),
    };
  });
}

function limited(value: number, min: number, max: number): number {
  return Math.min(max, Math.max(min, Math.round(value)));
}

/** Built in both Node.js and browsers, where the engine also runs. */
function base64From(bytes: Uint8Array): string {
  let letters = "";
  for (const byte of bytes) letters += String.fromCharCode(byte);
  return btoa(letters);
}
