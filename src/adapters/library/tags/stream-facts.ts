import type { IFormat } from "music-metadata";
import { audioFormats } from "../../../domain/library/audio-formats.js";
import type { StreamFacts } from "../../../domain/track/holding-file.js";
import type { OggCodec } from "../../decoder/ogg/ogg-codec.js";
import type { Container } from "../../decoder/sniff-container.js";

const oggNames = {
  vorbis: "Vorbis",
  opus: "Opus",
  flac: "FLAC",
} as const satisfies Readonly<Record<OggCodec, string>>;

/** The codecs of MP4 and MPEG that are told apart, and how the reader of tags names them. */
const codecNames = [
  ["ALAC", /alac/i],
  ["AAC", /aac|mp4a/i],
  ["MP2", /layer 2/i],
  ["MP1", /layer 1/i],
] as const;

/**
 * Returns how a file is encoded: its format by its bytes, and the mean bit rate where the reader of its tags knows it.
 *
 * @param read what that reader found; without it, the codec of an MP4 and the bit rate stay open
 */
export function streamFactsOf(
  container: Container,
  read: Pick<IFormat, "bitrate" | "codec"> = {},
): StreamFacts {
  // Opus states none, and the reader counts a part of its pages.
  const isStated = container.format !== "ogg" || container.codec !== "opus";
  const bitRateKbps = isStated ? Math.round((read.bitrate ?? 0) / 1000) : 0;
  return {
    format: formatNameOf(container, read.codec),
    ...(bitRateKbps > 0 && bitRateKbps < Infinity && { bitRateKbps }),
  };
}

function formatNameOf(container: Container, codec = ""): string {
  if (container.format === "ogg") return oggNames[container.codec];
  if (container.mediaType === "audio/mp4" || container.format === "mpeg") {
    const named = codecNames.find(([, pattern]) => pattern.test(codec))?.[0];
    return named ?? (container.format === "mpeg" ? "MP3" : "MP4");
  }
  if (container.format === "foreign") return container.name;
  return audioFormats.find(({ decoder }) => decoder === container.format)?.name ?? "";
}
