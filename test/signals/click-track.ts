import { SAMPLE_RATE, silence, type SignalOptions } from "./plain-signals.js";

/** A short click on every beat. */
export interface ClickTrackOptions extends SignalOptions {
  readonly bpm: number;
  /** Time of the first click, seconds; default 0. */
  readonly offsetSeconds?: number;
  /** Tempo at the end divided by that at the start; default 1. */
  readonly acceleration?: number;
}

/** Clicks of 10 ms at 1 kHz, decaying, with energy in every register. */
export function clickTrack(options: ClickTrackOptions): Float32Array {
  const { sampleRate = SAMPLE_RATE, gain = 0.5 } = options;
  const samples = silence(options);
  for (const time of clickTimes(options)) {
    const start = Math.round(time * sampleRate);
    const end = Math.min(samples.length, start + Math.round(0.01 * sampleRate));
    for (let i = start; i < end; i++) {
      const seconds = (i - start) / sampleRate;
      samples[i] = gain * Math.cos(2 * Math.PI * 1000 * seconds) * Math.exp(-seconds / 0.002);
    }
  }
  return samples;
}

/** Returns the times of the clicks of `clickTrack`, seconds. */
export function clickTimes(options: ClickTrackOptions): number[] {
  const { bpm, seconds, offsetSeconds = 0, acceleration = 1 } = options;
  const times: number[] = [];
  for (let time = offsetSeconds; time < seconds;) {
    times.push(time);
    time += 60 / (bpm * (1 + ((acceleration - 1) * time) / seconds));
  }
  return times;
}
