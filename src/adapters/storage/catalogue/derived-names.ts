import type { CataloguePortion } from "./columns/catalogue-columns.js";
import type { TextPortion } from "./columns/text-column.js";

const NEWLINE = 0x0a;

/** Lines of searched names behind artist and title, both empty, and the line feed between the two. */
const LINE_FEEDS = 3;

type Texts = CataloguePortion["texts"];
type OrderedTexts = Pick<Texts, "artistFolded" | "trackNameFolded">;

/**
 * Returns the searched names without those that are the folded artist and title, a line each, as nearly
 * all are: a fifth of a portion. They have length 0, which no searched names have.
 */
export function withoutDerived({ names, ...texts }: Texts): TextPortion {
  const derived = withDerived(
    { lengths: new Uint32Array(names.lengths.length), bytes: new Uint8Array() },
    texts,
  );
  const lengths = names.lengths.slice();
  const bytes = new Uint8Array(names.bytes.length);
  let [used, start, derivedStart] = [0, 0, 0];
  for (let index = 0; index < lengths.length; index += 1) {
    const end = start + (names.lengths[index] as number);
    const derivedEnd = derivedStart + (derived.lengths[index] as number);
    const own = names.bytes.subarray(start, end);
    if (Buffer.compare(own, derived.bytes.subarray(derivedStart, derivedEnd)) === 0) {
      lengths[index] = 0;
    } else {
      bytes.set(own, used);
      used += own.length;
    }
    [start, derivedStart] = [end, derivedEnd];
  }
  return { lengths, bytes: bytes.slice(0, used) };
}

/** Returns the searched names with those that {@link withoutDerived} left out. */
export function withDerived(
  names: TextPortion,
  { artistFolded: artists, trackNameFolded: titles }: OrderedTexts,
): TextPortion {
  const lengths = names.lengths.slice();
  let size = 0;
  for (let index = 0; index < lengths.length; index += 1) {
    const derived =
      (artists.lengths[index] as number) + (titles.lengths[index] as number) + LINE_FEEDS;
    lengths[index] ||= derived;
    size += lengths[index] as number;
  }
  const bytes = new Uint8Array(size);
  let [used, artistStart, titleStart, start] = [0, 0, 0, 0];
  // Bytes one by one: a call for each text takes longer than its few bytes.
  for (let index = 0; index < lengths.length; index += 1) {
    const artistEnd = artistStart + (artists.lengths[index] as number);
    const titleEnd = titleStart + (titles.lengths[index] as number);
    const end = start + (names.lengths[index] as number);
    if (end === start) {
      for (let at = artistStart; at < artistEnd; at += 1)
        bytes[used++] = artists.bytes[at] as number;
      bytes[used++] = NEWLINE;
      for (let at = titleStart; at < titleEnd; at += 1) bytes[used++] = titles.bytes[at] as number;
      bytes[used++] = NEWLINE;
      bytes[used++] = NEWLINE;
    } else {
      for (let at = start; at < end; at += 1) bytes[used++] = names.bytes[at] as number;
    }
    [artistStart, titleStart, start] = [artistEnd, titleEnd, end];
  }
  return { lengths, bytes };
}
