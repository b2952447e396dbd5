import { wheelDistance, type WheelPosition } from "../../domain/analysis/key-relation.js";
import { compareTexts } from "../../domain/compare-texts.js";
import type { ContinuationRules } from "../../domain/catalogue/continuation.js";
import { firstBitsOf, randomPlace } from "../../domain/catalogue/random-order.js";
import type { FieldWeights } from "../../domain/catalogue/similarity.js";
import { coordinateOf } from "../../domain/catalogue/sound-coordinates.js";
import type { MeasuredTrack } from "../../domain/catalogue/measured-track.js";
import type { PerformanceGroups } from "../../domain/fingerprint/performance-groups.js";
import { leadArtistOf } from "../../domain/track/lead-artist.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { SlicedWork, SoundTable } from "../../ports/analysis/sound-catalogue.js";
import { nearestTracks, squaredDistanceBetween } from "./nearest-tracks.js";
import { SampledDistances } from "./sampled-distances.js";

/** The nearest tracks of each seed that are chosen from, for each track that is wanted. */
const NEAREST_PER_TRACK = 6;

/** Fewer would be used up by the rules. */
const MIN_NEAREST = 120;

/** How much a track that is near to one that is not wanted counts against it. */
const UNLIKE_WEIGHT = 0.5;

/** The share of the candidates that chance reaches where exploration is 1: the mean place of what is chosen first. */
const WIDEST_SHARE = 0.4;

/** More than rounding changes a quotient, per cent. */
const ROUNDING_PERCENT = 1e-6;

/** The range of the places of a random order. */
const PLACES = 2 ** 32;

/** A track that may follow. */
export interface ContinuationCandidate {
  readonly measured: MeasuredTrack;
  /** The seed that it sounds most like. */
  readonly seed: MeasuredTrack;
  /** From the seed. */
  readonly squaredDistance: number;
}

/** What candidates are found by. */
interface CandidateSearch {
  /** At least one. */
  readonly seeds: readonly MeasuredTrack[];
  readonly unlike: readonly MeasuredTrack[];
  /** Recordings that are none, nor others of their groups. */
  readonly excluded: readonly RecordingId[];
  readonly weights: FieldWeights;
  readonly count: number;
  readonly among: Uint32Array | undefined;
  readonly groups: Pick<PerformanceGroups, "groupOf">;
}

/**
 * Finds, in slices, the tracks that may follow, the one that sounds most like a seed first: one of each group, and none that sounds more like a
 * track that is not wanted than like any seed. Distances are those of `SampledDistances`.
 */
export function* continuationCandidates(
  table: SoundTable,
  { seeds, unlike, excluded, weights, count, among, groups }: CandidateSearch,
): SlicedWork<readonly ContinuationCandidate[]> {
  const distances = new SampledDistances(table, weights);
  const max = Math.max(MIN_NEAREST, NEAREST_PER_TRACK * count);
  const left = new Set(
    [...excluded, ...seeds.map(({ recordingId }) => recordingId)].map((id) => groups.groupOf(id)),
  );
  const best = new Map<RecordingId, ContinuationCandidate & { readonly place: number }>();
  for (const seed of seeds) {
    const nearest = yield* nearestTracks(table, seed, weights, max, { among, groups });
    for (const { slot, squaredDistance, recordingId } of nearest) {
      const group = groups.groupOf(recordingId);
      if (left.has(group)) continue;
      const measured = table.measuredAt(slot);
      const place = yield* distances.between(seed, measured, squaredDistance);
      if (place < (best.get(group)?.place ?? Infinity)) {
        best.set(group, { measured, seed, squaredDistance, place });
      }
      yield;
    }
  }
  const placed: (ContinuationCandidate & { readonly place: number })[] = [];
  for (const candidate of best.values()) {
    let nearestUnwanted = Infinity;
    for (const other of unlike) {
      const square = squaredDistanceBetween(table, other, candidate.measured, weights);
      if (Number.isNaN(square)) continue;
      const place = yield* distances.between(other, candidate.measured, square);
      nearestUnwanted = Math.min(nearestUnwanted, place);
    }
    if (nearestUnwanted <= candidate.place) continue;
    const against = nearestUnwanted === Infinity ? 0 : UNLIKE_WEIGHT * nearestUnwanted;
    placed.push({ ...candidate, place: candidate.place - against });
    yield;
  }
  return placed.sort(
    (one, other) =>
      one.place - other.place || compareTexts(one.measured.recordingId, other.measured.recordingId),
  );
}

