import type { RandomChoices } from "./random-choices.js";

/** Changes a file; `other` is another whole file to take parts from. */
export type Mutation = (bytes: Uint8Array, random: RandomChoices, other: Uint8Array) => Uint8Array;

/** Length of the headers in most formats, bytes. */
const HEADER_BYTES = 512;
const MAX_RUN_BYTES = 4_096;
const EXTREME_BYTES = [0x00, 0xff, 0x7f, 0x80, 0x01, 0x20];

/** Mutations that do not depend on the format. */
export const blindMutations: Readonly<Record<string, Mutation>> = {
  flipBits(bytes, random) {
    const changed = Uint8Array.from(bytes);
    const flips = 1 + random.smallBelow(64);
    for (let flip = 0; flip < flips; flip += 1) {
      const at = positionIn(bytes, random);
      if (at < changed.length) changed[at]! ^= 1 << random.below(8);
    }
    return changed;
  },

  repeatByte(bytes, random) {
    const { from, to } = runIn(bytes, random);
    return Uint8Array.from(bytes).fill(random.oneOf(EXTREME_BYTES), from, to);
  },

  randomRun(bytes, random) {
    const changed = Uint8Array.from(bytes);
    const { from, to } = runIn(bytes, random);
    changed.set(random.bytes(to - from), from);
    return changed;
  },

  truncate: (bytes, random) => bytes.slice(0, positionIn(bytes, random)),

  dropStart: (bytes, random) => bytes.slice(positionIn(bytes, random)),

  remove(bytes, random) {
    const { from, to } = runIn(bytes, random);
    return joined(bytes.subarray(0, from), bytes.subarray(to));
  },

  duplicate(bytes, random) {
    const { from, to } = runIn(bytes, random);
    const copies = Array.from({ length: 1 + random.smallBelow(32) }, () =>
      bytes.subarray(from, to),
    );
    return joined(bytes.subarray(0, to), ...copies, bytes.subarray(to));
  },

  insertRandom(bytes, random) {
    const at = positionIn(bytes, random);
    const run = random.bytes(1 + random.smallBelow(MAX_RUN_BYTES));
    return joined(bytes.subarray(0, at), run, bytes.subarray(at));
  },

  swap(bytes, random) {
    const changed = Uint8Array.from(bytes);
    const length = 1 + random.smallBelow(Math.min(MAX_RUN_BYTES, bytes.length / 2));
    const [one, other] = [0, 0].map(() => random.below(bytes.length - length));
    changed.set(bytes.subarray(one, one! + length), other);
    changed.set(bytes.subarray(other, other! + length), one);
    return changed;
  },

  extremeNumber(bytes, random) {
    return withExtremeNumber(bytes, random, positionIn(bytes, random));
  },

  splice(bytes, random, other) {
    const cut = positionIn(bytes, random);
    return joined(bytes.subarray(0, cut), other.subarray(positionIn(other, random)));
  },

  append: (bytes, _random, other) => joined(bytes, other),
};

/** Returns the bytes with an extreme integer of 2, 3, 4 or 8 bytes at a position. */
export function withExtremeNumber(
  bytes: Uint8Array,
  random: RandomChoices,
  at: number,
  width = random.oneOf([2, 3, 4, 8]),
): Uint8Array {
  const changed = Uint8Array.from(bytes);
  const value = random.oneOf([
    ...[0n, 1n, 2n, 3n, 0xffn, 0xffffn, 0x7fff_ffffn, 0x8000_0000n, 0xffff_fffen, 0xffff_ffffn],
    ...[
      0x7f7f_7f7fn,
      2n ** 63n - 1n,
      2n ** 64n - 1n,
      BigInt(bytes.length),
      BigInt(bytes.length + 1),
    ],
  ]);
  const isLittleEndian = random.isLikely(0.5);
  for (let place = 0; place < width && at + place < changed.length; place += 1) {
    const shift = BigInt(8 * (isLittleEndian ? place : width - 1 - place));
    changed[at + place] = Number((value >> shift) & 0xffn);
  }
  return changed;
}

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Returns a position, in half of the cases in the header. */
function positionIn(bytes: Uint8Array, random: RandomChoices): number {
  return random.below(random.isLikely(0.5) ? Math.min(HEADER_BYTES, bytes.length) : bytes.length);
}

function runIn(
  bytes: Uint8Array,
  random: RandomChoices,
): { readonly from: number; readonly to: number } {
  const from = positionIn(bytes, random);
  return { from, to: Math.min(bytes.length, from + 1 + random.smallBelow(MAX_RUN_BYTES)) };
}
