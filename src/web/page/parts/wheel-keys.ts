/** A key on the Camelot wheel. */
export interface WheelKey {
  /** Its place in `WHEEL_KEYS`. */
  readonly index: number;
  readonly camelot: string;
  /** 1 to 12, clockwise. */
  readonly number: number;
  /** 1 is major, the outer ring; 0 is minor, the inner ring. */
  readonly mode: 0 | 1;
  /** Pitch class of the tonic. */
  readonly tonic: number;
}

const NUMBERS = 12;
/** Semitones of a fifth, by which the tonic moves with each number. */
const FIFTH = 7;
/** 8A is A minor, and 8B is C major. */
const ORIGIN = 8;
const ORIGIN_TONICS = [9, 0] as const;

/** All keys: 1A to 12A, then 1B to 12B. */
export const WHEEL_KEYS: readonly WheelKey[] = ([0, 1] as const).flatMap((mode) =>
  Array.from({ length: NUMBERS }, (_, place) => {
    const number = place + 1;
    const steps = number - ORIGIN + NUMBERS;
    return {
      ...{ index: mode * NUMBERS + place, camelot: `${String(number)}${"AB"[mode] ?? ""}` },
      ...{ number, mode, tonic: (ORIGIN_TONICS[mode] + FIFTH * steps) % NUMBERS },
    };
  }),
);

/** Returns the index of a key among `WHEEL_KEYS`; -1 where there is none. */
export function wheelIndexOf(tonic: number, mode: number): number {
  return WHEEL_KEYS.findIndex((key) => key.tonic === tonic && key.mode === mode);
}

/** Returns whether two keys share all notes but one, or all: neighbours on the wheel. */
export function areCompatible(one: WheelKey, other: WheelKey): boolean {
  if (one.mode !== other.mode) return one.number === other.number;
  const step = (one.number - other.number + NUMBERS) % NUMBERS;
  return step <= 1 || step === NUMBERS - 1;
}
