/** Frames that are kept at most: 1.4 seconds at 48 kHz, a power of two. */
const CAPACITY = 2 ** 16;

/** By how many frames what is heard at once is late, so that an end is known before it is heard. */
export const LOOK_AHEAD_FRAMES = 256;

/** As many frames of digital silence are taken for the end of a track, where it is expected. */
const SILENT_FRAMES = 128;

/** How exactly it is known when the first sample has come, where that is silence. */
const START_SLACK_SECONDS = 0.06;

/** The sound of a track on its way: it comes block by block, is kept, and is heard. Places in it are counted in frames from its first block. */
export class SoundLine {
  readonly #left = new Float32Array(CAPACITY);
  readonly #right = new Float32Array(CAPACITY);
  readonly #startSlack: number;
  #state: "silent" | "held" | "heard" = "silent";
  /** The frame of the clock at which its first block has come. */
  #firstFrame: number | null = null;
  #written = 0;
  #read = 0;
  /** Where the first sample is that is not 0, and where the track is said to begin and to end. */
  #soundAt: number | null = null;
  #startAt: number | null = null;
  #endAt: number | null = null;
  #isFlowing = false;
  /** The part of the next block that is heard. */
  #from = 0;
  #to = Infinity;

  /** @param sampleRate Hz */
  constructor(sampleRate: number) {
    this.#startSlack = Math.round(START_SLACK_SECONDS * sampleRate);
  }

  clear(): void {
    this.#state = "silent";
    [this.#written, this.#read, this.#from, this.#to] = [0, 0, 0, Infinity];
    [this.#firstFrame, this.#soundAt, this.#startAt, this.#endAt] = [null, null, null, null];
    this.#isFlowing = false;
  }

  /** What comes is heard. */
  hear(): void {
    this.clear();
    this.#state = "heard";
  }

  /** What comes is kept. */
  hold(): void {
    this.clear();
    this.#state = "held";
  }

  startAt(frame: number): void {
    if (this.#firstFrame !== null) this.#startAt = frame - this.#firstFrame;
  }

  /** What comes from now on is silence. */
  end(): void {
    this.#endAt ??= this.#written;
  }

  /** Takes a block. */
  take(frame: number, channels: readonly Float32Array[], length: number): void {
    if (this.#state === "silent") return;
    this.#firstFrame ??= frame;
    const [left, right = left] = channels;
    for (let at = 0; at < length; at += 1, this.#written += 1) {
      const [one, other] = [left?.[at] ?? 0, right?.[at] ?? 0];
      this.#left[this.#written % CAPACITY] = one;
      this.#right[this.#written % CAPACITY] = other;
      if (one !== 0 || other !== 0) this.#soundAt ??= this.#written;
    }
    this.#read = Math.max(this.#read, this.#written - CAPACITY);
  }

  /** Whether all of its track was heard. */
  get isOver(): boolean {
    return this.#state === "silent" || (this.#endAt !== null && this.#read >= this.#endAt);
  }

  /**
   * Returns where in the next block its track ends: where it is over, or falls silent.
   *
   * @param from where silence is the end, frames from the beginning of the block
   * @param length of the block, frames
   */
  endWithin(from: number, length: number): number | undefined {
    if (this.isOver) return 0;
    if (!this.#isFlowing || from >= length) return undefined;
    let silent = 0;
    const last = Math.min(this.#written, this.#read + length + SILENT_FRAMES);
    for (let at = this.#read + from; at < last; at += 1) {
      const isSilent = this.#left[at % CAPACITY] === 0 && this.#right[at % CAPACITY] === 0;
      silent = isSilent ? silent + 1 : 0;
      if (silent === SILENT_FRAMES) return at + 1 - SILENT_FRAMES - this.#read;
    }
    return undefined;
  }

  /** Is heard in the next block no longer than up to a place in it. */
  cutAt(to: number): void {
    this.#to = to;
  }

  /**
   * Is heard from a place in the next block on, from its first sample.
   *
   * @returns by how many frames it is heard after it has come
   */
  openAt(from: number): number {
    this.#state = "heard";
    this.#read = Math.max(this.#read, this.#beginning());
    this.#from = from;
    return Math.max(LOOK_AHEAD_FRAMES, this.#written - this.#read);
  }

  /** Adds a block of what is heard. */
  give([left, right]: readonly [Float32Array, Float32Array]): void {
    if (this.#state !== "heard") return;
    const { length } = left;
    this.#isFlowing ||= this.#written - this.#read >= LOOK_AHEAD_FRAMES + length;
    if (this.#isFlowing) {
      for (let at = this.#from; at < Math.min(this.#to, length); at += 1, this.#read += 1) {
        left[at] = (left[at] ?? 0) + (this.#left[this.#read % CAPACITY] ?? 0);
        right[at] = (right[at] ?? 0) + (this.#right[this.#read % CAPACITY] ?? 0);
      }
    }
    this.#from = 0;
    if (this.#to < Infinity) this.clear();
  }

  /** Returns where its track begins: at its first sound, unless that comes so late that it begins with silence. */
  #beginning(): number {
    const start = this.#startAt ?? this.#written;
    const sound = this.#soundAt ?? this.#written;
    return sound > start + this.#startSlack ? Math.max(0, start) : sound;
  }
}
