import { MPEGDecoder } from "mpg123-decoder";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import type { ByteReader } from "../byte-reader.js";
import { guardCodec } from "../codec-guard.js";
import { MpegFrameSplitter } from "./mpeg-frame-splitter.js";
import { statedMpegFrames } from "./stated-mpeg-length.js";
import { checkNotTruncated } from "../uncompressed/sound-format.js";

const READ_BYTES = 128 * 1024;
/** Number of stray bytes that are accepted in a file of any size. */
const MAX_STRAY_BYTES = 64 * 1024;
/** Maximum duration of skipped frames of another sample rate or layer, seconds. */
const MAX_OTHER_SECONDS = 1;

/**
 * Decodes MPEG audio, layers I to III, from the first frame at `start`. Damage is skipped, and encoder
 * delay and padding are removed where the file states them. The codec gets complete frames only, so
 * that other bytes between them cannot disturb it.
 *
 * @throws {AudioUndecodableError} more stray bytes than frames, more than a second in another sample
 * rate or layer, or clearly fewer frames than the file's own frame count
 */
export async function* decodeMpeg(reader: ByteReader, start: number): AsyncGenerator<PcmBlock> {
  const splitter = new MpegFrameSplitter();
  const codec = new MPEGDecoder();
  const guard = guardCodec("MPEG", codec);
  await reader.seek(start);
  try {
    await guard.ready();
    for (let isLast = false; !isLast;) {
      const bytes = await reader.read(READ_BYTES);
      isLast = bytes.length === 0;
      const runs = splitter.push(bytes, isLast);
      if (splitter.strayBytes > splitter.frameBytes + MAX_STRAY_BYTES) throw damaged();
      if (splitter.otherSeconds > MAX_OTHER_SECONDS) {
        throw new AudioUndecodableError("its sample rate or layer changes in the middle");
      }

      for (const run of runs) {
        const { channelData, sampleRate, samplesDecoded } = await guard.run(() =>
          codec.decode(run),
        );
        if (samplesDecoded === 0) continue;
        // The codec returns mono as two equal channels.
        const channels = channelData.slice(0, splitter.first?.header.channelCount);
        yield { channels, sampleRate };
      }
    }
  } finally {
    guard.free();
  }
  if (splitter.strayBytes > splitter.frameBytes) throw damaged();
  if (splitter.first) {
    const { header, bytes } = splitter.first;
    const statedFrames = statedMpegFrames(header, bytes);
    const secondsOf = (frames: number): number => (frames * header.sampleCount) / header.sampleRate;
    if (statedFrames !== undefined) {
      checkNotTruncated(secondsOf(statedFrames), secondsOf(splitter.frameCount - 1));
    }
  }
}

function damaged(): AudioUndecodableError {
  return new AudioUndecodableError("more than half of it is damaged");
}
