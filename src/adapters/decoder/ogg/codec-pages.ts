import { OGG_COMMENT_MAGICS, opusPreSkip } from "./ogg-codec.js";
import type { OggPage } from "./ogg-page-splitter.js";
import { joinedBytes, oggHeaderPages, oggPage } from "./ogg-page-writer.js";

/** Maximum length of a header packet that is kept, bytes; the codecs take up to 128 KiB. */
const MAX_HEADER_BYTES = 1024 * 1024;

/** The comments that a codec gets in place of those of the file: no vendor, and no comment. */
const NO_COMMENTS = {
  opus: latin1(`${OGG_COMMENT_MAGICS.opus}${"\0".repeat(8)}`),
  vorbis: latin1(`${OGG_COMMENT_MAGICS.vorbis}${"\0".repeat(8)}\x01`),
} as const;

const VORBIS_SETUP_MAGIC = "\x05vorbis";

/** A header packet of which more is to come. */
interface BegunHeader {
  /** Whether it is handed to the codec. */
  readonly isKept: boolean;
  readonly parts: Uint8Array[];
  byteLength: number;
}

/**
 * Makes pages for a codec of the pages of one stream. The parser of the codecs takes the page with the number 1
 * for the whole comments of Opus, and counts samples from the position of the page before. So it gets the headers on
 * pages of their own with empty comments, and pages that are numbered from 0 on and have a position each.
 */
export class CodecPages {
  readonly #packets: Uint8Array[] = [];
  #header: BegunHeader | undefined;
  #hasAudioBegun = false;
  #pageCount = 0;
  /** The position of the page before, samples. */
  #granulePosition = 0;

  constructor(private readonly codec: "vorbis" | "opus") {}

  /** Takes the next page, the first of the stream first; returns none while the headers last. */
  push(page: OggPage): readonly Uint8Array[] {
    return this.#hasAudioBegun ? this.#numbered(page) : this.#withoutHeaders(page);
  }

  #withoutHeaders(page: OggPage): readonly Uint8Array[] {
    // Where the rest of a packet is missing, its beginning is of no use.
    if (!page.continuesPacket) this.#header = undefined;
    let at = 0;
    for (const [segment, length] of page.lacing.entries()) {
      if (!this.#header) {
        const isRest = segment === 0 && page.continuesPacket;
        this.#header = isRest ? begunHeader(false) : this.#begin(page.body.subarray(at));
      }
      if (!this.#header) return this.#beginAudio(page, segment, at);
      this.#add(this.#header, page.body.subarray(at, at + length));
      at += length;
      if (length < 255) this.#end(this.#header);
    }
    return [];
  }

  /** Returns the header that begins with these bytes; `undefined` where they are audio. */
  #begin(bytes: Uint8Array): BegunHeader | undefined {
    if (this.#packets.length === 0) return begunHeader(true);
    if (beginsWith(bytes, OGG_COMMENT_MAGICS[this.codec])) return begunHeader(false);
    const isSetup = this.codec === "vorbis" && beginsWith(bytes, VORBIS_SETUP_MAGIC);
    return isSetup ? begunHeader(true) : undefined;
  }

  #add(header: BegunHeader, part: Uint8Array): void {
    if (!header.isKept || header.byteLength > MAX_HEADER_BYTES) return;
    header.parts.push(part);
    header.byteLength += part.length;
  }

  #end({ isKept, parts }: BegunHeader): void {
    if (isKept) this.#packets.push(joinedBytes(parts));
    this.#header = undefined;
  }

  /** Returns the pages of the headers, and what a page has behind them. */
  #beginAudio(page: OggPage, segment: number, at: number): readonly Uint8Array[] {
    this.#hasAudioBegun = true;
    const [head = new Uint8Array(), ...others] = this.#packets;
    const { serial } = page;
    const headers = [
      ...oggHeaderPages([head], { serial, firstNumber: 0 }),
      ...oggHeaderPages([NO_COMMENTS[this.codec], ...others], { serial, firstNumber: 1 }),
    ];
    this.#pageCount = headers.length;
    // The samples that are not played count in the positions of pages.
    this.#granulePosition = this.codec === "opus" ? opusPreSkip(head) : 0;
    setPosition(headers.at(-1), this.#granulePosition);
    if (segment === 0) return [...headers, ...this.#numbered(page)];
    const bytes = oggPage(
      { ...page, continuesPacket: false },
      page.lacing.subarray(segment),
      page.body.subarray(at),
    );
    return [...headers, ...this.#numbered({ ...page, bytes })];
  }

  #numbered({ bytes, lacing, granulePosition }: OggPage): readonly Uint8Array[] {
    if (lacing.length === 0) return [];
    if (granulePosition !== -1) this.#granulePosition = granulePosition;
    // The checksum, which the splitter has verified, is not read again.
    setPosition(bytes, this.#granulePosition);
    viewOf(bytes).setUint32(18, this.#pageCount, true);
    this.#pageCount += 1;
    return [bytes];
  }
}

const begunHeader = (isKept: boolean): BegunHeader => ({ isKept, parts: [], byteLength: 0 });

function beginsWith(bytes: Uint8Array, magic: string): boolean {
  return String.fromCharCode(...bytes.subarray(0, magic.length)) === magic;
}

function setPosition(page: Uint8Array | undefined, granulePosition: number): void {
  if (page) viewOf(page).setBigInt64(6, BigInt(granulePosition), true);
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function latin1(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => character.charCodeAt(0));
}
