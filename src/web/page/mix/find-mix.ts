import { trackFilterOf } from "../conditions/track-conditions.js";
import { MixStepsDocument, type MixStepsQuery } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { trackAddressOf } from "../parts/track-address.js";
import type { LockedStep, MixWish } from "./mix-address.js";
import type { MixedTrack } from "./mixed-track.js";

/** The length, or a bound, that a mix does not meet. */
export type UnmetBound = MixStepsQuery["mixPath"]["unmet"][number];

/** A mix as it is found. */
export interface MixAsFound {
  readonly tracks: readonly MixedTrack[];
  readonly unmet: readonly UnmetBound[];
}

/** What a mix is found by, once both ends are chosen. */
type MixTask = Pick<MixWish, "length" | "bounds" | "stated" | "locked"> & {
  readonly from: string;
  readonly to: string;
};

/** Finds a mix. Between tracks that stay, it is found part by part, and no part has a track of another. */
export async function findMix(task: MixTask, signal: AbortSignal): Promise<MixAsFound> {
  const stops = stopsOf(task);
  const tracks: MixedTrack[] = [];
  const unmet: UnmetBound[] = [];
  for (const [part, stop] of stops.entries()) {
    const next = stops[part + 1];
    if (next === undefined) break;
    const refs = [...stops.map(({ ref }) => ref), ...tracks.map(trackAddressOf)];
    const { mixPath } = await request(
      MixStepsDocument,
      {
        ...{ from: stop.ref, to: next.ref, length: next.place - stop.place + 1 },
        ...{ filter: trackFilterOf(task), ...task.bounds },
        excludedTracks: stops.length > 2 ? [...new Set(refs)].map((id) => ({ id })) : null,
      },
      signal,
    );
    // The end of a part is the beginning of the next one.
    tracks.push(...mixPath.steps.slice(part === 0 ? 0 : 1).map(({ track }) => track));
    unmet.push(...mixPath.unmet.filter(({ rule }) => rule !== "LENGTH"));
  }
  const [asked, found] = [task.length, tracks.length];
  const short: readonly UnmetBound[] = found < asked ? [{ rule: "LENGTH", asked, found }] : [];
  return { tracks, unmet: [...short, ...worstOf(unmet)] };
}

/** Returns the tracks that a mix goes through, with their places: its ends, and those that stay between them. */
function stopsOf({ from, to, length, locked }: MixTask): readonly LockedStep[] {
  const between = [...locked]
    .sort((one, other) => one.place - other.place)
    .filter(({ place, ref }) => place > 0 && place < length - 1 && ref !== from && ref !== to)
    .filter(({ place }, index, all) => place !== all[index - 1]?.place);
  return [{ ref: from, place: 0 }, ...between, { ref: to, place: length - 1 }];
}

/** Returns each bound once that parts of a mix do not meet, with what the whole mix has. */
function worstOf(unmet: readonly UnmetBound[]): readonly UnmetBound[] {
  const worst = new Map<string, UnmetBound>();
  for (const one of unmet) {
    const other = worst.get(one.rule);
    worst.set(one.rule, other === undefined ? one : { ...one, found: wholeOf(one, other) });
  }
  return [...worst.values()];
}

function wholeOf({ rule, found: one }: UnmetBound, { found: other }: UnmetBound): number | null {
  if (one === null || other === null) return null;
  if (rule === "COMPATIBLE_KEYS_ONLY") return one + other;
  return rule === "ARTIST_SPACING" ? Math.min(one, other) : Math.max(one, other);
}

/** Returns where locked steps are in a mix of another length. */
export const relocated = (
  locked: readonly LockedStep[],
  from: number,
  to: number,
): readonly LockedStep[] =>
  locked.map(({ place, ref }) => ({ ref, place: Math.round((place * (to - 1)) / (from - 1)) }));
