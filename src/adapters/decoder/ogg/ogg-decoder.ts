import { OggVorbisDecoder } from "@wasm-audio-decoders/ogg-vorbis";
import { OggOpusDecoder } from "ogg-opus-decoder";

import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { PcmBlock } from "../../../ports/analysis/audio-decoder.js";
import type { ByteReader } from "../byte-reader.js";
import { guardCodec, type CodecGuard } from "../codec-guard.js";
import { CodecPages } from "./codec-pages.js";
import { opusOutputGain, parseOggFormat } from "./ogg-codec.js";
import { oggLinkPages } from "./ogg-links.js";
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

/** Maximum number of streams without sound in a row: each needs a codec of its own. */
const MAX_EMPTY_LINKS = 8;

/**
 * Decodes Vorbis or Opus in Ogg. Damaged pages are left out; chained streams are joined.
 *
 * @throws {AudioUndecodableError} truncated, mostly damaged, chained streams that differ in sample
 * rate or channels, or many without sound
 */
export async function* decodeOgg(
  reader: ByteReader,
  start: number,
  codecName: "vorbis" | "opus",
): AsyncGenerator<PcmBlock> {
  let link: Link | undefined;
  let emptyLinks = 0;
  try {
    for await (const page of oggLinkPages(reader, start, codecName)) {
      if (page.isFirst) {
        if (link) yield* finished(link);
        emptyLinks += 1;
        if (emptyLinks > MAX_EMPTY_LINKS) {
          throw new AudioUndecodableError("too many of its chained streams contain no audio");
        }
        link = await openLink(codecName, page.body, link);
      }
      if (!link) continue;
      const { codec, guard, pages } = link;
      for (const bytes of pages.push(page)) {
        for (const block of blocksOf(await guard.run(() => codec.decode(bytes)), link)) {
          emptyLinks = 0;
          yield block;
        }
      }
    }
    if (link) yield* finished(link);
  } finally {
    link?.guard.free();
  }
}

async function openLink(
  codecName: "vorbis" | "opus",
  head: Uint8Array,
  before: Link | undefined,
): Promise<Link> {
  const format = parseOggFormat(codecName, head);
  if (
    before &&
    (format.sampleRate !== before.format.sampleRate ||
      format.channelCount !== before.format.channelCount)
  ) {
    throw new AudioUndecodableError("its sample rate or channel count changes in the middle");
  }
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
