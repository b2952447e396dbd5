import type { AudioRange } from "../../../package/decode.js";

/** Frames of a range in a second. */
const FRAMES_PER_SECOND = 75;

/** Returns which part of a file is the track, by the headers with which the server sends it; `null` for the whole. */
export function trackRangeOf(headers: Headers): AudioRange | null {
  const value = headers.get("Overtone-Track-Frames") ?? "";
  const [, start, end] = /^([0-9]+)-([0-9]*)$/.exec(value) ?? [];
  if (start === undefined) return null;
  return { startFrame: Number(start), ...(end ? { endFrame: Number(end) } : {}) };
}

/** Returns where a range begins and ends, seconds; the whole, where there is none. */
export function secondsOfRange(range: AudioRange | null): {
  readonly startSeconds: number;
  readonly endSeconds: number;
} {
  const { startFrame = 0, endFrame = Infinity } = range ?? {};
  return {
    startSeconds: startFrame / FRAMES_PER_SECOND,
    endSeconds: endFrame / FRAMES_PER_SECOND,
  };
}
