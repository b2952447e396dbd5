import type { JoinedLine, SoundEnd, SoundJoiner } from "./joining/sound-joiner.js";

/** What a deck says of itself. */
export interface DeckEvents {
  readonly onReady: () => void;
  readonly onUnplayable: () => void;
  readonly onPlaying: (isPlaying: boolean) => void;
  /** Its end is heard, and nothing follows it. */
  readonly onEnd: () => void;
  /** Its end is heard soon; or no more, with `null`. Returns whether something follows it. */
  readonly onNearEnd: (end: SoundEnd | null) => boolean;
}

/** How long before an end timers are set for it, seconds: browsers tell the position at least four times a second. */
const NEAR_END_SECONDS = 1;

/** How long before an end what follows is begun, seconds: longer than browsers take to begin. */
const LEAD_SECONDS = 0.3;

/** How long after an end what follows is waited for, seconds: it begins by itself, and is late only where the machine is. */
const PATIENCE_SECONDS = 5;

/** Below it, sound on its way is not worth a jump back, seconds. */
const LEAST_DELAY_SECONDS = 0.02;

/** An audio element that plays what is at an address, or a part of it, by itself or joined to others. Positions are seconds from its start. */
export class AudioDeck {
  readonly #player = new Audio();
  readonly #line: JoinedLine | null;
  readonly #stop = new AbortController();
  readonly #timers: ReturnType<typeof setTimeout>[] = [];
  #isPlaying = false;
  #isFollowed = false;
  /** Where it was when it was last begun: what is heard is not before it. */
  #from = 0;

