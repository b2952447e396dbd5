import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import { similarityFields, type SimilarityField } from "../../domain/catalogue/similarity.js";

/** Maximum difference of a share, such as energy, between two encodings of one recording. */
const MAX_SHARE_DIFFERENCE = 0.02;
/** Maximum difference of the tempo, relative. */
const MAX_TEMPO_DIFFERENCE = 0.003;

/** Fewer fields that both tracks have say too little to call them alike. */
const MIN_SHARED_FIELDS = 8;

const GUESTS = / (?:feat|ft|featuring) /u;

/** Returns the artist of a track without guests, folded; an empty text where it is not known. */
export function artistOf({ artist }: MeasuredTrack): string {
  return artist.split(GUESTS, 1)[0] ?? "";
}

/**
 * Returns whether two tracks are, to a listener, one recording: versions by one artist, where one
 * title begins with the words of the other, such as "Song" and "Song (Radio Edit)"; or tracks with
 * nearly the same values in all fields that both have, such as two encodings under different names.
 */
export function areNearDuplicates(one: MeasuredTrack, other: MeasuredTrack): boolean {
  return haveOneTitle(one, other) || soundAlike(one, other);
}

function haveOneTitle(one: MeasuredTrack, other: MeasuredTrack): boolean {
  const [shorter, longer] =
    one.title.length <= other.title.length ? [one.title, other.title] : [other.title, one.title];
  // Asked of each pair of candidates: what makes no text comes first.
  if (shorter === "" || !longer.startsWith(shorter)) return false;
  if (longer.length > shorter.length && longer[shorter.length] !== " ") return false;
  return artistOf(one) === artistOf(other);
}

function soundAlike({ values: one }: MeasuredTrack, { values: other }: MeasuredTrack): boolean {
  let shared = 0;
  for (const field of similarityFields) {
    const [value, otherValue] = [one[field], other[field]];
    // Masters of one recording differ in loudness.
    if (value === null || otherValue === null || field === "loudness") continue;
    if (Math.abs(value - otherValue) > maxDifferenceOf(field, value)) return false;
    shared += 1;
  }
  return shared >= MIN_SHARED_FIELDS;
}

function maxDifferenceOf(field: SimilarityField, value: number): number {
  if (field === "key" || field === "mode") return 0;
  return field === "tempo" ? MAX_TEMPO_DIFFERENCE * value : MAX_SHARE_DIFFERENCE;
}
