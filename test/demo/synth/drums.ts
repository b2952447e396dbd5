import { decay } from "./envelope.js";
import { filter, type FilterKind } from "./filter.js";
import { sampled, type TimeFunction, type Note, type Voice } from "./voice.js";

// Looked up once: under Jest every use of a global costs a slow look-up.
const { PI, min, sin, tanh } = Math;

/** White noise in [-1, 1] through a filter. */
function noise(note: Note, kind: FilterKind, cutoffHz: number, resonance = 0.7): TimeFunction {
  const shape = filter(kind, note.sampleRate, resonance);
  return () => shape(2 * note.random() - 1, cutoffHz);
}

/** A sine that falls from one pitch to another, for the skin of a drum. */
function skin(fromHz: number, toHz: number, fallSeconds: number): TimeFunction {
  const fall = decay(fallSeconds);
  let phase = 0;
  let before = 0;
  return (time) => {
    phase += (time - before) * (toHz + (fromHz - toHz) * fall(time));
    before = time;
    return sin(2 * PI * phase);
  };
}

/** A bass drum with a click: deep and dry. */
export const kick: Voice = (note) => {
  const body = skin(190, 48, 0.18);
  const click = noise(note, "low", 3500);
  const bodyDecay = decay(0.5);
  const clickDecay = decay(0.02);
  return sampled(0.4, note.sampleRate, (time) => {
    const sound = 1.3 * body(time) * bodyDecay(time) + 0.5 * click(time) * clickDecay(time);
    return note.velocity * tanh(sound);
  });
};

/** A softer, rounder bass drum, as under a quiet band. */
export const softKick: Voice = (note) => {
  const body = skin(110, 52, 0.15);
  const bodyDecay = decay(0.45);
  return sampled(0.4, note.sampleRate, (time) => {
    const rise = min(1, time / 0.003);
    return note.velocity * 0.9 * rise * body(time) * bodyDecay(time);
  });
};

export const snare: Voice = (note) => {
  const body = skin(240, 180, 0.08);
  const wires = noise(note, "high", 1800);
  const bodyDecay = decay(0.18);
  const wiresDecay = decay(0.26);
  return sampled(0.3, note.sampleRate, (time) => {
    const sound = 0.6 * body(time) * bodyDecay(time) + 0.6 * wires(time) * wiresDecay(time);
    return note.velocity * tanh(1.2 * sound);
  });
};

/** A clap of several hands: several bursts of noise, the last one longest. */
export const clap: Voice = (note) => {
  const hands = noise(note, "band", 1300, 1.2);
  const short = decay(0.025);
  const long = decay(0.3);
  return sampled(0.35, note.sampleRate, (time) => {
    const burst = time < 0.03 ? short(time % 0.01) : long(time - 0.03);
    return note.velocity * 1.6 * hands(time) * burst;
  });
};

function hatOf(seconds: number): Voice {
  return (note) => {
    const metal = noise(note, "high", 7500);
    const fall = decay(seconds);
    return sampled(
      seconds,
      note.sampleRate,
      (time) => note.velocity * 0.7 * metal(time) * fall(time),
    );
  };
}

export const closedHat: Voice = hatOf(0.07);
export const openHat: Voice = hatOf(0.35);

/** A crash cymbal: noise whose high frequencies decay first. */
export const crash: Voice = (note) => {
  const metal = filter("high", note.sampleRate);
  const dark = filter("low", note.sampleRate);
  const fall = decay(2.2);
  return sampled(2, note.sampleRate, (time) => {
    const hiss = dark(metal(2 * note.random() - 1, 3000), 14_000 - 4000 * time);
    return note.velocity * 0.6 * hiss * fall(time);
  });
};

/** A shaker: noise with a slow attack. */
export const shaker: Voice = (note) => {
  const seeds = noise(note, "band", 6000, 0.9);
  const fall = decay(0.09);
  return sampled(0.12, note.sampleRate, (time) => {
    const swell = time < 0.015 ? time / 0.015 : fall(time - 0.015);
    return note.velocity * seeds(time) * swell;
  });
};

/** A wire brush on the snare. */
export const brush: Voice = (note) => {
  const wires = noise(note, "band", 3200, 0.6);
  const fall = decay(0.22);
  return sampled(0.25, note.sampleRate, (time) => {
    const swell = time < 0.008 ? time / 0.008 : fall(time - 0.008);
    return note.velocity * 0.8 * wires(time) * swell;
  });
};

/** A rim shot. */
export const rim: Voice = (note) => {
  const fall = decay(0.05);
  return sampled(0.06, note.sampleRate, (time) => {
    const wood = sin(2 * PI * 1650 * time) + 0.6 * sin(2 * PI * 820 * time);
    return note.velocity * 0.6 * wood * fall(time);
  });
};