  constructor(
    private readonly needs: {
      readonly source: string;
      readonly startSeconds: number;
      /** Infinity for the end of the file. */
      readonly endSeconds: number;
      readonly preload: "auto" | "metadata";
      readonly volume: number;
      readonly joiner: SoundJoiner | null;
      readonly events: DeckEvents;
    },
  ) {
    const { source, preload, volume, joiner, events } = needs;
    this.#line = joiner?.lead(this.#player) ?? null;
    this.#player.preload = preload;
    this.#player.volume = volume;
    this.#on("loadedmetadata", () => {
      if (needs.startSeconds > 0) this.#player.currentTime = needs.startSeconds;
      events.onReady();
    });
    this.#on("timeupdate", () => {
      this.#watchEnd();
    });
    this.#on("ended", () => {
      this.#endFile();
    });
    this.#on("error", events.onUnplayable);
    this.#on("play", () => {
      events.onPlaying(true);
    });
    this.#on("pause", () => {
      // Its last sound may still be on its way; and it may play again by now.
      if (this.#player.ended || !this.#player.paused) return;
      if (this.#isPlaying) this.pause();
      events.onPlaying(false);
    });
    this.#player.src = source;
  }

  set volume(volume: number) {
    this.#player.volume = volume;
  }

  get isPaused(): boolean {
    return this.#player.paused;
  }

  play(): void {
    const line = this.#line;
    // It may have begun after another one, before its reader is told.
    if (this.#isPlaying && !this.#player.paused && !line?.isHeld) return;
    if (line?.isHeld) this.#goTo(0);
    this.#resume();
  }

  pause(): void {
    const position = this.position();
    const isOnItsWay = (this.#line?.delaySeconds ?? 0) > LEAST_DELAY_SECONDS;
    const isRewound = isOnItsWay || (this.#line?.isHeld ?? false);
    this.#isPlaying = false;
    this.#leaveEnd();
    this.#player.pause();
    this.#line?.clear();
    if (isRewound) this.#goTo(position);
  }

  seek(seconds: number): void {
    const wasPlaying = this.#isPlaying;
    this.#leaveEnd();
    this.#goTo(Math.max(0, seconds));
    if (wasPlaying) this.#resume();
  }

  position(): number {
    const line = this.#line;
    if (line?.isHeld) return 0;
    const latency = line?.isHeard ? line.latencySeconds : 0;
    return Math.max(this.#from, this.#player.currentTime - this.needs.startSeconds - latency);
  }

  /**
   * Begins where another one ends, to the sample.
   *
   * @param onBegin called when it is heard
   * @returns whether it can
   */
  follow(end: SoundEnd, onBegin: () => void): boolean {
    if (!this.#line) return false;
    if (this.#player.currentTime !== this.needs.startSeconds) this.#goTo(0);
    this.#line.hold(end, onBegin);
    this.#begin();
    return true;
  }

  close(): void {
    this.#stop.abort();
    this.#clearTimers();
    this.#player.pause();
    this.#line?.close();
    this.#player.removeAttribute("src");
  }

  #on(event: string, act: () => void): void {
    this.#player.addEventListener(event, act, { signal: this.#stop.signal });
  }

  #resume(): void {
    if (!this.#line?.isHeard) this.#line?.hear();
    this.#begin();
  }

  #begin(): void {
    this.#isPlaying = true;
    this.#player.play().catch((error: unknown) => {
      // A pause before the first sound is no failure.
      if (error instanceof DOMException && error.name === "AbortError") return;
      this.needs.events.onUnplayable();
    });
  }

  /** Is at a place of which nothing is on its way. */
  #goTo(seconds: number): void {
    this.#line?.clear();
    this.#from = seconds;
    this.#player.currentTime = this.needs.startSeconds + seconds;
  }

  get #isPart(): boolean {
    return this.needs.endSeconds < Infinity;
  }

  /** Until its end has left, seconds; NaN while the length is not known. */
  get #secondsLeft(): number {
    const { currentTime, duration } = this.#player;
    const delay = this.#line?.delaySeconds ?? 0;
    return Math.min(this.needs.endSeconds, duration) - currentTime + delay;
  }

  #watchEnd(): void {
    const { currentTime, paused } = this.#player;
    const played = currentTime - this.needs.startSeconds;
    if (played > 0) this.#line?.start(played);
    const left = this.#secondsLeft;
    if (this.#isFollowed || paused || !(left <= NEAR_END_SECONDS)) return;
    this.#clearTimers();
    this.#after(left - LEAD_SECONDS, () => {
      this.#nearEnd();
    });
    if (!this.#isPart) return;
    this.#after(left, () => {
      if (!this.#isFollowed) this.#end();
      else this.#endAfter(PATIENCE_SECONDS);
    });
  }

  #nearEnd(): void {
    const line = this.#line;
    if (!line?.isHeard || this.#isFollowed) return;
    this.#isFollowed = this.needs.events.onNearEnd({
      line,
      secondsLeft: this.#secondsLeft,
      isCut: this.#isPart,
    });
  }

  /** The element has played the last of the file. */
  #endFile(): void {
    this.#line?.end();
    this.#nearEnd();
    if (!this.#line) this.#end();
    else this.#endAfter(this.#line.delaySeconds + (this.#isFollowed ? PATIENCE_SECONDS : 0));
  }

  #endAfter(seconds: number): void {
    this.#after(seconds, () => {
      this.#end();
    });
  }

  /** What follows begins by itself, and ends this deck; else its reader is told. */
  #end(): void {
    this.#isPlaying = false;
    this.#leaveEnd();
    if (this.#isPart) {
      this.#player.pause();
      this.#goTo(0);
    }
    this.#line?.clear();
    this.needs.events.onPlaying(false);
    this.needs.events.onEnd();
  }

  #leaveEnd(): void {
    this.#clearTimers();
    if (this.#isFollowed) this.needs.events.onNearEnd(null);
    this.#isFollowed = false;
  }

  #after(seconds: number, act: () => void): void {
    this.#timers.push(setTimeout(act, Math.max(0, seconds * 1000)));
  }

  #clearTimers(): void {
    for (const timer of this.#timers.splice(0)) clearTimeout(timer);
  }
}
