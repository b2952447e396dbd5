import { descriptors } from "../../../domain/analysis/descriptors.js";
import { defaultOrder, musicByDefault } from "../../../domain/catalogue/catalogue-query.js";
import { LeadingSlots } from "../../../domain/catalogue/leading-slots.js";
import {
  closenessOf,
  type RankedRecording,
  type Ranking,
  type RankRequest,
  type ValueSpread,
} from "../../../domain/sentence/ranking.js";
import type { GradedField, Wish } from "../../../domain/sentence/sentence.js";
import type { SlicedWork } from "../../../ports/analysis/sound-catalogue.js";
import type { CatalogueColumns } from "./columns/catalogue-columns.js";
import { matchingSlots } from "./matching-slots.js";
import { slotOrder } from "./slot-order.js";

/** So many tracks of the usual spread are added to those of the catalogue, because a few tracks do not show theirs. */
const USUAL_TRACKS = 10;

/** The usual standard deviations: of the binary logarithms of tempi and lengths, and of years. */
const USUAL_TEMPO_OCTAVES = 1 / 3;
const USUAL_LENGTH_OCTAVES = 0.5;
const USUAL_YEARS = 10;

/** A wish with the distribution of its field, and what the values are compared by. */
interface SpreadWish {
  readonly wish: Wish;
  readonly numbers: Float64Array;
  readonly spread: ValueSpread;
}

/** Ranks the tracks that meet conditions by how well they meet wishes. */
export function* ranked(columns: CatalogueColumns, request: RankRequest): SlicedWork<Ranking> {
  const { filter, except, wishes, near, first } = request;
  const wished: SpreadWish[] = [];
  if (wishes.length > 0) {
    const all = matchingSlots(columns, musicByDefault());
    for (const wish of wishes) {
      const numbers = columns.numbers(wish.field);
      wished.push({ wish, numbers, spread: spreadOf(wish.field, numbers, all) });
      yield;
    }
  }
  const isLeftOut = new Uint8Array(columns.size);
  for (const conditions of except) {
    for (const slot of matchingSlots(columns, conditions)) isLeftOut[slot] = 1;
    yield;
  }
  const similarities = near && similaritiesBySlot(columns, near);
  const slots = matchingSlots(columns, filter).filter(
    (slot) => isLeftOut[slot] === 0 && similarities?.has(slot) !== false,
  );
  yield;
  const scores = new Float64Array(columns.size);
  for (const slot of slots) scores[slot] = similarities?.get(slot) ?? 1;
  const weight = wishes.reduce((sum, wish) => sum + wish.weight, 0);
  for (const one of wished) {
    yield;
    multiply(scores, slots, one, one.wish.weight / weight);
  }
  yield;
  const { compare } = slotOrder(columns, defaultOrder);
  const leading = new LeadingSlots({
    max: first,
    compare: (a, b) => (scores[b] as number) - (scores[a] as number) || compare(a, b),
  });
  for (const slot of slots) {
    const { last } = leading;
    if (last === undefined || (scores[slot] as number) >= (scores[last] as number)) {
      leading.offer(slot);
    }
  }
  const hasScores = wishes.length > 0 || near !== undefined;
  const items = leading.slots().map((slot): RankedRecording => ({
    recordingId: columns.recordingIdAt(slot),
    score: hasScores ? rounded(scores[slot] as number) : null,
    closeness: wished.map((one) => closenessAt(one, slot)),
  }));
  return { items, totalCount: slots.length };
}

function similaritiesBySlot(
  columns: CatalogueColumns,
  near: NonNullable<RankRequest["near"]>,
): ReadonlyMap<number, number> {
  const found = new Map<number, number>();
  for (const [recordingId, similarity] of near) {
    const slot = columns.slotOf(recordingId);
    if (slot !== undefined) found.set(slot, similarity);
  }
  return found;
}

/** Multiplies scores by the closeness to a wish; a track without the value has the score 0. */
function multiply(
  scores: Float64Array,
  slots: Uint32Array,
  { wish, numbers, spread }: SpreadWish,
  share: number,
): void {
  for (const slot of slots) {
    const value = coordinateOf(wish.field, numbers[slot] as number);
    const closeness = Number.isNaN(value) ? 0 : closenessOf(value, spread, wish.isHigh);
    scores[slot] = (scores[slot] as number) * closeness ** share;
  }
}

function closenessAt({ wish, numbers, spread }: SpreadWish, slot: number): number | null {
  const value = coordinateOf(wish.field, numbers[slot] as number);
  return Number.isNaN(value) ? null : rounded(closenessOf(value, spread, wish.isHigh));
}

/** Returns the distribution of a field, of the catalogue and some tracks of the usual spread around its mean. */
function spreadOf(field: GradedField, numbers: Float64Array, slots: Uint32Array): ValueSpread {
  let [count, total, squares] = [0, 0, 0];
  // Differences to a usual value, so that squares of years stay exact.
  const origin = originOf(field);
  for (const slot of slots) {
    const difference = coordinateOf(field, numbers[slot] as number) - origin;
    if (!(Math.abs(difference) < Infinity)) continue;
    count += 1;
    total += difference;
    squares += difference * difference;
  }
  const mean = count === 0 ? 0 : total / count;
  const usual = usualDeviationOf(field);
  const sum = USUAL_TRACKS * usual ** 2 + Math.max(0, squares - mean * total);
  return { mean: origin + mean, deviation: Math.sqrt(sum / (USUAL_TRACKS + count)) };
}

const isOctaves = (field: GradedField): boolean => field === "tempo" || field === "durationMs";

/** Returns what values are compared by: tempi and lengths in octaves, others unchanged; `NaN` where there is none. */
const coordinateOf = (field: GradedField, value: number): number =>
  isOctaves(field) ? (value > 0 ? Math.log2(value) : NaN) : value;

function originOf(field: GradedField): number {
  if (field === "year") return 2000;
  return isOctaves(field) || field === "durationMs" ? 0 : descriptors[field].spread.mean;
}

function usualDeviationOf(field: GradedField): number {
  if (field === "year") return USUAL_YEARS;
  if (field === "durationMs") return USUAL_LENGTH_OCTAVES;
  return field === "tempo" ? USUAL_TEMPO_OCTAVES : descriptors[field].spread.deviation;
}

const rounded = (share: number): number => Math.round(share * 1e4) / 1e4;
