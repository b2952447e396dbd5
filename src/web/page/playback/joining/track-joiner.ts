import { SoundLine } from "./sound-line.js";

/** What the page tells the thread that renders audio. Frames are those of its clock. */
export type JoinerMessage =
  /** A line is heard as its sound comes. */
  | { readonly kind: "hear"; readonly line: number }
  | ({ readonly kind: "hold"; readonly line: number } & HeldAfter)
  /** The sound of a held line has begun at about this frame. */
  | { readonly kind: "start"; readonly line: number; readonly frame: number }
  /** No more sound of its track comes to a line. */
  | { readonly kind: "end"; readonly line: number }
  /** What a line has is not heard. */
  | { readonly kind: "clear"; readonly line: number };

/** After what a line is heard. */
export interface HeldAfter {
  readonly after: number;
  /** The frame at which the line before is heard to end, exact to `END_SLACK_SECONDS`. */
  readonly frame: number;
  /** Whether the line before ends there though its sound goes on, as a track within a file does. */
  readonly isCut: boolean;
}

/** A held line is heard now. */
export interface LineBegun {
  readonly line: number;
  /** By how many frames its sound is heard after it has come. */
  readonly delayFrames: number;
}

/** How exactly the end of a track is known before its last sample has come. */
const END_SLACK_SECONDS = 0.04;

/**
 * Joins tracks to the sample. The sound of the next one comes before the one that is heard has ended, is held, and is heard from the
 * sample on at which that falls silent. What is held is less than a second, however long a track is.
 */
export class TrackJoiner {
  readonly #lines: readonly SoundLine[];
  readonly #followers = new Map<SoundLine, HeldAfter & { readonly line: number }>();
  readonly #endSlack: number;

  /**
   * @param lineCount tracks that can be heard or held at once
   * @param sampleRate Hz
   * @param onBegin called in the rendering in which a held line begins
   */
  constructor(
    lineCount: number,
    sampleRate: number,
    private readonly onBegin: (begun: LineBegun) => void,
  ) {
    this.#lines = Array.from({ length: lineCount }, () => new SoundLine(sampleRate));
    this.#endSlack = Math.round(END_SLACK_SECONDS * sampleRate);
  }

  tell(message: JoinerMessage): void {
    const line = this.#lines[message.line];
    if (!line) return;
    switch (message.kind) {
      case "hear":
        this.#forget(line);
        line.hear();
        return;
      case "hold": {
        this.#forget(line);
        line.hold();
        const before = this.#lines[message.after];
        if (before) this.#followers.set(before, message);
        return;
      }
      case "start":
        line.startAt(message.frame);
        return;
      case "end":
        line.end();
        return;
      case "clear":
        this.#forget(line);
        line.clear();
    }
  }

  /**
   * Renders a block.
   *
   * @param frame that of its first sample
   * @param inputs the channels of each line, as many frames as the block; none where nothing comes
   * @param output two channels of silence, to which what is heard is added
   */
  render(
    frame: number,
    inputs: readonly (readonly Float32Array[])[],
    output: readonly [Float32Array, Float32Array],
  ): void {
    const { length } = output[0];
    for (const [place, line] of this.#lines.entries())
      line.take(frame, inputs[place] ?? [], length);
    for (const [line, follower] of this.#followers) this.#joinAt(frame, length, line, follower);
    for (const line of this.#lines) line.give(output);
  }

  /** Lets the line after another one begin where that ends, if it does in this block. */
  #joinAt(
    frame: number,
    length: number,
    before: SoundLine,
    { line: place, frame: at, isCut }: HeldAfter & { readonly line: number },
  ): void {
    const line = this.#lines[place];
    const end = isCut
      ? before.isOver
        ? 0
        : Math.max(0, at - frame)
      : before.endWithin(Math.max(0, at - this.#endSlack - frame), length);
    if (!line || end === undefined || end >= length) return;
    this.#followers.delete(before);
    if (isCut) before.cutAt(end);
    this.onBegin({ line: place, delayFrames: line.openAt(end) });
  }

  /** A line that is used anew follows nothing, and nothing follows it. */
  #forget(line: SoundLine): void {
    this.#followers.delete(line);
    for (const [before, { line: place }] of this.#followers) {
      if (this.#lines[place] === line) this.#followers.delete(before);
    }
  }
}