/**
 * Returns candidates in an order of chance, in which near ones tend to stay in front; as they are without exploration.
 *
 * The place of each is its rank, divided by a temperature, plus noise of Gumbel's distribution: so the first of them is drawn with
 * a probability that falls exponentially with the rank, the second of the others likewise, and so on.
 *
 * Source: W. Kool, H. van Hoof and M. Welling, "Stochastic Beams and Where to Find Them: The Gumbel-Top-k Trick", ICML 2019.
 *
 * @param exploration [0, 1]
 */
export function drawnCandidates(
  candidates: readonly ContinuationCandidate[],
  { exploration, chance }: { readonly exploration: number; readonly chance: number },
): readonly ContinuationCandidate[] {
  const temperature = exploration * WIDEST_SHARE * candidates.length;
  if (temperature === 0) return candidates;
  return candidates
    .map((candidate, rank) => {
      const share =
        (randomPlace(firstBitsOf(candidate.measured.recordingId), chance) + 0.5) / PLACES;
      return { candidate, place: rank / temperature + Math.log(-Math.log(share)) };
    })
    .sort((one, other) => one.place - other.place)
    .map(({ candidate }) => candidate);
}

/** A track as the rules see it. */
export interface StepTrack {
  readonly measured: MeasuredTrack;
  /** As it is compared; absent where it is not known. */
  readonly album: string | undefined;
  /** The title without what says that it is another version, as it is compared. */
  readonly title: string;
}

/**
 * Returns the first of some tracks that may follow one after the other: each meets the rules with those before it, and none is another version
 * of one of these by the same artist, such as a live recording or a demo.
 *
 * @param before what was heard before, the last one last
 * @param max the maximum number of tracks
 */
export function stepsThrough<Track extends StepTrack>(
  tracks: readonly Track[],
  before: readonly StepTrack[],
  rules: ContinuationRules,
  max: number,
): readonly Track[] {
  const chosen: Track[] = [];
  const path: StepTrack[] = [...before];
  const versions = new Set(before.map(versionOf));
  const left = [...tracks];
  while (chosen.length < max) {
    const index = left.findIndex(
      (track) => !versions.has(versionOf(track)) && mayFollow(track, path, rules),
    );
    const next = left[index];
    if (next === undefined) break;
    left.splice(index, 1);
    chosen.push(next);
    path.push(next);
    versions.add(versionOf(next));
  }
  return chosen;
}

const versionOf = ({ measured, title }: StepTrack): string =>
  `${leadArtistOf(measured.artist)}\n${title}`;

function mayFollow(
  track: StepTrack,
  path: readonly StepTrack[],
  { artistSpacing, albumSpacing, ...rules }: ContinuationRules,
): boolean {
  const last = path.at(-1);
  if (last !== undefined && !meets(last.measured, track.measured, rules)) return false;
  const artist = leadArtistOf(track.measured.artist);
  const isOfArtist = ({ measured }: StepTrack): boolean => leadArtistOf(measured.artist) === artist;
  if (artist !== "" && lastOf(path, artistSpacing).some(isOfArtist)) return false;
  const { album } = track;
  return album === undefined || !lastOf(path, albumSpacing).some((one) => one.album === album);
}

const lastOf = (path: readonly StepTrack[], count: number): readonly StepTrack[] =>
  count === 0 ? [] : path.slice(-count);

/** Returns whether a step meets the rules on tempo and key; what is not known meets no rule. */
function meets(
  one: MeasuredTrack,
  other: MeasuredTrack,
  {
    maxTempoChangePercent: max,
    compatibleKeysOnly,
  }: Pick<ContinuationRules, "maxTempoChangePercent" | "compatibleKeysOnly">,
): boolean {
  if (compatibleKeysOnly && !(wheelDistance(wheelOf(one), wheelOf(other)) <= 1)) return false;
  if (max === Infinity) return true;
  const [from, to] = [one.values.tempo, other.values.tempo];
  return from !== null && to !== null && Math.abs(to / from - 1) * 100 <= max + ROUNDING_PERCENT;
}

const wheelOf = ({ values }: MeasuredTrack): WheelPosition => ({
  circlePosition: coordinateOf("key", values),
  mode: coordinateOf("mode", values),
});
