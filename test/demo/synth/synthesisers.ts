import { decay, envelope } from "./envelope.js";
import { filter } from "./filter.js";
import { pulse, saw } from "./oscillator.js";
import { sampled, type Voice } from "./voice.js";

// Looked up once: under Jest every use of a global costs a slow look-up.
const { PI, min, pow, sin, tanh } = Math;

const TAU = 2 * PI;

/** A bass of one saw and its octave below, opened by a falling filter. */
export const synthBass: Voice = ({ frequencyHz, seconds, velocity, sampleRate }) => {
  const wave = saw(sampleRate);
  const shape = filter("low", sampleRate, 1.4);
  const open = decay(0.3);
  const loud = envelope({ attack: 0.003, decay: 0.8, sustain: 0.6, release: 0.05, held: seconds });
  return sampled(seconds + 0.05, sampleRate, (time) => {
    const cutoffHz = 180 + 1600 * velocity * open(time);
    const sub = sin(TAU * frequencyHz * time);
    return velocity * loud(time) * (0.55 * shape(wave(frequencyHz), cutoffHz) + 0.55 * sub);
  });
};

/** A deep sine with some drive, so that small speakers carry it. */
export const subBass: Voice = ({ frequencyHz, seconds, velocity, sampleRate }) => {
  const loud = envelope({ attack: 0.005, decay: 1.5, sustain: 0.7, release: 0.05, held: seconds });
  return sampled(
    seconds + 0.05,
    sampleRate,
    (time) => 0.8 * velocity * loud(time) * tanh(2.2 * sin(TAU * frequencyHz * time)),
  );
};

/** A plucked double bass: a soft thump and a round note. */
export const uprightBass: Voice = ({ frequencyHz, seconds, velocity, sampleRate }) => {
  const loud = envelope({ attack: 0.006, decay: 1.8, sustain: 0.1, release: 0.08, held: seconds });
  const brightness = decay(0.35);
  return sampled(seconds + 0.08, sampleRate, (time) => {
    const angle = TAU * frequencyHz * time;
    const bright = brightness(time);
    const sound =
      sin(angle) +
      (0.15 + 0.4 * bright) * sin(2 * angle) +
      (0.05 + 0.25 * bright) * sin(3 * angle) +
      0.12 * bright * sin(4 * angle);
    return 0.7 * velocity * loud(time) * sound;
  });
};

/** Three saws apart by `detuneCents`, through a filter: the shape of pads, strings and stabs. */
function saws(sound: {
  readonly detuneCents: number;
  readonly attack: number;
  readonly release: number;
  readonly decay: number;
  readonly sustain: number;
  readonly cutoffHz: number;
  readonly sweepHz: number;
  readonly sweepSeconds: number;
}): Voice {
  return ({ frequencyHz, seconds, velocity, sampleRate, random }) => {
    const bank = [-1, 0, 1].map((side) => ({
      wave: saw(sampleRate, random()),
      hz: frequencyHz * pow(2, (side * sound.detuneCents) / 1200),
    }));
    const shape = filter("low", sampleRate, 0.9);
    const sweep = decay(sound.sweepSeconds);
    const loud = envelope({ ...sound, held: seconds });
    return sampled(seconds + sound.release, sampleRate, (time) => {
      let sum = 0;
      for (const { wave, hz } of bank) sum += wave(hz);
      const cutoffHz = sound.cutoffHz + sound.sweepHz * velocity * sweep(time);
      return 0.3 * velocity * loud(time) * shape(sum, cutoffHz);
    });
  };
}

/** A slow, warm chord bed. */
export const pad: Voice = saws({
  detuneCents: 9,
  attack: 0.25,
  release: 0.6,
  decay: 4,
  sustain: 0.8,
  cutoffHz: 1100,
  sweepHz: 900,
  sweepSeconds: 3,
});

/** A section of strings. */
export const strings: Voice = saws({
  detuneCents: 12,
  attack: 0.07,
  release: 0.25,
  decay: 3,
  sustain: 0.8,
  cutoffHz: 2400,
  sweepHz: 600,
  sweepSeconds: 1,
});

/** A short bright chord of dance music. */
export const stab: Voice = saws({
  detuneCents: 14,
  attack: 0.003,
  release: 0.12,
  decay: 0.7,
  sustain: 0.25,
  cutoffHz: 900,
  sweepHz: 5000,
  sweepSeconds: 0.5,
});

/** A singing lead of a narrow pulse, with vibrato once the note stands. */
export const lead: Voice = ({ frequencyHz, seconds, velocity, sampleRate }) => {
  const wave = pulse(sampleRate, 0.3);
  const shape = filter("low", sampleRate, 1);
  const open = decay(0.8);
  const loud = envelope({ attack: 0.01, decay: 1.5, sustain: 0.7, release: 0.12, held: seconds });
  return sampled(seconds + 0.12, sampleRate, (time) => {
    const vibrato = 1 + 0.004 * min(1, time / 0.4) * sin(TAU * 5.5 * time);
    const cutoffHz = 1600 + 2600 * velocity * open(time);
    return 0.55 * velocity * loud(time) * shape(wave(frequencyHz * vibrato), cutoffHz);
  });
};

/** A flute: few partials, breath, and a slow vibrato. */
export const flute: Voice = ({ frequencyHz, seconds, velocity, sampleRate, random }) => {
  const breath = filter("band", sampleRate, 3);
  const loud = envelope({ attack: 0.05, decay: 3, sustain: 0.85, release: 0.12, held: seconds });
  let phase = 0;
  return sampled(seconds + 0.12, sampleRate, (time) => {
    const vibrato = min(1, time / 0.5) * sin(TAU * 4.8 * time);
    phase += (frequencyHz * (1 + 0.003 * vibrato)) / sampleRate;
    const angle = TAU * phase;
    const tone = sin(angle) + 0.3 * sin(2 * angle) + 0.1 * sin(3 * angle);
    const air = 0.15 * breath(2 * random() - 1, 2 * frequencyHz);
    return 0.55 * velocity * loud(time) * (1 + 0.1 * vibrato) * (tone + air);
  });
};

/**
 * An organ with the drawbars 16', 8', 5 1/3', 4' and 2', and a gentle rotary tremolo.
 */
export const organ: Voice = ({ frequencyHz, seconds, velocity, sampleRate }) => {
  const drawbars = [
    [0.5, 0.5],
    [1, 1],
    [1.5, 0.3],
    [2, 0.5],
    [4, 0.2],
  ] as const;
  const loud = envelope({ attack: 0.006, decay: 1, sustain: 0.95, release: 0.05, held: seconds });
  return sampled(seconds + 0.05, sampleRate, (time) => {
    let sound = 0;
    for (const [ratio, level] of drawbars) sound += level * sin(TAU * frequencyHz * ratio * time);
    return 0.3 * velocity * loud(time) * (1 + 0.12 * sin(TAU * 6 * time)) * sound;
  });
};
