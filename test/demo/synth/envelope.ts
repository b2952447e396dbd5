import type { TimeFunction } from "./voice.js";

// Looked up once: under Jest every use of a global costs a slow look-up.
const { exp } = Math;

/** A decay from 1 that loses 60 dB in `seconds`. */
export function decay(seconds: number): TimeFunction {
  return (time) => exp((-6.9 * time) / seconds);
}

/**
 * An envelope that rises within `attack`, falls towards `sustain` at the rate of `decay`, and
 * fades within `release` after `held`. All in seconds, `sustain` in [0, 1].
 */
export function envelope(shape: {
  readonly attack: number;
  readonly decay: number;
  readonly sustain: number;
  readonly release: number;
  readonly held: number;
}): TimeFunction {
  const { attack, sustain, release, held } = shape;
  const fall = decay(shape.decay);
  const whileHeld: TimeFunction = (time) =>
    time < attack ? time / attack : sustain + (1 - sustain) * fall(time - attack);
  const atRelease = whileHeld(held);
  return (time) => {
    if (time < held) return whileHeld(time);
    const left = 1 - (time - held) / release;
    return left > 0 ? atRelease * left * left : 0;
  };
}
