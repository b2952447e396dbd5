import type { RhythmFeatures } from "../../../src/dsp/rhythm/rhythm-features.js";
import { SAMPLE_RATE } from "../../signals/plain-signals.js";
import { RhythmStream } from "./rhythm-stream.js";

/** Returns the rhythm of samples at 22 050 Hz, computed from the spectra of the pipeline. */
export function rhythmOf(samples: Float32Array): RhythmFeatures {
  const stream = new RhythmStream();
  stream.push(samples);
  return stream.finish().finish(samples.length / SAMPLE_RATE);
}
