import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import { similarityFields, type SimilarityField } from "../../domain/catalogue/similarity.js";
import type { PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import { leadArtistOf } from "../../domain/track/lead-artist.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SoundTable } from "../../ports/analysis/sound-catalogue.js";
import type { MixLine } from "./mix-line.js";
import type { NearTrack } from "./near-tracks.js";
import { stepTrackOf, type StepTrack } from "./step-rules.js";

/** Maximum difference of a share, such as energy, between two encodings of one recording. */
const MAX_SHARE_DIFFERENCE = 0.02;

/** Maximum difference of the tempo, relative. */
const MAX_TEMPO_DIFFERENCE = 0.003;

/** Fewer fields that both tracks have say too little to call them alike. */
const MIN_SHARED_FIELDS = 8;

/** A track that may stand at a position of a mix. */
export interface MixCandidate extends StepTrack {
  readonly measured: MeasuredTrack;
  /** The group of its recording. */
  readonly group: RecordingId;
  readonly position: Float64Array;
  readonly along: number;
  /** Squared distance from the position. */
  readonly offset: number;
}

/** Returns a track of the table as a candidate. */
export function mixCandidateOf(
  near: NearTrack,
  table: SoundTable,
  line: MixLine,
  groups: PerformanceGroups,
): MixCandidate {
  const { slot, squaredDistance: offset } = near;
  const measured = table.measuredAt(slot);
  const group = groups.groupOf(measured.recordingId);
  const along = line.along[slot] ?? NaN;
  const position = line.positionOf(slot);
  return { ...stepTrackOf(measured), measured, group, position, along, offset };
}

/** Returns an end of a mix as a candidate. */
export function mixEndOf(
  end: MeasuredTrack,
  groups: PerformanceGroups,
  position: Float64Array,
  along: number,
): MixCandidate {
  const group = groups.groupOf(end.recordingId);
  return { ...stepTrackOf(end), measured: end, group, position, along, offset: 0 };
}

const artistOf = ({ artist }: MeasuredTrack): string => leadArtistOf(artist);

/**
 * Returns whether two tracks are, to a listener, one recording: versions by one artist, where one
 * title begins with the words of the other, such as "Song" and "Song (Radio Edit)"; or tracks with
 * nearly the same values in all fields that both have, such as two encodings that are not linked.
 */
export function areNearDuplicates(one: MeasuredTrack, other: MeasuredTrack): boolean {
  return haveOneTitle(one, other) || soundAlike(one, other);
}

function haveOneTitle(one: MeasuredTrack, other: MeasuredTrack): boolean {
  const [shorter, longer] =
    one.title.length <= other.title.length ? [one.title, other.title] : [other.title, one.title];
  // Called for each pair of candidates, so that comparisons that allocate no text come first.
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
