import { useEffect, useState } from "preact/hooks";
import workletUrl from "./joiner-worklet.ts?worker&url";
import { LOOK_AHEAD_FRAMES } from "./sound-line.js";
import type { JoinerMessage, LineBegun } from "./track-joiner.js";

/** The track that is played, the next one, and one that is on its way out. */
const LINES = 3;

/** After which a player plays without it, milliseconds. */
const OPENING_MS = 2000;

/** How long nothing is played before the device of the system rests, milliseconds. */
const REST_MS = 2000;

/** When and after what a held track is heard. */
export interface SoundEnd {
  readonly line: JoinedLine;
  /** Until the end is heard, seconds. */
  readonly secondsLeft: number;
  /** Whether the sound goes on after it, as that of a track within a file does. */
  readonly isCut: boolean;
}

/** The sound of one audio element on its way through the joiner. */
export class JoinedLine {
  #state: "silent" | "heard" | "held" = "silent";
  #delaySeconds = 0;
  #onBegin: () => void = () => undefined;

  constructor(
    private readonly needs: {
      readonly number: number;
      readonly joiner: SoundJoiner;
      readonly source: MediaElementAudioSourceNode;
    },
  ) {}

  /** Whether it waits until the one before it has ended. */
  get isHeld(): boolean {
    return this.#state === "held";
  }

  get isHeard(): boolean {
    return this.#state === "heard";
  }

  /** By how much its sound leaves the joiner after the element has played it, seconds. */
  get delaySeconds(): number {
    return this.#delaySeconds;
  }

  /** By how much its sound is heard after the element has played it, seconds. */
  get latencySeconds(): number {
    return this.#delaySeconds + this.needs.joiner.outputSeconds;
  }

  /** Is heard from now on. */
  hear(): void {
    this.#state = "heard";
    this.#delaySeconds = LOOK_AHEAD_FRAMES / this.needs.joiner.sampleRate;
    this.#tell({ kind: "hear" });
  }

  /** Is kept, and heard after another one; `onBegin` is called when it is. */
  hold({ line, secondsLeft, isCut }: SoundEnd, onBegin: () => void): void {
    this.#state = "held";
    this.#onBegin = onBegin;
    const frame = this.needs.joiner.frameIn(secondsLeft);
    this.#tell({ kind: "hold", after: line.needs.number, frame, isCut });
  }

  /** Says that its first sample has come so many seconds ago, about. */
  start(secondsAgo: number): void {
    if (this.isHeld) this.#tell({ kind: "start", frame: this.needs.joiner.frameIn(-secondsAgo) });
  }

  /** No more of it comes. */
  end(): void {
    this.#tell({ kind: "end" });
  }

  /** Is not heard any more. */
  clear(): void {
    this.#state = "silent";
    this.#delaySeconds = 0;
    this.#tell({ kind: "clear" });
  }

  begin(delaySeconds: number): void {
    if (!this.isHeld) return;
    this.#state = "heard";
    this.#delaySeconds = delaySeconds;
    this.#onBegin();
  }

  /** Leaves the joiner. */
  close(): void {
    this.clear();
    this.needs.source.disconnect();
    this.needs.joiner.giveBack(this.needs.number);
  }

  #tell(message: MessageOf<JoinerMessage>): void {
    this.needs.joiner.tell({ ...message, line: this.needs.number });
  }
}

type MessageOf<Message> = Message extends unknown ? Omit<Message, "line"> : never;

/** Leads audio elements through the thread that renders audio, which joins their sound to the sample. */
export class SoundJoiner {
  readonly #lines: (JoinedLine | undefined)[] = Array.from({ length: LINES }, () => undefined);
  #rest: ReturnType<typeof setTimeout> | undefined;

  private constructor(
    private readonly context: AudioContext,
    private readonly node: AudioWorkletNode,
  ) {
    node.port.onmessage = ({ data }: MessageEvent<LineBegun>) => {
      this.#lines[data.line]?.begin(data.delayFrames / context.sampleRate);
    };
  }

  /** Returns one; `null` where the browser has none, or does not let it sound. */
  static async open(): Promise<SoundJoiner | null> {
    const context = new AudioContext({ latencyHint: "playback" });
    try {
      await Promise.all([context.audioWorklet.addModule(workletUrl), context.resume()]);
    } catch {
      await context.close();
      return null;
    }
    const node = new AudioWorkletNode(context, "track-joiner", {
      numberOfInputs: LINES,
      outputChannelCount: [2],
      channelCount: 2,
      channelCountMode: "explicit",
    });
    node.connect(context.destination);
    return new SoundJoiner(context, node);
  }

  get sampleRate(): number {
    return this.context.sampleRate;
  }

  /** How long the device takes to sound what it gets, seconds. */
  get outputSeconds(): number {
    return this.context.outputLatency || 0;
  }

  /** Returns the frame of the clock of the device that it renders in some seconds. */
  frameIn(seconds: number): number {
    return Math.round((this.context.currentTime + seconds) * this.sampleRate);
  }

  /** Leads an element through it, for good; `null` where it has no room. */
  lead(audio: HTMLAudioElement): JoinedLine | null {
    const number = this.#lines.indexOf(undefined);
    if (number === -1) return null;
    const source = this.context.createMediaElementSource(audio);
    source.connect(this.node, 0, number);
    const line = new JoinedLine({ number, joiner: this, source });
    this.#lines[number] = line;
    return line;
  }

  giveBack(number: number): void {
    this.#lines[number] = undefined;
  }

  tell(message: JoinerMessage): void {
    this.node.port.postMessage(message);
    clearTimeout(this.#rest);
    const isSilent = this.#lines.every((line) => !line?.isHeard && !line?.isHeld);
    if (isSilent) this.#rest = setTimeout(() => void this.context.suspend(), REST_MS);
    else if (this.context.state !== "running") void this.context.resume();
  }
}

let opened: SoundJoiner | null | undefined;
let opening: Promise<SoundJoiner | null> | undefined;

/**
 * Returns the joiner of the page; `null` where tracks follow each other without it, `undefined` while that is not known. It is opened when
 * a player first asks for it, which is after a click, as browsers demand.
 */
export function useSoundJoiner(): SoundJoiner | null | undefined {
  const [joiner, setJoiner] = useState(opened);
  useEffect(() => {
    if (joiner !== undefined) return undefined;
    let isSettled = false;
    const settle = (settled: SoundJoiner | null): void => {
      // A track that has begun without it goes on without it.
      if (!isSettled) setJoiner(settled);
      isSettled = true;
    };
    void openJoiner().then(settle);
    // Without it, tracks play with a gap; waiting longer, none would play.
    const timer = setTimeout(settle, OPENING_MS, null);
    return () => {
      isSettled = true;
      clearTimeout(timer);
    };
  }, []);
  return joiner;
}

async function openJoiner(): Promise<SoundJoiner | null> {
  opening ??= canJoin() ? SoundJoiner.open() : Promise.resolve(null);
  opened = await opening;
  return opened;
}

/**
 * Whether elements are led through Web Audio. Worklets need a secure context: HTTPS, or this machine. Safari silences Web Audio
 * while the screen is locked, and is left as it is.
 */
const canJoin = (): boolean =>
  "AudioWorkletNode" in globalThis && !navigator.vendor.startsWith("Apple");
