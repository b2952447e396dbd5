import { isSameState } from "../../domain/library/file-state.js";
import type { AudioRange } from "../../domain/audio-range.js";
import type { PcmBlock } from "../../ports/analysis/audio-decoder.js";
import type { AudioDigest } from "../../ports/library/audio-digests.js";
import type { ContainerAudioDecoder } from "../decoder/container-audio-decoder.js";
import type { ContainerParts } from "../decoder/decode-container.js";
import type { DecodingWarning } from "../decoder/ogg/ogg-links.js";
import { openByteReader, rangeOf, type OpenAudio } from "../decoder/open-byte-reader.js";
import { openFileAtOnce } from "../files/open-file.js";
import { IdentifyingReader } from "../library/audio-stream/identifying-reader.js";

/** How long a decoding waits for the next part of its file, milliseconds: the next job is there after some of them. */
const HELD_MILLISECONDS = 5_000;

/** Sound, and what identifies it. */
export interface IdentifiedSound {
  readonly blocks: AsyncIterable<PcmBlock>;
  /** Called once the blocks were read. */
  readonly identify: () => Promise<AudioDigest | undefined>;
}

/** A file of which the next part may be wanted. */
interface HeldFile {
  readonly reader: IdentifyingReader;
  readonly parts: ContainerParts;
}

/**
 * Decodes files, and parts of files. Where a format has to be decoded from its beginning, the decoding of a part is
 * held for a while, and the next part of the same file goes on where it ended: the tracks of a file cost one decoding
 * together, and one digest, if they come in their order.
 */
export class AudioInParts {
  #held: HeldFile | undefined;
  #timer: NodeJS.Timeout | undefined;
  #warn: DecodingWarning = () => undefined;

  constructor(
    private readonly decoder: Pick<ContainerAudioDecoder, "decodeOpened" | "openParts">,
  ) {}

  /** Lets the sound of audio, or of the part of it that is meant, be used; one at a time. */
  async use<Result>(
    file: OpenAudio,
    onWarning: DecodingWarning,
    use: (sound: IdentifiedSound) => Promise<Result>,
  ): Promise<Result> {
    const range = rangeOf(file);
    const held = range && (await this.#heldFor(file, range));
    if (!held) {
      const reader = await IdentifyingReader.over(file);
      const blocks = this.decoder.decodeOpened(reader, undefined, onWarning);
      return use({ blocks, identify: () => reader.identify() });
    }
    this.#warn = onWarning;
    let isHeld = false;
    try {
      const identify = (): Promise<AudioDigest | undefined> => held.reader.identify(range);
      const result = await use({ blocks: held.parts.part(range), identify });
      isHeld = range.endFrame !== undefined;
      return result;
    } finally {
      if (isHeld) this.#timer = setTimeout(() => void this.#release(), HELD_MILLISECONDS).unref();
      else await this.#release();
    }
  }

  /** Returns the file whose decoding leads to a range; `undefined` where each range is decoded alone. */
  async #heldFor(file: OpenAudio, range: AudioRange): Promise<HeldFile | undefined> {
    clearTimeout(this.#timer);
    if (this.#held && leadsTo(this.#held, file, range)) return this.#held;
    await this.#release();
    if (file.audio.kind === "memory") return undefined;
    const { path, within, state = file.state } = file.audio;
    const whole = { path, ...(within && { within }), ...(state && { state }) };
    // Opened again, because it stays open longer.
    const opened = await openByteReader({ kind: "file", ...whole }, openFileAtOnce);
    try {
      const reader = await IdentifyingReader.over(opened);
      const parts = await this.decoder.openParts(reader, (warning) => this.#warn(warning));
      if (parts) this.#held = { reader, parts };
    } finally {
      if (!this.#held) await opened.close();
    }
    return this.#held;
  }

  async #release(): Promise<void> {
    const held = this.#held;
    this.#held = undefined;
    if (!held) return;
    try {
      await held.parts.close();
    } finally {
      await held.reader.close();
    }
  }
}

/** Returns whether a file that is decoded is the one that is wanted, in the same state, and the range is still to come. */
function leadsTo({ reader, parts }: HeldFile, wanted: OpenAudio, range: AudioRange): boolean {
  const [own, other] = [reader.audio, wanted.audio];
  const isSame = own.kind === "file" && other.kind === "file" && own.path === other.path;
  const areSameStates = reader.state && wanted.state && isSameState(reader.state, wanted.state);
  return isSame && areSameStates === true && parts.isAhead(range);
}
