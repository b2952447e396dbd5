import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { OggOpusDecoder } from "ogg-opus-decoder";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import type { ByteReader } from "../byte-reader.js";
import { guardCodec, type CodecGuard } from "../codec-guard.js";
import { CodecPages } from "./codec-pages.js";
import { opusOutputGain, parseOggFormat } from "./ogg-codec.js";
import { ChainedStreams } from "./chained-streams.js";
import { oggLinkPages, type DecodingWarning } from "./ogg-links.js";
import type { SoundFormat } from "../uncompressed/sound-format.js";

/** The common interface of the two codecs; one is synchronous, the other asynchronous. */
interface Codec {
  readonly ready: Promise<void>;
  decode(bytes: Uint8Array): Decoded | Promise<Decoded>;
  flush(): Promise<Decoded>;
  free(): void;
}

interface Decoded {
  readonly channelData: Float32Array[];
  readonly samplesDecoded: number;
  readonly sampleRate: number;
}

/** One logical stream being decoded. */
interface Link {
  readonly format: SoundFormat;
  readonly guard: CodecGuard;
  readonly codec: Codec;
  readonly pages: CodecPages;
  /** The factor of its samples. */
  readonly gain: number;
}

/**
 * Decodes Vorbis or Opus in Ogg. Damaged pages are left out. Chained streams are joined, with the channels of the
 * first; those that cannot have them are left out.
 *
 * @throws {AudioUndecodableError} truncated, mostly damaged, or many chained streams without sound
 */
export async function* decodeOgg(
  reader: ByteReader,
  start: number,
  codecName: "vorbis" | "opus",
  onWarning: DecodingWarning,
): AsyncGenerator<PcmBlock> {
  const links = new ChainedStreams(onWarning);
  let link: Link | undefined;
  try {
    for await (const page of oggLinkPages(reader, start, codecName, onWarning)) {
      if (page.isFirst) {
        if (link) yield* links.allMixed(finished(link));
        const format = parseOggFormat(codecName, page.body);
        link = links.begin(format) ? await openLink(codecName, page.body, format) : undefined;
      }
      if (!link) continue;
      const { codec, guard, pages } = link;
      for (const bytes of pages.push(page)) {
        const decoded = await guard.run(() => codec.decode(bytes));
        for (const block of blocksOf(decoded, link)) yield links.mixed(block);
      }
    }
    if (link) yield* links.allMixed(finished(link));
  } finally {
    link?.guard.free();
  }
}

async function openLink(
  codecName: "vorbis" | "opus",
  head: Uint8Array,
  format: SoundFormat,
): Promise<Link> {
  const codec: Codec = codecName === "vorbis" ? new OggVorbisDecoder() : new OggOpusDecoder();
  const guard = guardCodec(codecName === "vorbis" ? "Vorbis" : "Opus", codec);
  await guard.ready();
  const pages = new CodecPages(codecName);
  return { format, codec, guard, pages, gain: codecName === "opus" ? opusOutputGain(head) : 1 };
}

/** Yields the samples that the codec still buffers at the end of a stream. */
async function* finished(link: Link): AsyncGenerator<PcmBlock> {
  const { codec, guard } = link;
  try {
    yield* blocksOf(await guard.run(() => codec.flush()), link);
  } finally {
    guard.free();
  }
}

function* blocksOf(
  decoded: Decoded,
  { format: { sampleRate, channelCount }, gain }: Link,
): Generator<PcmBlock> {
  if (decoded.samplesDecoded <= 0) return;
  if (decoded.sampleRate !== sampleRate || decoded.channelData.length !== channelCount) {
    throw new AudioUndecodableError("its header does not match its audio");
  }
  const channels = decoded.channelData;
  if (gain !== 1) {
    for (const samples of channels) samples.forEach((sample, at) => (samples[at] = sample * gain));
  }
  yield { channels, sampleRate };
}
