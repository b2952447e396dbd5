/** Samples of a channel in a frame, of this version and level. */
const BLOCKS_PER_FRAME = 9_216;

/** The format of before 3.86, whose residuals are Rice codes, at the level "fast", which predicts by two samples. */
const VERSION = 3_850;
const FAST = 1_000;

/** A decoder makes the header of a WAV itself. */
const WITHOUT_WAV_HEADER = 32;

const INITIAL_COEFFICIENT = 375;

/**
 * Encodes two channels of 16 bits as Monkey's Audio, without loss.
 *
 * Source: wiki.multimedia.cx, "Monkey's Audio"; the decoder of ffmpeg is the judge.
 */
export function apeBytes(
  [left, right]: readonly [Int16Array, Int16Array],
  sampleRate: number,
): Buffer {
  const frames: Buffer[] = [];
  for (let at = 0; at < left.length; at += BLOCKS_PER_FRAME) {
    const end = Math.min(left.length, at + BLOCKS_PER_FRAME);
    frames.push(frameOf(left.subarray(at, end), right.subarray(at, end)));
  }
  const header = Buffer.alloc(32);
  header.write("MAC ");
  [VERSION, FAST, WITHOUT_WAV_HEADER, 2].forEach((value, index) =>
    header.writeUInt16LE(value, 4 + 2 * index),
  );
  const finalBlocks = left.length - (frames.length - 1) * BLOCKS_PER_FRAME;
  [sampleRate, 0, 0, frames.length, finalBlocks].forEach((value, index) =>
    header.writeUInt32LE(value, 12 + 4 * index),
  );
  const seekTable = Buffer.alloc(4 * frames.length);
  let position = header.length + seekTable.length;
  for (const [index, frame] of frames.entries()) {
    seekTable.writeUInt32LE(position, 4 * index);
    position += frame.length;
  }
  return Buffer.concat([header, seekTable, ...frames]);
}

function frameOf(left: Int16Array, right: Int16Array): Buffer {
  const side = Array.from(left, (sample, at) => right[at]! - sample);
  const middle = Array.from(left, (sample, at) => sample + Math.trunc(side[at]! / 2));
  const bits = new BitWriter();
  // In place of a checksum.
  bits.write(0, 32);
  writeRiceCodes(bits, residualsOf(middle));
  writeRiceCodes(bits, residualsOf(side));
  return bits.bytes();
}

/** Returns what is left of samples by an adaptive prediction from the two before. */
function residualsOf(samples: readonly number[]): readonly number[] {
  let coefficient = INITIAL_COEFFICIENT;
  let [last, beforeLast, sum] = [0, 0, 0];
  return samples.map((sample, at) => {
    const prediction = 2 * last - beforeLast;
    beforeLast = last;
    if (at < 3) {
      [last, sum] = [sample, sample];
      return sample;
    }
    last = sample - sum;
    sum = sample;
    const residual = last - ((prediction * coefficient) >> 9);
    coefficient += (residual ^ prediction) > 0 ? 1 : -1;
    return residual;
  });
}

/** Writes residuals with Rice parameters that follow the sum of the last 64. */
function writeRiceCodes(bits: BitWriter, residuals: readonly number[]): void {
  const values = residuals.map((value) => (value > 0 ? 2 * value - 1 : -2 * value));
  let parameter = 10;
  let sum = 0;
  let [least, most] = [0, 0];
  for (const [at, value] of values.entries()) {
    bits.writeRice(value, parameter);
    sum += value - (at < 64 ? 0 : values[at - 64]!);
    if (at === 4) parameter = floorLog2(Math.floor(sum / 10)) + 1;
    if (at > 4 && at < 64) parameter = floorLog2(Math.floor(sum / (2 * (at + 1)))) + 1;
    if (at === 63) [least, most] = [2 ** (parameter + 6), 2 ** (parameter + 7)];
    if (at < 64) continue;
    while (sum < least) {
      parameter -= 1;
      least = parameter > 0 ? least / 2 : 0;
      most /= 2;
    }
    while (sum >= most) {
      parameter += 1;
      most *= 2;
      least = least > 0 ? least * 2 : 128;
    }
  }
}

const floorLog2 = (value: number): number => (value < 1 ? 0 : 31 - Math.clz32(value));

/** Writes bits, the highest first, into words of 32 bits whose lowest byte comes first. */
class BitWriter {
  readonly #bits: number[] = [];

  write(value: number, count: number): void {
    for (let bit = count - 1; bit >= 0; bit -= 1) this.#bits.push((value >>> bit) & 1);
  }

  /** Writes the high part as so many zeros and a one, and the low part of so many bits as it is. */
  writeRice(value: number, parameter: number): void {
    for (let zeros = value >>> parameter; zeros > 0; zeros -= 1) this.#bits.push(0);
    this.#bits.push(1);
    this.write(value, parameter);
  }

  bytes(): Buffer {
    const words = Math.ceil(this.#bits.length / 32);
    const bytes = Buffer.alloc(4 * words);
    this.#bits.forEach((bit, at) => {
      const word = Math.floor(at / 32) * 4;
      bytes[word + 3 - (Math.floor(at / 8) % 4)]! |= bit << (7 - (at % 8));
    });
    return bytes;
  }
}
