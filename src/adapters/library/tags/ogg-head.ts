import { PositionedReader } from "../../decoder/memory-reader.js";
import type { Container } from "../../decoder/sniff-container.js";
import { oggPackets } from "../../decoder/ogg/ogg-packets.js";
import { firstPageHeaders } from "../../decoder/ogg/ogg-page-splitter.js";
import { oggHeaderPages } from "../../decoder/ogg/ogg-page-writer.js";
import type { KeptParts } from "./kept-parts.js";

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

/** Bytes in which the first pages of a file are, and how many of them tell whether it has several streams. */
const BEGINNING_BYTES = 64 * 1024;
const BEGINNING_PAGES = 4;

/** Number of packets before the sound. */
const HEADER_COUNTS = { vorbis: 3, opus: 2 } as const;

/** What the beginning of an Ogg file is for the general reader of tags. */
interface OggHead {
  readonly bytes: Uint8Array;
  readonly mediaType: string;
}

/**
 * Returns the metadata of an Ogg file as the general reader of tags reads it, where it does not read the file: FLAC
 * as a FLAC file begins with it, and the headers of a sound among those of pictures without these. `undefined` where
 * it reads the file, and where this is damaged or too long.
 *
 * @throws {AudioUndecodableError} its pages are damaged
 */
export async function findOggHead(
  file: KeptParts,
  { codec, start, mediaType }: Extract<Container, { readonly format: "ogg" }>,
): Promise<OggHead | undefined> {
  const head = new PositionedReader(MAX_BYTES, (position, length) =>
    file.bytesAt(position, Math.max(0, Math.min(length, MAX_BYTES - position))),
  );
  const packets = oggPackets(head, start, codec, () => undefined);
  if (codec === "flac") {
    const bytes = await findFlacHead(packets);
    return bytes && { bytes, mediaType: "audio/flac" };
  }
  if (!hasSeveralStreams(file.bytesAt(start, BEGINNING_BYTES))) return undefined;
  const headers: Uint8Array[] = [];
  for await (const packet of packets) {
    headers.push(packet);
    if (headers.length === HEADER_COUNTS[codec]) return { bytes: pagesOf(headers), mediaType };
  }
  return undefined;
}

function hasSeveralStreams(beginning: Uint8Array): boolean {
  const serials = firstPageHeaders(beginning, BEGINNING_PAGES).map(({ serial }) => serial);
  return new Set(serials).size > 1;
}

/** Returns headers on pages of one stream, the first of them on a page of its own. */
function pagesOf([first, ...others]: readonly Uint8Array[]): Uint8Array {
  const pages = [first ? [first] : [], others].flatMap((packets, firstNumber) =>
    oggHeaderPages(packets, { serial: 1, firstNumber }),
  );
  return Buffer.concat(pages);
}

async function findFlacHead(packets: AsyncIterable<Uint8Array>): Promise<Uint8Array | undefined> {
  const parts: Uint8Array[] = [];
  for await (const packet of packets) {
    const header = packet[parts.length === 0 ? FIRST_BLOCK_START : 0];
    parts.push(parts.length === 0 ? packet.subarray(FLAC_START) : packet);
    if (header === undefined) return undefined;
    if (header & LAST_BLOCK) return Buffer.concat(parts);
  }
  return undefined;
}
