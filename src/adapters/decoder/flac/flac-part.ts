import { sampleAtFrame, type AudioRange } from "../../../domain/audio-range.js";
import type { ByteRange, ByteReader } from "../byte-reader.js";
import type { FlacStreamInfo } from "../flac-stream-info.js";
import { FlacFrameSplitter, type PlacedFlacFrame } from "./flac-frame-splitter.js";

/** Bytes that are read at once, in which a frame mostly is. */
const READ_BYTES = 64 * 1024;

/** Below this distance, frames are looked at one by one. */
const NEAR_BYTES = 4 * READ_BYTES;

/** The frames with the sound of a range. */
export interface FlacPart extends ByteRange {
  /** The number of the first sample of the first frame, counted from the beginning of the file. */
  readonly firstSample: number;
}

/**
 * Finds the frames with the sound of a range, without reading those before them: frames have numbers, so that halving
 * the bytes between two frames leads to the one that is wanted. It does not depend on a table of positions, which files
 * need not have.
 *
 * @param frames where all frames are
 */
export async function findFlacPart(
  reader: ByteReader,
  info: FlacStreamInfo,
  frames: ByteRange,
  range: AudioRange,
): Promise<FlacPart> {
  // A stream that was cut out of another one counts from where it was cut.
  const first = await firstFrameIn(reader, info, frames);
  const base = first?.firstSample ?? 0;
  const find = (frame: number): Promise<PlacedFlacFrame | undefined> =>
    findFrame(reader, info, frames, base + sampleAtFrame(frame, info.sampleRate));
  const begin = await find(range.startFrame);
  if (!begin) {
    const behind = sampleAtFrame(range.startFrame, info.sampleRate);
    return { start: frames.end, end: frames.end, firstSample: behind };
  }
  const { start, firstSample } = begin;
  const last = range.endFrame === undefined ? undefined : await find(range.endFrame);
  const end = last ? last.start + last.bytes.length : frames.end;
  return { start, end, firstSample: firstSample - base };
}

/** Returns the frame with a sample, by its number; its `start` is a position in the file. */
async function findFrame(
  reader: ByteReader,
  info: FlacStreamInfo,
  frames: ByteRange,
  sample: number,
): Promise<PlacedFlacFrame | undefined> {
  let { start, end } = frames;
  while (end - start > NEAR_BYTES) {
    const middle = Math.floor((start + end) / 2);
    const frame = await firstFrameIn(reader, info, { start: middle, end });
    if (frame && frame.firstSample <= sample) start = frame.start;
    else end = middle;
  }
  for await (const frame of framesIn(reader, info, { start, end: frames.end })) {
    if (frame.firstSample + frame.blockSize > sample) return frame;
  }
  return undefined;
}

async function firstFrameIn(
  reader: ByteReader,
  info: FlacStreamInfo,
  bytes: ByteRange,
): Promise<PlacedFlacFrame | undefined> {
  for await (const frame of framesIn(reader, info, bytes)) return frame;
  return undefined;
}

/** Yields the whole frames between two positions, which need not be those of frames. */
export async function* framesIn(
  reader: ByteReader,
  info: FlacStreamInfo,
  { start, end }: ByteRange,
): AsyncGenerator<PlacedFlacFrame> {
  const splitter = new FlacFrameSplitter(info);
  await reader.seek(start);
  for (let isLast = false; !isLast;) {
    const bytes = await reader.read(Math.min(READ_BYTES, end - reader.position));
    isLast = bytes.length === 0;
    for (const frame of splitter.push(bytes, isLast)) {
      yield { ...frame, start: start + frame.start };
    }
  }
}
