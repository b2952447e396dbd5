/** Positions in cue sheets, as on a CD: frames in a second. */
export const FRAMES_PER_SECOND = 75;

/** A part of the sound of a file, in frames of 1/75 s of what is decoded. */
export interface AudioRange {
  /** Of its first sample, integer >= 0. */
  readonly startFrame: number;
  /** Behind its last sample, > `startFrame`; absent where it ends with the file. */
  readonly endFrame?: number;
}

/** The part of a file that is a track of its own by a cue sheet. */
export interface TrackRange extends AudioRange {
  /** Number of the track in the sheet, 1..999. */
  readonly number: number;
}

/** A range in seconds, as it is shown. */
export interface RangeSeconds {
  readonly startSeconds: number;
  /** Absent where the range ends with the file. */
  readonly endSeconds?: number;
}

/** Returns the sample at a frame: the nearest one, where a frame of this rate is no whole number of samples. */
export const sampleAtFrame = (frame: number, sampleRate: number): number =>
  Math.round((frame * sampleRate) / FRAMES_PER_SECOND);

/** Returns whether two ranges have the same sound; none is the whole file. */
export const isSameRange = (one: AudioRange | undefined, other: AudioRange | undefined): boolean =>
  one?.startFrame === other?.startFrame && one?.endFrame === other?.endFrame;

/** A range as answers and tables show it; both are `null` where a track is the whole file. */
export interface ShownRange {
  /** Where the track begins in its file, seconds. */
  readonly startSeconds: number | null;
  /** Where it ends there, seconds; `null` where that is the end of the file. */
  readonly endSeconds: number | null;
}

/** Returns the range of a track as it is shown. */
export function shownRangeOf({ range }: { readonly range?: AudioRange | undefined }): ShownRange {
  const { startSeconds = null, endSeconds = null } = range ? rangeSecondsOf(range) : {};
  return { startSeconds, endSeconds };
}

/** Returns a range in seconds. */
export function rangeSecondsOf({ startFrame, endFrame }: AudioRange): RangeSeconds {
  return {
    startSeconds: startFrame / FRAMES_PER_SECOND,
    ...(endFrame !== undefined && { endSeconds: endFrame / FRAMES_PER_SECOND }),
  };
}
