import type { ProfileSources } from "../beat-profiles.js";
import type { FrameRange } from "../band-levels.js";
import { beatActivation, beatEvidence } from "../beats/beat-network.js";
import { refineBeats } from "../beats/beat-refinement.js";
import { detectBeats } from "../beats/beat-tracking.js";
import { detectChangingBeats } from "../beats/changing-beats.js";
import { onsetsWithin, type OnsetStrength } from "../onset-strength.js";
import { tempoChange } from "../tempo/tempo-change.js";
import { refineTempo } from "../tempo/tempo-refinement.js";
import { measuredBeats, type MeasuredBeats } from "./measured-beats.js";

/** What a `BeatTracker` works on. */
export interface BeatTrackerSources extends ProfileSources {
  readonly onsets: OnsetStrength;
  /** Onset frames from the first sound to the last, with a margin. */
  readonly music: FrameRange;
  /** No beat falls later. */
  readonly durationSeconds: number;
}

/** Tracks and measures the beats of a recording, at any tempo. */
export class BeatTracker {
  readonly #sources: BeatTrackerSources;
  /** Onsets from the first sound to the last. */
  readonly #onsets: OnsetStrength;
  readonly #evidence: Float32Array;
  readonly #stepRate: number;

  constructor(sources: BeatTrackerSources) {
    this.#sources = sources;
    this.#onsets = onsetsWithin(sources.onsets, sources.music);
    const activation = beatActivation(this.#onsets);
    this.#evidence = beatEvidence(activation);
    this.#stepRate = activation.stepRate;
  }

  /** Returns the beats at a tempo close to `bpm`, beats per minute. */
  beatsAt(bpm: number): MeasuredBeats {
    const refined = this.refined(bpm);
    return this.#placed(detectBeats(this.#evidence, this.#stepRate, refined), refined);
  }

  /**
   * Returns the beats of a recording whose tempo changes once, null where it does not.
   *
   * @param bpm tempo of the recording, beats per minute
   */
  changingBeats(bpm: number): MeasuredBeats | null {
    const change = tempoChange(this.#onsets);
    const times =
      change && detectChangingBeats(this.#onsets, this.#evidence, this.#stepRate, change);
    return times && this.#placed(times, this.refined(bpm));
  }

  /** Returns the tempo close to a given one that fits the onsets best, beats per minute. */
  refined(bpm: number): number {
    return refineTempo(this.#onsets.total, this.#onsets.frameRate, bpm);
  }

  /** Returns given beats with what is measured at them; `times` in seconds, `bpm` in beats per minute. */
  measured(times: Float64Array, bpm: number): MeasuredBeats {
    return measuredBeats(times, bpm, this.#sources);
  }

  /** Returns beats halfway between given ones, on the onsets there. */
  halfway({ times, bpm }: MeasuredBeats): MeasuredBeats {
    return this.#refined(halfwayTimes(times), bpm);
  }

  /** @param times seconds from the first frame of the music */
  #placed(times: Float64Array, bpm: number): MeasuredBeats {
    const start = this.#sources.music.first / this.#onsets.frameRate;
    return this.#refined(
      times.map((time) => time + start),
      bpm,
    );
  }

  #refined(times: Float64Array, bpm: number): MeasuredBeats {
    const { onsets, durationSeconds } = this.#sources;
    const refined = refineBeats(times, onsets);
    return this.measured(
      refined.filter((time) => time >= 0 && time < durationSeconds),
      bpm,
    );
  }
}

/** Times halfway between beats, and half a beat before the first and after the last; at least two beats. */
function halfwayTimes(times: Float64Array): Float64Array {
  const last = times.length - 1;
  const after = times.map((time, i) =>
    i < last ? (time + times[i + 1]!) / 2 : time + (time - times[i - 1]!) / 2,
  );
  return Float64Array.of(times[0]! - (times[1]! - times[0]!) / 2, ...after);
}
