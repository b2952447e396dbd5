import type { Waveform } from "./waveform.js";

/** A part of a recording, seconds from its start. */
export interface TimeRange {
  readonly from: number;
  readonly to: number;
}

/**
 * Draws a part of a waveform over the whole of a canvas, in the custom properties `--wave-peak` and `--wave-rms` of
 * its style: from the lowest to the highest sample of each pixel, and within that its root mean square.
 */
export function drawWaveform(
  canvas: HTMLCanvasElement,
  waveform: Waveform,
  range: TimeRange,
): void {
  const context = canvas.getContext("2d");
  if (!context) return;
  const width = Math.round(canvas.clientWidth * devicePixelRatio);
  const height = Math.round(canvas.clientHeight * devicePixelRatio);
  // Clears it, too.
  [canvas.width, canvas.height] = [width, height];
  const style = getComputedStyle(canvas);
  const peaks = new Path2D();
  const means = new Path2D();
  const middle = height / 2;
  for (let x = 0; x < width; x += 1) {
    const pixel = columnAt(
      waveform,
      secondsAt(range, x / width),
      secondsAt(range, (x + 1) / width),
    );
    if (!pixel) continue;
    const top = middle - Math.min(1, pixel.max) * middle;
    const bottom = middle - Math.max(-1, pixel.min) * middle;
    peaks.rect(x, top, 1, Math.max(1, bottom - top));
    const mean = Math.min(1, pixel.rms) * middle;
    means.rect(x, middle - mean, 1, 2 * mean);
  }
  context.fillStyle = style.getPropertyValue("--wave-peak");
  context.fill(peaks);
  context.fillStyle = style.getPropertyValue("--wave-rms");
  context.fill(means);
}

const secondsAt = ({ from, to }: TimeRange, share: number): number => from + (to - from) * share;

/** Returns the extremes and the root mean square of a time; `undefined` behind the end. */
function columnAt(
  { columnSeconds, minima, maxima, rms }: Waveform,
  from: number,
  to: number,
): { readonly min: number; readonly max: number; readonly rms: number } | undefined {
  const first = Math.floor(from / columnSeconds);
  const last = Math.min(minima.length, Math.max(first + 1, Math.floor(to / columnSeconds)));
  if (first < 0 || first >= last) return undefined;
  let [min, max, sum] = [Infinity, -Infinity, 0];
  for (let column = first; column < last; column += 1) {
    min = Math.min(min, minima[column] ?? 0);
    max = Math.max(max, maxima[column] ?? 0);
    sum += (rms[column] ?? 0) ** 2;
  }
  return { min, max, rms: Math.sqrt(sum / (last - first)) };
}
