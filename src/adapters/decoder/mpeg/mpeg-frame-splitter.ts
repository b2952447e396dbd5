import {
  findMpegFrameHeader,
  isSameMpegStream,
  MAX_MPEG_FRAME_BYTES,
  startsMpegStream,
  type MpegFrameHeader,
} from "./mpeg-frame-header.js";
import { syncSafeInteger } from "./sync-safe.js";

/** Finds the complete frames in MPEG audio that arrives in parts, and skips other bytes. */
export class MpegFrameSplitter {
  /** Frames found so far. */
  frameCount = 0;
  /** Bytes of those frames. */
  frameBytes = 0;
  /** Bytes between them that are neither frames nor tags. */
  strayBytes = 0;
  /** Duration of the frames of another sample rate or layer, seconds. They are skipped, too. */
  otherSeconds = 0;
  /** Header and bytes of the first frame, once there is one. */
  first: { readonly header: MpegFrameHeader; readonly bytes: Uint8Array } | undefined;

  #pending: Uint8Array = new Uint8Array();
  #isInStep = true;
  #tagBytes = 0;

  /**
   * Takes the next bytes; the caller must not change them afterwards.
   *
   * @param isLast nothing follows; then an incomplete frame is dropped
   * @returns runs of whole frames, back to back within a run
   */
  push(bytes: Uint8Array, isLast: boolean): Uint8Array[] {
    const buffer = joined(this.#pending, bytes);
    const runs: Uint8Array[] = [];
    let at = Math.min(this.#tagBytes, buffer.length);
    this.#tagBytes -= at;
    let runStart = at;
    const closeRun = (): void => {
      if (at > runStart) runs.push(buffer.subarray(runStart, at));
    };

    while (at < buffer.length) {
      const needed = this.#isInStep ? MAX_MPEG_FRAME_BYTES : 2 * MAX_MPEG_FRAME_BYTES;
      if (!isLast && buffer.length - at < needed) break;

      const header = this.#frameAt(buffer, at, isLast);
      if (header) {
        this.first ??= { header, bytes: buffer.slice(at, at + header.frameBytes) };
        this.frameCount += 1;
        this.frameBytes += header.frameBytes;
        this.#isInStep = true;
        at += header.frameBytes;
        continue;
      }
      closeRun();
      const skipped = this.#strayLength(buffer, at, isLast);
      this.#isInStep = false;
      this.#tagBytes = Math.max(0, at + skipped - buffer.length);
      at = Math.min(buffer.length, at + skipped);
      runStart = at;
    }
    closeRun();
    this.#pending = buffer.subarray(at);
    return runs;
  }

  /** Finds the frame at a position. After other bytes, it counts only if another frame or the end follows. */
  #frameAt(buffer: Uint8Array, at: number, isLast: boolean): MpegFrameHeader | undefined {
    const header = findMpegFrameHeader(buffer, at);
    if (!header || (this.first && !isSameMpegStream(this.first.header, header))) return undefined;
    const end = at + header.frameBytes;
    if (end > buffer.length) return undefined;
    if (this.#isInStep || (isLast && end === buffer.length)) return header;
    const next = findMpegFrameHeader(buffer, end);
    return next && isSameMpegStream(header, next) ? header : undefined;
  }

  /** Returns the bytes to skip where no frame starts: a tag, another stream's frame, or up to the next sync. */
  #strayLength(buffer: Uint8Array, at: number, isLast: boolean): number {
    const tagLength = tagLengthAt(buffer, at);
    if (tagLength > 0) return tagLength;
    const other = startsMpegStream(buffer, at) ? findMpegFrameHeader(buffer, at) : undefined;
    if (other && this.first && !isSameMpegStream(this.first.header, other)) {
      this.otherSeconds += other.sampleCount / other.sampleRate;
      return other.frameBytes;
    }
    if (isLast && this.#isInStep && findMpegFrameHeader(buffer, at)) return buffer.length - at;
    const next = buffer.indexOf(0xff, at + 1);
    const length = (next === -1 ? buffer.length : next) - at;
    this.strayBytes += length;
    return length;
  }
}

/** Returns the length of the ID3v1, ID3v2 or APE tag at `at`, bytes; 0 where there is none. */
function tagLengthAt(bytes: Uint8Array, at: number): number {
  const text = String.fromCharCode(...bytes.subarray(at, at + 8));
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (text.startsWith("TAG")) return 128;
  if (text === "APETAGEX" && at + 16 <= bytes.length) return 32 + view.getUint32(at + 12, true);
  if (text.startsWith("ID3") && at + 10 <= bytes.length) return 10 + syncSafeInteger(bytes, at + 6);
  return 0;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  if (head.length === 0) return tail;
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}
