import { FLACDecoder } from "@wasm-audio-decoders/flac";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import type { ByteReader } from "../byte-reader.js";
import { guardCodec } from "../codec-guard.js";
import { FlacFrameSplitter, type FlacFrame } from "./flac-frame-splitter.js";
import {
  FLAC_STREAM_INFO_BYTES,
  parseFlacStreamInfo,
  type FlacStreamInfo,
} from "../flac-stream-info.js";
import { OGG_FLAC_STREAM_INFO_START } from "../ogg/ogg-codec.js";
import { oggPackets } from "../ogg/ogg-packets.js";
import { checkNotTruncated } from "../uncompressed/sound-format.js";

const READ_BYTES = 64 * 1024;
const MAX_METADATA_BLOCKS = 1_000;
/** Maximum number of samples per channel decoded at once; silence packs many into few bytes. */
const BLOCK_SAMPLES = 65_536;

/**
 * Decodes a native FLAC file. Frames with a wrong checksum are left out.
 *
 * @throws {AudioUndecodableError} no STREAMINFO, mostly damaged, or clearly shorter than STREAMINFO
 * states
 */
export async function* decodeFlac(reader: ByteReader, start: number): AsyncGenerator<PcmBlock> {
  const info = await readFlacStreamInfo(reader, start);
  yield* decodeFrames(nativeFrames(reader, info), info);
}

/** Decodes FLAC in Ogg; errors as in `decodeFlac`. */
export async function* decodeOggFlac(reader: ByteReader, start: number): AsyncGenerator<PcmBlock> {
  const packets = oggPackets(reader, start, "flac");
  // The first packet: "\x7fFLAC", version, header count, "fLaC", a block header, STREAMINFO.
  const first = await packets.next();
  const head = first.done ? new Uint8Array() : first.value;
  const info = parseFlacStreamInfo(head.subarray(OGG_FLAC_STREAM_INFO_START));
  yield* decodeFrames(oggFrames(packets), info);
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
    for await (const frame of frames) {
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

async function* nativeFrames(reader: ByteReader, info: FlacStreamInfo): AsyncGenerator<FlacFrame> {
  const splitter = new FlacFrameSplitter(info);
  for (let isLast = false; !isLast;) {
    const bytes = await reader.read(READ_BYTES);
    isLast = bytes.length === 0;
    yield* splitter.push(bytes, isLast);
  }
}

/** Yields the packets that are frames; the packets of metadata before them do not start with a sync code. */
async function* oggFrames(packets: AsyncIterable<Uint8Array>): AsyncGenerator<FlacFrame> {
  for await (const bytes of packets) {
    if (bytes[0] === 0xff) yield { bytes, blockSize: 4_096 };
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
