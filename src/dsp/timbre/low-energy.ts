/** Frames in a window: about a second. */
const WINDOW_FRAMES = 86;

/**
 * Share of frames that are far quieter than the second around them; high in speech, which has pauses.
 *
 * Source: J. Saunders, "Real-Time Discrimination of Broadcast Speech/Music", Proc. ICASSP, 1996,
 * as used by E. Scheirer and M. Slaney, 1997: frames below half the mean magnitude of a second.
 */
export class LowEnergy {
  readonly #window = new Float32Array(WINDOW_FRAMES);
  #filled = 0;
  #lowCount = 0;
  #frameCount = 0;

  /** @param power mean square of the next frame, >= 0 */
  addFrame(power: number): void {
    this.#window[this.#filled++] = Math.sqrt(power);
    if (this.#filled < WINDOW_FRAMES) return;
    let sum = 0;
    for (let i = 0; i < WINDOW_FRAMES; i++) sum += this.#window[i]!;
    const limit = (0.5 * sum) / WINDOW_FRAMES;
    for (let i = 0; i < WINDOW_FRAMES; i++) if (this.#window[i]! < limit) this.#lowCount += 1;
    this.#frameCount += WINDOW_FRAMES;
    this.#filled = 0;
  }

  /** [0, 1]; 0 for less than a second. */
  get share(): number {
    return this.#frameCount === 0 ? 0 : this.#lowCount / this.#frameCount;
  }
}
