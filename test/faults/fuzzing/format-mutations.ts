import { joined, withExtremeNumber, type Mutation } from "./blind-mutations.js";
import { partsOf, type FilePart } from "./file-parts.js";
import { withOggChecksums } from "./ogg-checksum.js";
import type { RandomChoices } from "./random-choices.js";

/** Maximum number of copies of a part. */
const MAX_COPIES = 2_000;

/** Mutations of the parts of a format. A file without known parts is unchanged. */
export const formatMutations: Readonly<Record<string, Mutation>> = {
  extremeLength: onPart((bytes, part, random) =>
    withExtremeNumber(bytes, random, part.lengthAt, part.lengthBytes),
  ),

  extremeField: onPart((bytes, { from, to }, random) =>
    withExtremeNumber(bytes, random, from + random.smallBelow(to - from)),
  ),

  repeatPart: onPart((bytes, { from, to }, random) => {
    const copies = Math.min(1 + random.smallBelow(MAX_COPIES), Math.ceil(2 ** 20 / (to - from)));
    const part = bytes.subarray(from, to);
    return joined(
      bytes.subarray(0, to),
      ...Array<Uint8Array>(copies).fill(part),
      bytes.subarray(to),
    );
  }),

  removePart: onPart((bytes, { from, to }) => joined(bytes.subarray(0, from), bytes.subarray(to))),

  emptyPart: onPart((bytes, { from, to, lengthAt, lengthBytes }) => {
    const header = Uint8Array.from(
      bytes.subarray(from, Math.max(lengthAt + lengthBytes, from + 8)),
    );
    header.fill(0, lengthAt - from, lengthAt - from + lengthBytes);
    return joined(bytes.subarray(0, from), header, bytes.subarray(to));
  }),

  cutPart: onPart((bytes, { from, to }, random) =>
    joined(bytes.subarray(0, from + random.below(to - from)), bytes.subarray(to)),
  ),

  swapParts: (bytes, random) => {
    const parts = partsOf(bytes);
    if (parts.length < 2) return bytes;
    const [first, second] = [random.below(parts.length), random.below(parts.length)]
      .sort((one, other) => one - other)
      .map((index) => parts[index]!);
    if (!first || !second || first.to > second.from) return bytes;
    return joined(
      bytes.subarray(0, first.from),
      bytes.subarray(second.from, second.to),
      bytes.subarray(first.to, second.from),
      bytes.subarray(first.from, first.to),
      bytes.subarray(second.to),
    );
  },

  insertOthersPart: (bytes, random, other) => {
    const [own, foreign] = [partsOf(bytes), partsOf(other)];
    if (own.length === 0 || foreign.length === 0) return bytes;
    const at = random.oneOf(own).to;
    const { from, to } = random.oneOf(foreign);
    return joined(bytes.subarray(0, at), other.subarray(from, to), bytes.subarray(at));
  },
};

/** Returns Ogg with corrected checksums, so that changes reach the codec; other files unchanged. */
export function asBelievable(bytes: Uint8Array): Uint8Array {
  const pages = partsOf(bytes);
  return bytes[0] === 0x4f && pages.length > 0 ? withOggChecksums(bytes, pages) : bytes;
}

function onPart(
  change: (bytes: Uint8Array, part: FilePart, random: RandomChoices) => Uint8Array,
): Mutation {
  return (bytes, random) => {
    const parts = partsOf(bytes);
    return parts.length === 0 ? bytes : change(bytes, random.oneOf(parts), random);
  };
}
