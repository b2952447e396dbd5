/** The heights of the lanes of the timeline from top to bottom, pixels. */
export const SECTION_HEIGHT = 30;
export const CURVE_HEIGHT = 130;
export const KEY_HEIGHT = 28;
const AXIS_HEIGHT = 24;
export const CURVE_TOP = SECTION_HEIGHT + 6;
export const KEY_TOP = CURVE_TOP + CURVE_HEIGHT + 6;
export const AXIS_TOP = KEY_TOP + KEY_HEIGHT;
export const TIMELINE_HEIGHT = AXIS_TOP + AXIS_HEIGHT;

/** Values at regular times; `null` where there is none. */
interface TimedValues {
  readonly hopSeconds: number;
  readonly values: readonly (number | null)[];
}

/** The lowest and the highest value that a lane shows. */
export type Bounds = readonly [low: number, high: number];

/** Loudness below this is drawn as silence, LUFS. */
export const LOUDNESS_BOUNDS: Bounds = [-45, -3];

export const SHARE_BOUNDS: Bounds = [0, 1];

/** Returns bounds around the values of a tempo curve; a steady tempo is a line in the middle. */
export function tempoBounds({ values }: TimedValues): Bounds {
  const known = values.filter((value) => value !== null);
  return [Math.min(...known) * 0.85, Math.max(...known) * 1.15];
}

/** Returns a curve as the path of a line, interrupted where it has no value. */
export function linePath(curve: TimedValues, pixelsPerSecond: number, bounds: Bounds): string {
  let isDrawing = false;
  return curve.values
    .map((value, place) => {
      if (value === null) {
        isDrawing = false;
        return "";
      }
      const command = isDrawing ? "L" : "M";
      isDrawing = true;
      return `${command}${point(curve, place, value, pixelsPerSecond, bounds)}`;
    })
    .join("");
}

/** Returns a curve as the path of an area above the floor of the lane. */
export function areaPath(
  curve: TimedValues,
  pixelsPerSecond: number,
  bounds: Bounds,
  endSeconds: number,
): string {
  if (curve.values.length === 0) return "";
  const floor = CURVE_TOP + CURVE_HEIGHT;
  const points = curve.values.map((value, place) =>
    point(curve, place, value ?? bounds[0], pixelsPerSecond, bounds),
  );
  const last = points.at(-1)?.split(" ")[1] ?? String(floor);
  const end = (endSeconds * pixelsPerSecond).toFixed(1);
  return `M0 ${String(floor)}L${points.join("L")}L${end} ${last}L${end} ${String(floor)}Z`;
}

function point(
  { hopSeconds }: TimedValues,
  place: number,
  value: number,
  pixelsPerSecond: number,
  [low, high]: Bounds,
): string {
  const share = Math.min(1, Math.max(0, (value - low) / (high - low)));
  const x = place * hopSeconds * pixelsPerSecond;
  return `${x.toFixed(1)} ${(CURVE_TOP + (1 - share) * CURVE_HEIGHT).toFixed(1)}`;
}

/** Returns upright lines through the lane of the curves, as one path. */
export function tickPath(
  times: readonly number[],
  pixelsPerSecond: number,
  height: number,
): string {
  const bottom = CURVE_TOP + CURVE_HEIGHT;
  return times
    .map((time) => `M${(time * pixelsPerSecond).toFixed(1)} ${String(bottom)}v${String(-height)}`)
    .join("");
}

const AXIS_STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 1800, 3600] as const;
const AXIS_DISTANCE = 64;

/** Returns the times that the axis names, far enough apart to be read. */
export function axisTimes(endSeconds: number, pixelsPerSecond: number): readonly number[] {
  const step = AXIS_STEPS.find((seconds) => seconds * pixelsPerSecond >= AXIS_DISTANCE) ?? 3600;
  const count = Math.floor(endSeconds / step) + 1;
  return Array.from({ length: count }, (_, place) => place * step);
}
