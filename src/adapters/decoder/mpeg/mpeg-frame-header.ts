/** The header of an MPEG audio frame, its first four bytes. */
export interface MpegFrameHeader {
  /** 1, 2 or 2.5. */
  readonly version: number;
  readonly layer: number;
  /** Hz. */
  readonly sampleRate: number;
  /** 1 or 2. */
  readonly channelCount: number;
  /** Length of the frame with its header, bytes. */
  readonly frameBytes: number;
  /** Samples per channel. */
  readonly sampleCount: number;
}

/** An upper bound of `frameBytes`: layer II, 160 kbit/s, 8 kHz. */
export const MAX_MPEG_FRAME_BYTES = 2_881;

// kbit/s, by index. Source: ISO/IEC 11172-3 and 13818-3, table "bit rate index".
const bitrates: Readonly<Record<string, readonly number[]>> = {
  "1,1": [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  "1,2": [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  "1,3": [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  "2,1": [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  "2,2": [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
  "2,3": [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const versionsByBits = [2.5, undefined, 2, 1] as const;
const sampleRates = [44_100, 48_000, 32_000] as const;

/**
 * Reads the frame header at `at`; returns `undefined` where there is none. Frames of free format count
 * as none, because they do not contain their length.
 *
 * Source: ISO/IEC 11172-3, 2.4.1.3; version 2.5 is Fraunhofer's extension of it.
 */
export function findMpegFrameHeader(bytes: Uint8Array, at: number): MpegFrameHeader | undefined {
  const second = bytes[at + 1] ?? 0;
  if (bytes[at] !== 0xff || (second & 0xe0) !== 0xe0 || at + 4 > bytes.length) return undefined;
  const [third, fourth] = [bytes[at + 2] ?? 0, bytes[at + 3] ?? 0];

  const version = versionsByBits[((second >> 3) & 3) as 0 | 1 | 2 | 3];
  const layer = 4 - ((second >> 1) & 3);
  const fullRate = sampleRates[(third >> 2) & 3];
  if (version === undefined || layer === 4 || fullRate === undefined) return undefined;
  const kilobits = bitrates[`${Math.floor(version)},${layer}`]?.[third >> 4];
  if (kilobits === undefined || kilobits === 0) return undefined;

  const sampleRate = fullRate / (version === 1 ? 1 : version === 2 ? 2 : 4);
  const sampleCount = layer === 1 ? 384 : layer === 3 && version !== 1 ? 576 : 1_152;
  const slotBytes = layer === 1 ? 4 : 1;
  const padding = (third >> 1) & 1;
  const slots =
    Math.floor(((sampleCount / 8) * kilobits * 1000) / slotBytes / sampleRate) + padding;
  return {
    version,
    layer,
    sampleRate,
    channelCount: fourth >> 6 === 3 ? 1 : 2,
    frameBytes: slots * slotBytes,
    sampleCount,
  };
}

/** Whether two frames can belong to one stream: only bit rate and stereo mode may differ. */
export function isSameMpegStream(one: MpegFrameHeader, other: MpegFrameHeader): boolean {
  return (
    one.version === other.version &&
    one.layer === other.layer &&
    one.sampleRate === other.sampleRate
  );
}

/**
 * Finds the beginning of a stream of MPEG audio: three frames in a row, or two at the end of the bytes.
 *
 * @returns offset of the first frame, or `undefined`
 */
export function findMpegStart(bytes: Uint8Array): number | undefined {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (startsMpegStream(bytes, at)) return at;
  }
  return undefined;
}

/** Whether a stream of MPEG audio begins at `start`, by the rule of `findMpegStart`. */
export function startsMpegStream(bytes: Uint8Array, start: number): boolean {
  const first = findMpegFrameHeader(bytes, start);
  if (!first) return false;
  let at = start + first.frameBytes;
  for (let frame = 1; frame < 3; frame += 1) {
    if (at + 4 > bytes.length) return frame > 1;
    const next = findMpegFrameHeader(bytes, at);
    if (!next || !isSameMpegStream(first, next)) return false;
    at += next.frameBytes;
  }
  return true;
}

/**
 * Whether three frames of free format follow each other. Their headers state no length, which is the same for all
 * but for a byte of padding.
 */
export function hasFreeMpegFrames(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    if (startsFreeFrames(bytes, at)) return true;
  }
  return false;
}

function startsFreeFrames(bytes: Uint8Array, start: number): boolean {
  const [, second = 0, third = 0] = bytes.subarray(start, start + 3);
  // With a bit rate in place of the zero of free format, it must be a header.
  const stated = Uint8Array.of(0xff, second, third | 0x10, 0);
  if (third >> 4 !== 0 || !findMpegFrameHeader(stated, 0)) return false;
  const isNext = (at: number): boolean =>
    bytes[at] === 0xff && bytes[at + 1] === second && (bytes[at + 2] ?? 0) >> 2 === third >> 2;
  for (let length = 24; length < MAX_MPEG_FRAME_BYTES; length += 1) {
    const next = start + length;
    if (isNext(next) && [-1, 0, 1].some((more) => isNext(next + length + more))) return true;
  }
  return false;
}
