import { decay, envelope } from "./envelope.js";
import { filter } from "./filter.js";
import { sampled, type Voice } from "./voice.js";

// Looked up once: under Jest every use of a global costs a slow look-up.
const { PI, ceil, exp, floor, pow, sin, sqrt, tanh } = Math;

/**
 * A plucked string whose brightness in [0, 1] is that of the finger.
 *
 * Source: K. Karplus and A. Strong, "Digital Synthesis of Plucked-String and Drum Timbres",
 * Computer Music Journal 7(2), 1983; the fractional delay by linear interpolation is ours.
 */
function pluckedString(brightness: number, ringSeconds: number): Voice {
  return ({ frequencyHz, seconds, velocity, sampleRate, random }) => {
    const period = sampleRate / frequencyHz;
    const size = ceil(period) + 2;
    const line = new Float64Array(size);
    const finger = filter("low", sampleRate);
    const cutoffHz = 800 + 9000 * brightness * velocity;
    for (let index = 0; index < size; index++) line[index] = finger(2 * random() - 1, cutoffHz);
    const loss = exp(-6.9 / (ringSeconds * frequencyHz));
    const damp = envelope({ attack: 0.001, decay: 60, sustain: 1, release: 0.12, held: seconds });
    const delay = period - 0.5;
    let write = 0;
    let before = 0;
    const at = (age: number): number => line[(write - age + 2 * size) % size] ?? 0;
    return sampled(seconds + 0.12, sampleRate, (time) => {
      const whole = floor(delay);
      const part = delay - whole;
      const heard = at(whole) * (1 - part) + at(whole + 1) * part;
      line[write] = loss * 0.5 * (heard + before);
      before = heard;
      write = (write + 1) % size;
      return 1.4 * velocity * damp(time) * heard;
    });
  };
}

/** A guitar with nylon strings. */
export const nylonGuitar: Voice = pluckedString(0.35, 2.5);

/** A bright, long-ringing string: harp, dulcimer, harpsichord. */
export const brightString: Voice = pluckedString(0.9, 3.5);

/** A steel string through a loud amplifier. */
export const overdrivenGuitar: Voice = (note) => {
  const clean = pluckedString(0.8, 6)(note);
  const cabinet = filter("low", note.sampleRate);
  const body = filter("high", note.sampleRate);
  return clean.map((sample) => 0.6 * cabinet(tanh(7 * body(sample, 90)), 4200));
};

/**
 * A piano: partials a little sharp of harmonic, the higher the shorter.
 *
 * Source: H. Fletcher, "Normal Vibration Frequencies of a Stiff Piano String", Journal of the
 * Acoustical Society of America 36, 1964 (partial n at n f sqrt(1 + B n^2)).
 */
export const piano: Voice = ({ frequencyHz, seconds, velocity, sampleRate, random }) => {
  const stiffness = 0.0004;
  const partials = Array.from({ length: 12 }, (_, index) => {
    const order = index + 1;
    const hz = order * frequencyHz * sqrt(1 + stiffness * order * order);
    const strength = (pow(order, -1.5 + 0.5 * velocity) * (order === 7 ? 0.2 : 1)) / 1.6;
    return { hz, strength, fall: decay(9 / (1 + 0.35 * order) / (1 + frequencyHz / 500)) };
  }).filter(({ hz }) => hz < 0.45 * sampleRate);
  const damper = envelope({ attack: 0.002, decay: 60, sustain: 1, release: 0.18, held: seconds });
  const felt = filter("low", sampleRate);
  const hammer = decay(0.03);
  return sampled(seconds + 0.18, sampleRate, (time) => {
    let sound = 0.12 * velocity * felt(2 * random() - 1, 1800) * hammer(time);
    for (const { hz, strength, fall } of partials) {
      sound += strength * fall(time) * sin(2 * PI * hz * time);
    }
    return 0.6 * velocity * damper(time) * sound;
  });
};

/**
 * Two-operator frequency modulation.
 *
 * Source: J. Chowning, "The Synthesis of Complex Audio Spectra by Means of Frequency
 * Modulation", Journal of the Audio Engineering Society 21(7), 1973.
 */
function modulated(sound: {
  readonly ratio: number;
  readonly index: number;
  readonly indexSeconds: number;
  readonly ringSeconds: number;
}): Voice {
  return ({ frequencyHz, seconds, velocity, sampleRate }) => {
    const shape = envelope({
      attack: 0.002,
      decay: sound.ringSeconds,
      sustain: 0,
      release: 0.2,
      held: seconds,
    });
    const depth = decay(sound.indexSeconds);
    return sampled(seconds + 0.2, sampleRate, (time) => {
      const angle = 2 * PI * frequencyHz * time;
      const bend = sound.index * velocity * depth(time) * sin(sound.ratio * angle);
      return 0.7 * velocity * shape(time) * sin(angle + bend);
    });
  };
}

/** An electric piano: a soft body, and a tine at the attack. */
export const electricPiano: Voice = (note) => {
  const body = modulated({ ratio: 1, index: 1.4, indexSeconds: 1.6, ringSeconds: 3.5 })(note);
  const tine = modulated({ ratio: 14, index: 0.5, indexSeconds: 0.12, ringSeconds: 0.4 })(note);
  return body.map((sample, index) => 0.85 * sample + 0.15 * (tine[index] ?? 0));
};

/** A bell with an inharmonic strike and a pure ring. */
export const bell: Voice = modulated({
  ratio: 3.5,
  index: 1.6,
  indexSeconds: 0.7,
  ringSeconds: 2.6,
});
