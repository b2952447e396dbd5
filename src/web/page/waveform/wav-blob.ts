/** Bytes of a part of a file, of which each leaves the memory of the worker at once. */
const PART_BYTES = 2 ** 21;

const HEADER_BYTES = 44;
const FULL_SCALE = 32_767;

/** Writes samples as a WAV file with 16 bits a sample, which every browser plays. */
export class WavFile {
  readonly #sampleRate: number;
  readonly #channelCount: number;
  readonly #maxBytes: number;
  #parts: Blob[] = [];
  #part = new Int16Array(PART_BYTES / 2);
  #samples = 0;
  #bytes = 0;

  /** @param maxBytes maximum size of the file; of a larger one, nothing is kept */
  constructor(sampleRate: number, channelCount: number, maxBytes: number) {
    this.#sampleRate = sampleRate;
    this.#channelCount = channelCount;
    this.#maxBytes = maxBytes;
  }

  get isTooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  /** @param channels one array a channel, all of one length, full scale +-1 */
  push(channels: readonly Float32Array[]): void {
    const length = channels[0]?.length ?? 0;
    this.#bytes += length * channels.length * 2;
    if (this.isTooLarge) {
      this.#parts = [];
      return;
    }
    for (let at = 0; at < length; at += 1) {
      for (const samples of channels) {
        const sample = Math.min(1, Math.max(-1, samples[at] ?? 0));
        this.#part[this.#samples] = Math.round(sample * FULL_SCALE);
        this.#samples += 1;
        if (this.#samples === this.#part.length) this.#endPart();
      }
    }
  }

  /** Returns the file; `null` where it is too large. */
  finish(): Blob | null {
    if (this.isTooLarge) return null;
    this.#endPart();
    return new Blob([this.#header(), ...this.#parts], { type: "audio/wav" });
  }

  #endPart(): void {
    // Browsers run on machines that store the low byte first, as WAV does.
    this.#parts.push(new Blob([this.#part.slice(0, this.#samples)]));
    this.#samples = 0;
  }

  /** Source: IBM and Microsoft, "Multimedia Programming Interface and Data Specifications 1.0", 1991. */
  #header(): ArrayBuffer {
    const header = new DataView(new ArrayBuffer(HEADER_BYTES));
    const text = (at: number, letters: string): void => {
      for (let letter = 0; letter < letters.length; letter += 1) {
        header.setUint8(at + letter, letters.charCodeAt(letter));
      }
    };
    const frameBytes = this.#channelCount * 2;
    text(0, "RIFF");
    header.setUint32(4, HEADER_BYTES - 8 + this.#bytes, true);
    text(8, "WAVEfmt ");
    header.setUint32(16, 16, true);
    header.setUint16(20, 1, true);
    header.setUint16(22, this.#channelCount, true);
    header.setUint32(24, this.#sampleRate, true);
    header.setUint32(28, this.#sampleRate * frameBytes, true);
    header.setUint16(32, frameBytes, true);
    header.setUint16(34, 16, true);
    text(36, "data");
    header.setUint32(40, this.#bytes, true);
    return header.buffer;
  }
}
