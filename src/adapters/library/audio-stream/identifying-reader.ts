import { createHash } from "node:crypto";
import type { AudioRange } from "../../../domain/audio-range.js";
import { recordingIdFrom } from "../../../domain/track/recording-id.js";
import type { AudioDigest } from "../../../ports/library/audio-digests.js";
import { rangeOf, type OpenAudio } from "../../decoder/open-byte-reader.js";
import type { ByteRange } from "../../decoder/byte-reader.js";
import {
  openStreamHash,
  piecesOf,
  PIECE_BYTES,
  type StreamDigest,
  type StreamHash,
} from "./stream-digest.js";

/** Begins what is hashed; another number where recordings would get other ids. */
const ID_VERSION = "overtone recording 1\n";

/**
 * Reads audio for a decoder, and hashes the bytes of the encoded audio as they pass, so that the id of the
 * recording is computed from the bytes that were decoded. What a decoder has not read is read at the end.
 */
export class IdentifyingReader implements OpenAudio {
  readonly #stream: StreamHash | undefined;
  /** What is still to be hashed, in order; none is empty. */
  #ranges: readonly ByteRange[];
  #identified: Promise<StreamDigest & { readonly isStream: boolean }> | undefined;

  private constructor(
    private readonly source: OpenAudio,
    stream: StreamHash | undefined,
  ) {
    this.#stream = stream;
    this.#ranges = (stream?.ranges ?? []).filter(({ start, end }) => start < end);
  }

  /**
   * Finds where the encoded audio is.
   *
   * @throws {AudioUnavailableError} it temporarily cannot be read
   */
  static async over(source: OpenAudio): Promise<IdentifyingReader> {
    return new IdentifyingReader(source, await openStreamHash(source, rangeOf(source)));
  }

  get position(): number {
    return this.source.position;
  }

  get size(): number {
    return this.source.size;
  }

  get audio(): OpenAudio["audio"] {
    return this.source.audio;
  }

  get state(): OpenAudio["state"] {
    return this.source.state;
  }

  get descriptor(): OpenAudio["descriptor"] {
    return this.source.descriptor;
  }

  async read(length: number): Promise<Uint8Array> {
    const { position } = this.source;
    const bytes = await this.source.read(length);
    // At once, because the caller may change them.
    this.#hash(bytes, position);
    return bytes;
  }

  seek(position: number): Promise<void> {
    return this.source.seek(position);
  }

  checkUnchanged(): Promise<void> {
    return this.source.checkUnchanged();
  }

  close(): Promise<void> {
    return this.source.close();
  }

  /**
   * Returns the id of the recording, from the digest of its audio stream and from what else changes
   * how it is heard; where the audio cannot be told
   * from its tags, from a digest of all bytes. Who still reads goes on where it was.
   *
   * @param range of which all audio of the file is hashed; by default the one that was opened
   * @returns `undefined` where there are no bytes
   * @throws {AudioUnavailableError} it temporarily cannot be read
   */
  async identify(range = rangeOf(this.source)): Promise<AudioDigest | undefined> {
    this.#identified ??= this.#digestAll();
    const { digest, bytes, facts, isStream } = await this.#identified;
    if (bytes === 0) return undefined;
    const heard = `${facts}${rangeFact(range)}`;
    const id = createHash("sha256").update(`${ID_VERSION}${digest}\n${heard}`).digest("hex");
    return { recordingId: recordingIdFrom(id), bytes, ...(isStream && { digest }) };
  }

  /** Hashes what was not read yet, and returns the digest. */
  async #digestAll(): Promise<StreamDigest & { readonly isStream: boolean }> {
    const { position } = this;
    for (let next = this.#ranges[0]; next; next = this.#ranges[0]) {
      await this.seek(next.start);
      const piece = await this.read(Math.min(PIECE_BYTES, next.end - next.start));
      if (piece.length === 0) this.#ranges = this.#ranges.slice(1);
    }
    const stream = this.#stream?.finish();
    const digest = stream ?? (await this.#wholeFile());
    await this.seek(position);
    return { ...digest, isStream: stream !== undefined };
  }

  /** Hashes the part of these bytes that is next, if it is in them. */
  #hash(bytes: Uint8Array, position: number): void {
    for (let next = this.#ranges[0]; next; next = this.#ranges[0]) {
      const { start, end } = next;
      const part = bytes.subarray(Math.max(0, start - position), Math.max(0, end - position));
      if (start < position || part.length === 0) return;
      this.#stream?.update(part);
      const rest = { start: start + part.length, end };
      this.#ranges = [...(rest.start < end ? [rest] : []), ...this.#ranges.slice(1)];
    }
  }

  async #wholeFile(): Promise<StreamDigest> {
    const hash = createHash("sha256").update("overtone whole file 1\n");
    let bytes = 0;
    for await (const piece of piecesOf(this.source, { start: 0, end: this.size })) {
      hash.update(piece);
      bytes += piece.length;
    }
    return { digest: hash.digest("hex"), bytes, facts: "" };
  }
}

/** Returns what a range adds to the facts of a recording: two ranges of the same bytes are two recordings. */
function rangeFact(range: AudioRange | undefined): string {
  return range ? `\nframes ${range.startFrame} to ${range.endFrame ?? "the end"}` : "";
}
