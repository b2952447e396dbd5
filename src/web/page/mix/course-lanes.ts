import { mixedValuesOf, WHEEL_NUMBERS, wheelPlaceOf, type MixedTrack } from "./mixed-track.js";

/** One value of a mix over its steps, in [0, 1] of the height of its lane; `null` where there is none. */
export type LanePoints = readonly (number | null)[];

const SMALLEST_TEMPO_RANGE = 10;

/** Returns the tempos, the lowest at 0 and the highest at 1; small differences stay small. */
export function tempoLane(tracks: readonly MixedTrack[]): LanePoints {
  return scaled(
    tracks.map((track) => mixedValuesOf(track)?.tempo ?? null),
    SMALLEST_TEMPO_RANGE,
  );
}

/** Returns the energies. */
export function energyLane(tracks: readonly MixedTrack[]): LanePoints {
  return tracks.map((track) => mixedValuesOf(track)?.energy ?? null);
}

const SMALLEST_KEY_RANGE = 4;

/** Returns the places of the keys on the Camelot wheel, each by the shorter way from the one before. */
export function keyLane(tracks: readonly MixedTrack[]): LanePoints {
  let last: number | undefined;
  const places = tracks.map((track) => {
    const place = wheelPlaceOf(mixedValuesOf(track)?.camelot);
    if (place === null) return null;
    last = last === undefined ? place.number : last + shorterWay(place.number - last);
    return last;
  });
  return scaled(places, SMALLEST_KEY_RANGE);
}

/** Returns the steps on the wheel to a place that is the given steps away, in [-6, 6). */
function shorterWay(steps: number): number {
  const half = WHEEL_NUMBERS / 2;
  const wrapped = (((steps + half) % WHEEL_NUMBERS) + WHEEL_NUMBERS) % WHEEL_NUMBERS;
  return wrapped - half;
}

function scaled(values: LanePoints, smallestRange: number): LanePoints {
  const known = values.filter((value) => value !== null);
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const range = Math.max(high - low, smallestRange);
  const bottom = (low + high - range) / 2;
  return values.map((value) => (value === null ? null : (value - bottom) / range));
}

/** Returns the path of a line through points, which begins anew behind those that are missing. */
export function pathThrough(points: readonly (readonly [number, number] | null)[]): string {
  let isBegun = false;
  return points
    .map((point) => {
      const command = isBegun ? "L" : "M";
      isBegun = point !== null;
      return point === null ? "" : `${command}${point[0].toFixed(1)} ${point[1].toFixed(1)}`;
    })
    .join("");
}
