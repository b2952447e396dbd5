import type { Analysis } from "./analysis.js";
import type { Section } from "./timeline.js";

/** Kinds of cue points: where a DJ fades in and out, where the energy returns, and where it falls. */
export const cueKinds = ["mixIn", "drop", "break", "mixOut"] as const;

export type CueKind = (typeof cueKinds)[number];

/** The first beat of a bar at which a DJ may mix, or at which the energy changes. */
export interface CuePoint {
  readonly kind: CueKind;
  /** Seconds from the start of the audio, one of the downbeats. */
  readonly startSeconds: number;
  /** The lower one of the confidences of the downbeats and of the section that begins here, [0, 1]. */
  readonly confidence: number;
}

/** Minimum confidence of downbeats: below it, they are as often wrong as right. */
const MIN_DOWNBEAT_CONFIDENCE = 0.5;

/** Minimum confidence of a section: below it, a listener hardly notices where it begins. */
const MIN_SECTION_CONFIDENCE = 0.2;

/** The smallest change of energy that is a drop or a break. */
const MIN_CHANGE = 0.1;

/** How much earlier than the section the first downbeat may be, seconds: the resolution of sections. */
const MAX_LEAD_SECONDS = 0.5;

/**
 * Returns the cue points of a track, in order; none where its downbeats are not sure.
 *
 * - `mixIn` is the first downbeat of the first section that sounds.
 * - `drop` is a later section with at least a tenth more energy than the one before, and at most a tenth less than the strongest.
 * - `break` is a section with at least a tenth less energy than the one before, which was as strong as a drop.
 * - `mixOut` is the last section that sounds, where it has at least a tenth less energy than the one before.
 *
 * But for the first, each is at the downbeat that is nearest to the start of its section, half a bar away at most. What is
 * not measured makes no cue point: a section without energy, or one that hardly differs from the one before.
 *
 * @param sections of the same audio, in order
 */
export function cuePointsOf(
  { downbeats, downbeatConfidence }: Pick<Analysis, "downbeats" | "downbeatConfidence">,
  sections: readonly Section[],
): readonly CuePoint[] {
  const sure = downbeatConfidence ?? 0;
  const bar = medianBarOf(downbeats);
  if (sure < MIN_DOWNBEAT_CONFIDENCE || bar === null) return [];
  const first = sections.findIndex(isSounding);
  const last = sections.findLastIndex(isSounding);
  const strongest = Math.max(...sections.map((section) => levelOf(section) ?? 0));
  const later = sections.flatMap((section, place): readonly CuePoint[] => {
    if (place <= first || place > last) return [];
    const kind = kindOf(section, sections[place - 1], { strongest, isLast: place === last });
    const startSeconds = nearestTo(section.startSeconds, downbeats, bar / 2);
    const isSure = section.confidence >= MIN_SECTION_CONFIDENCE;
    if (kind === null || startSeconds === null || !isSure) return [];
    return [{ kind, startSeconds, confidence: Math.min(sure, section.confidence) }];
  });
  return [...mixInOf(sections[first], downbeats, sure), ...later];
}

function mixInOf(
  first: Section | undefined,
  downbeats: readonly number[],
  confidence: number,
): readonly CuePoint[] {
  const earliest = (first?.startSeconds ?? Infinity) - MAX_LEAD_SECONDS;
  const startSeconds = downbeats.find((downbeat) => downbeat >= earliest);
  return startSeconds === undefined ? [] : [{ kind: "mixIn", startSeconds, confidence }];
}

function kindOf(
  section: Section,
  before: Section | undefined,
  { strongest, isLast }: { readonly strongest: number; readonly isLast: boolean },
): Exclude<CueKind, "mixIn"> | null {
  const [from, to] = [before && levelOf(before), levelOf(section)];
  if (from === undefined || from === null || to === null) return null;
  const isStrong = (level: number): boolean => level >= strongest - MIN_CHANGE;
  if (to - from >= MIN_CHANGE && isStrong(to)) return "drop";
  if (from - to < MIN_CHANGE) return null;
  if (isLast) return "mixOut";
  return isStrong(from) ? "break" : null;
}

/** Returns the energy of a section, 0 for a pause; `null` where it was not measured. */
const levelOf = (section: Section): number | null => (isSounding(section) ? section.energy : 0);

const isSounding = ({ loudness }: Section): boolean => loudness !== null;

/** Returns the time from one downbeat to the next that is usual, seconds; `null` for less than two. */
function medianBarOf(downbeats: readonly number[]): number | null {
  const bars = downbeats.slice(1).map((downbeat, index) => downbeat - (downbeats[index] ?? 0));
  return bars.sort((one, other) => one - other)[Math.floor(bars.length / 2)] ?? null;
}

/** Returns the nearest of some times, the earlier of two; `null` where all are further away than `max`. */
function nearestTo(time: number, times: readonly number[], max: number): number | null {
  let nearest: number | null = null;
  for (const each of times) {
    const distance = Math.abs(each - time);
    if (distance <= max && (nearest === null || distance < Math.abs(nearest - time)))
      nearest = each;
  }
  return nearest;
}
