import { FLACDecoder } from "@wasm-audio-decoders/flac";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { AudioRange } from "../../../domain/audio-range.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import { blocksInRange } from "../decoded-parts.js";
import type { ByteReader } from "../byte-reader.js";
import { guardCodec } from "../codec-guard.js";
import type { FlacFrame } from "./flac-frame-splitter.js";
import { findFlacPart, framesIn } from "./flac-part.js";
import {
  FLAC_STREAM_INFO_BYTES,
  parseFlacStreamInfo,
  type FlacStreamInfo,
} from "../flac-stream-info.js";
import { ChainedStreams } from "../ogg/chained-streams.js";
import { OGG_FLAC_STREAM_INFO_START, oggCodecOf } from "../ogg/ogg-codec.js";
import type { DecodingWarning } from "../ogg/ogg-links.js";
import { oggPackets } from "../ogg/ogg-packets.js";
import { findTrailingTagsStart } from "../trailing-tags.js";
import { checkNotTruncated } from "../uncompressed/sound-format.js";

const MAX_METADATA_BLOCKS = 1_000;
/** Maximum number of samples per channel decoded at once; silence packs many into few bytes. */
const BLOCK_SAMPLES = 65_536;

/**
 * Decodes a native FLAC file, or a range of it. Frames with a wrong checksum are left out.
 *
 * @throws {AudioUndecodableError} no STREAMINFO, mostly damaged, or clearly shorter than STREAMINFO
 * states
 */
export async function* decodeFlac(
  reader: ByteReader,
  start: number,
  range: AudioRange | undefined,
): AsyncGenerator<PcmBlock> {
  const info = await readFlacStreamInfo(reader, start);
  const { position, size } = reader;
  // A tag behind the last frame would belong to it, because a frame does not state its length.
  const end = size === undefined ? Infinity : await findTrailingTagsStart(reader, position);
  const all = { start: position, end };
  if (!range) {
    yield* decodeFrames(framesIn(reader, info, all), info);
    return;
  }
  const part = await findFlacPart(reader, info, all, range);
  const isToEnd = range.endFrame === undefined && info.sampleCount > 0;
  const sampleCount = isToEnd ? info.sampleCount - part.firstSample : 0;
  const blocks = decodeFrames(framesIn(reader, info, part), { ...info, sampleCount });
  yield* blocksInRange(blocks, range, part.firstSample / info.sampleRate);
}

/** Decodes FLAC in Ogg; errors as in `decodeFlac`, chained streams as in `decodeOgg`. */
export async function* decodeOggFlac(
  reader: ByteReader,
  start: number,
  onWarning: DecodingWarning,
): AsyncGenerator<PcmBlock> {
  const packets = oggPackets(reader, start, "flac", onWarning);
  const streams = new ChainedStreams(onWarning);
  const first = await packets.next();
  let head: Uint8Array | undefined = first.done ? new Uint8Array() : first.value;
  while (head) {
    // The first packet: "\x7fFLAC", version, header count, "fLaC", a block header, STREAMINFO.
    const info = parseFlacStreamInfo(head.subarray(OGG_FLAC_STREAM_INFO_START));
    const stream = new OggFlacFrames(packets);
    if (streams.begin(info)) yield* streams.allMixed(decodeFrames(stream.frames(), info));
    else for await (const frame of stream.frames()) void frame;
    head = stream.nextHead;
  }
}

async function* decodeFrames(
  frames: AsyncIterable<FlacFrame>,
  info: FlacStreamInfo,
): AsyncGenerator<PcmBlock> {
  const { sampleRate, channelCount } = info;
  const codec = new FLACDecoder();
  const guard = guardCodec("FLAC", codec);
  let decodedSamples = 0;

  async function* decoded(batch: readonly FlacFrame[]): AsyncGenerator<PcmBlock> {
    const { channelData, samplesDecoded } = await guard.run(() =>
      codec.decodeFrames(batch.map(({ bytes }) => bytes)),
    );
    if (samplesDecoded === 0) return;
    if (channelData.length !== channelCount) {
      throw new AudioUndecodableError("its header does not match its audio");
    }
    decodedSamples += samplesDecoded;
    yield { channels: channelData, sampleRate };
  }

  try {
    await guard.ready();
    let batch: FlacFrame[] = [];
    let batchSamples = 0;
    let isFirst = true;
    for await (const frame of frames) {
      if (isFirst && refersToStreamInfo(frame)) batch.push(streamHeadOf(info));
      isFirst = false;
      batch.push(frame);
      batchSamples += frame.blockSize;
      if (batchSamples < Math.min(sampleRate, BLOCK_SAMPLES)) continue;
      yield* decoded(batch);
      batch = [];
      batchSamples = 0;
    }
    if (batch.length > 0) yield* decoded(batch);
  } finally {
    guard.free();
  }
  checkNotTruncated(info.sampleCount / sampleRate, decodedSamples / sampleRate);
}

/** Whether the header of a frame leaves its sample rate or its width to STREAMINFO. Source: RFC 9639, 9.1.2 and 9.1.4. */
const refersToStreamInfo = ({ bytes }: FlacFrame): boolean =>
  ((bytes[2] ?? 0) & 0x0f) === 0 || ((bytes[3] ?? 0) & 0x0e) === 0;

/** The beginning of a stream, from which the codec then knows them: "fLaC" and STREAMINFO as the last block. */
const streamHeadOf = ({ bytes }: FlacStreamInfo): FlacFrame => ({
  bytes: Uint8Array.of(0x66, 0x4c, 0x61, 0x43, 0x80, 0, 0, bytes.length, ...bytes),
  blockSize: 0,
});

/** The frames of one stream in Ogg, up to the first packet of the stream that is chained to it. */
class OggFlacFrames {
  /** That packet, once all frames are read; `undefined` where no stream follows. */
  nextHead: Uint8Array | undefined;

  constructor(private readonly packets: AsyncGenerator<Uint8Array>) {}

  /** Yields the packets that are frames; the packets of metadata before them do not start with a sync code. */
  async *frames(): AsyncGenerator<FlacFrame> {
    for (let next = await this.packets.next(); !next.done; next = await this.packets.next()) {
      const bytes = next.value;
      if (bytes[0] === 0xff) yield { bytes, blockSize: 4_096 };
      else if (oggCodecOf(bytes) === "flac") {
        this.nextHead = bytes;
        return;
      }
    }
  }
}

/**
 * Reads STREAMINFO, and moves the reader to the first frame, behind the other metadata.
 *
 * @throws {AudioUndecodableError} there is none, or it is damaged
 */
export async function readFlacStreamInfo(
  reader: ByteReader,
  start: number,
): Promise<FlacStreamInfo> {
  await reader.seek(start + 4);
  let info: FlacStreamInfo | undefined;
  for (let block = 0; block < MAX_METADATA_BLOCKS; block += 1) {
    const [kind = 0, ...size] = await reader.read(4);
    if (size.length < 3) break;
    const byteLength = size.reduce((length, byte) => length * 256 + byte, 0);
    const bodyStart = reader.position;
    if ((kind & 0x7f) === 0) info = parseFlacStreamInfo(await reader.read(FLAC_STREAM_INFO_BYTES));
    await reader.seek(bodyStart + byteLength);
    if (kind >= 0x80) break;
  }
  if (info) return info;
  throw new AudioUndecodableError("its FLAC header does not describe the samples");
}
