import { createHash, type Hash } from "node:crypto";
import {
  oggCodecOf,
  OGG_FLAC_STREAM_INFO_START,
  type OggCodec,
} from "../../decoder/ogg/ogg-codec.js";
import type { OggPage } from "../../decoder/ogg/ogg-page-splitter.js";
import { flacSoundFormat } from "./flac-file.js";

/** A segment of this length continues a packet in the next one. */
const FULL_SEGMENT = 255;

/**
 * Hashes the packets of one stream of an Ogg file, without its comments. It hashes packets and not
 * pages, because longer comments renumber the pages that follow, and change their checksums.
 */
export class OggStreamHash {
  /** Number of bytes of audio packets so far. */
  audioBytes = 0;

  readonly #content: Hash = createHash("sha256");
  /** The lengths of the packets, so that their borders count. */
  readonly #lengths: Hash = createHash("sha256");
  #pageLengths: number[] = [];
  #packetIndex = 0;
  #packetBytes = 0;
  #isInPacket = false;
  /** The position of the last sample, which says how many samples of the last packet are played. */
  #lastGranule = -1;
  #isComment = false;
  #hasAudioBegun = false;

  /** @param codec of its first packet; see `findOggStreamCodec` */
  constructor(private readonly codec: OggCodec) {}

  push({ body, lacing, granulePosition, continuesPacket }: OggPage): void {
    // The page with the rest of the packet is missing.
    if (this.#isInPacket && !continuesPacket) this.#endPacket();
    let start = 0;
    let at = 0;
    for (const segment of lacing) {
      if (!this.#isInPacket) this.#beginPacket(body.subarray(start));
      at += segment;
      if (segment < FULL_SEGMENT) {
        this.#hash(body.subarray(start, at));
        this.#endPacket();
        start = at;
      }
    }
    this.#hash(body.subarray(start, at));
    this.#lengths.update(Float64Array.from(this.#pageLengths));
    this.#pageLengths = [];
    if (granulePosition !== -1) this.#lastGranule = granulePosition;
  }

  /** Returns the hash of everything so far. Called once. */
  digest(): Buffer {
    this.#lengths.update(String(this.#lastGranule));
    return createHash("sha256")
      .update(`${this.codec}\n`)
      .update(this.#content.digest())
      .update(this.#lengths.digest())
      .digest();
  }

  #beginPacket(start: Uint8Array): void {
    this.#isInPacket = true;
    if (this.codec === "flac") {
      // Any number of metadata packets precedes the audio, whose packets begin with a sync code.
      this.#hasAudioBegun ||= this.#packetIndex > 0 && start[0] === 0xff;
      this.#isComment = !this.#hasAudioBegun;
      if (this.#packetIndex > 0) return;
      this.#content.update(flacSoundFormat(start.subarray(OGG_FLAC_STREAM_INFO_START)));
    } else {
      this.#hasAudioBegun = this.#packetIndex >= (this.codec === "vorbis" ? 3 : 2);
      this.#isComment = this.#packetIndex === 1;
    }
  }

  #endPacket(): void {
    if (!this.#isComment) this.#pageLengths.push(this.#packetBytes);
    this.#packetBytes = 0;
    this.#packetIndex += 1;
    this.#isInPacket = false;
  }

  #hash(bytes: Uint8Array): void {
    if (this.#isComment) return;
    this.#packetBytes += bytes.length;
    this.#content.update(bytes);
    if (this.#hasAudioBegun) this.audioBytes += bytes.length;
  }
}

/** Returns the codec of the stream that begins with this page, or `undefined` where it is none of ours. */
export function findOggStreamCodec(page: OggPage): OggCodec | undefined {
  return page.isFirst ? oggCodecOf(page.body) : undefined;
}
