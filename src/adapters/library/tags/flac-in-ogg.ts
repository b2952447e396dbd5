import { findOggCodec } from "../../decoder/ogg/ogg-codec.js";
import { PositionedReader } from "../../decoder/memory-reader.js";
import { oggPackets } from "../../decoder/ogg/ogg-packets.js";
import type { KeptParts } from "./kept-parts.js";

/** Bytes in which the first page of an Ogg file ends. */
const HEAD_BYTES = 4096;

/**
 * Position of what a FLAC file begins with, "fLaC", in the first packet.
 *
 * Source: Xiph.Org, "Ogg FLAC mapping", xiph.org/flac/ogg_mapping.html.
 */
const FLAC_START = 9;

/** Position of the header of its first block, in the first packet, and in the others. */
const FIRST_BLOCK_START = 13;

/** Of the header of a block: whether it is the last one. */
const LAST_BLOCK = 0x80;

/** Bytes of a file that are read for its blocks: a cover of 16 MiB, another picture, and all texts. */
const MAX_BYTES = 32 * 1024 * 1024;

/**
 * Returns the metadata of FLAC in Ogg as a FLAC file begins with it, of which the general reader of tags reads
 * nothing inside of Ogg; `undefined` for other files, and where it is damaged or too long.
 *
 * @throws {AudioUndecodableError} its pages are damaged
 */
export async function findFlacInOgg(file: KeptParts): Promise<Uint8Array | undefined> {
  if (findOggCodec(file.bytesAt(0, HEAD_BYTES)) !== "flac") return undefined;
  const head = new PositionedReader(MAX_BYTES, (position, length) =>
    file.bytesAt(position, Math.max(0, Math.min(length, MAX_BYTES - position))),
  );
  const parts: Uint8Array[] = [];
  for await (const packet of oggPackets(head, 0, "flac", () => undefined)) {
    const header = packet[parts.length === 0 ? FIRST_BLOCK_START : 0];
    parts.push(parts.length === 0 ? packet.subarray(FLAC_START) : packet);
    if (header === undefined) return undefined;
    if (header & LAST_BLOCK) return Buffer.concat(parts);
  }
  return undefined;
}
