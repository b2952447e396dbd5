/** A way to store numbers as integers: each number times the scale is one. */
interface Packing {
  readonly integers: Int16ArrayConstructor | Int32ArrayConstructor;
  readonly scale: number;
}

/** Shortest first. Their indexes are stored. */
const PACKINGS: readonly Packing[] = [
  { integers: Int16Array, scale: 1 },
  { integers: Int16Array, scale: 100 },
  { integers: Int16Array, scale: 10_000 },
  { integers: Int32Array, scale: 1 },
  { integers: Int32Array, scale: 10_000 },
];

/** Marks numbers that no packing fits, and which are stored as they are. */
const PLAIN = 255;

/** Packed numbers begin behind so many bytes, of which the first says how they are packed. */
const HEAD_BYTES = 8;

/**
 * Packs numbers to a quarter of their bytes where all have few decimals, as nearly all estimates do.
 * Unpacking gives the same bits.
 */
export function packNumbers(numbers: Float64Array): Uint8Array {
  for (const [index, packing] of PACKINGS.entries()) {
    const integers = packedBy(packing, numbers);
    if (integers !== undefined) return joined(index, integers);
  }
  return joined(PLAIN, numbers);
}

/** Returns the length of packed numbers, of which `bytes` has at least the first byte. */
export function packedLength(bytes: Uint8Array, count: number): number {
  const packing = PACKINGS[bytes[0] as number];
  return HEAD_BYTES + count * (packing?.integers ?? Float64Array).BYTES_PER_ELEMENT;
}

/** Unpacks numbers to a target of their count. The bytes begin at a multiple of eight of their buffer. */
export function unpackNumbers(bytes: Uint8Array, target: Float64Array): void {
  const packing = PACKINGS[bytes[0] as number];
  const { buffer } = bytes;
  const start = bytes.byteOffset + HEAD_BYTES;
  if (packing === undefined) {
    target.set(new Float64Array(buffer, start, target.length));
    return;
  }
  const { integers, scale } = packing;
  const packed =
    integers === Int16Array
      ? new Int16Array(buffer, start, target.length)
      : new Int32Array(buffer, start, target.length);
  const absent = absentIn(packing);
  for (let index = 0; index < target.length; index += 1) {
    const integer = packed[index] as number;
    target[index] = integer === absent ? NaN : integer / scale;
  }
}

/** Returns the numbers as integers, or `undefined` where one would change. */
function packedBy(packing: Packing, numbers: Float64Array): Int16Array | Int32Array | undefined {
  const { integers, scale } = packing;
  const packed = new integers(numbers.length);
  const absent = absentIn(packing);
  for (let index = 0; index < numbers.length; index += 1) {
    const number = numbers[index] as number;
    const isAbsent = Number.isNaN(number);
    const integer = isAbsent ? absent : Math.round(number * scale);
    packed[index] = integer;
    const isKept = integer !== absent && Object.is((packed[index] as number) / scale, number);
    if (!isAbsent && !isKept) return undefined;
  }
  return packed;
}

/** The integer that stands for `NaN`: the smallest. */
const absentIn = ({ integers }: Packing): number =>
  integers === Int16Array ? -(2 ** 15) : -(2 ** 31);

function joined(
  kind: number,
  { buffer, byteOffset, byteLength }: Float64Array | Int16Array | Int32Array,
): Uint8Array {
  const bytes = new Uint8Array(HEAD_BYTES + byteLength);
  bytes[0] = kind;
  bytes.set(new Uint8Array(buffer, byteOffset, byteLength), HEAD_BYTES);
  return bytes;
}
