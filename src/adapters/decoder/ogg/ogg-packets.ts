import type { ByteReader } from "../byte-reader.js";
import type { OggCodec } from "./ogg-codec.js";
import { oggLinkPages, type DecodingWarning } from "./ogg-links.js";
import { joinedBytes } from "./ogg-page-writer.js";

/** Maximum length of a packet with sound, bytes. */
const MAX_PACKET_BYTES = 16 * 1024 * 1024;

/**
 * Yields the packets of the first stream of a codec in an Ogg file, and of those chained to it. A packet that crosses a damaged
 * page is left out; one that is longer than the maximum is cut.
 *
 * @throws {AudioUndecodableError} as `oggLinkPages`
 */
export async function* oggPackets(
  reader: ByteReader,
  start: number,
  codec: OggCodec,
  onWarning: DecodingWarning,
): AsyncGenerator<Uint8Array> {
  let parts: Uint8Array[] = [];
  let partBytes = 0;
  for await (const { body, lacing, continuesPacket } of oggLinkPages(
    reader,
    start,
    codec,
    onWarning,
  )) {
    if (!continuesPacket) {
      parts = [];
      partBytes = 0;
    }
    let isOrphan = continuesPacket && parts.length === 0;
    let from = 0;
    let to = 0;
    for (const length of lacing) {
      to += length;
      if (length === 255) continue;
      parts.push(body.subarray(from, to));
      if (!isOrphan) yield joinedBytes(parts);
      isOrphan = false;
      parts = [];
      partBytes = 0;
      from = to;
    }
    if (to > from && !isOrphan && partBytes < MAX_PACKET_BYTES) {
      parts.push(body.subarray(from, to));
      partBytes += to - from;
    }
  }
}
