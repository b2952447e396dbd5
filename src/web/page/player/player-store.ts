import { followAmong, useFollowed } from "../followed/use-followed.js";
import {
  EMPTY_QUEUE,
  queueMoved,
  queueOf,
  queueStepped,
  queueWith,
  queueWithout,
  type PlayedTrack,
  type PlayQueue,
  type QueueEntry,
} from "./play-queue.js";

/** What the player does. */
export interface PlayerState {
  readonly queue: PlayQueue;
  /** Whether the reader wants to hear it; it may still be loaded. */
  readonly isPlaying: boolean;
  /** In [0, 1]. */
  readonly volume: number;
  /** Whether loud tracks are turned down to one loudness. */
  readonly isLevelled: boolean;
  /** How many beats a jump has. */
  readonly beats: number;
  /** Where the track that is played was to begin; another object for each beginning. */
  readonly start: PlayerStart;
}

/** How a track began. */
export interface PlayerStart {
  readonly seconds: number;
  /** Whether the one before has ended, and nobody has asked for it. */
  readonly isByItself: boolean;
}

const BEGINNING: PlayerStart = { seconds: 0, isByItself: false };

/** The numbers of beats of a jump that are offered. */
export const JUMPS: readonly number[] = [1, 4, 16];

const STORED = "overtone.player";

let state: PlayerState | undefined;
const listeners = new Set<() => void>();
const follow = followAmong(listeners);

/** Returns what the player does now. */
function playerState(): PlayerState {
  state ??= {
    ...{ queue: EMPTY_QUEUE, isPlaying: false, volume: 1, isLevelled: true, beats: 4 },
    start: BEGINNING,
    ...storedChoices(),
  };
  return state;
}

/** What the player does, as it changes. */
export const usePlayerState = (): PlayerState => useFollowed(playerState, follow);

/** Returns the entry that is played, or the one so many after it; `undefined` where there is none. */
export const entryAt = ({ entries, place }: PlayQueue, after = 0): QueueEntry | undefined =>
  place === -1 ? undefined : entries[place + after];

/** Plays tracks in place of what was in the queue, from one of them on. */
export function playTracks(tracks: readonly PlayedTrack[], place = 0, seconds = 0): void {
  const queue = queueOf(playerState().queue, tracks, place);
  change({ queue, isPlaying: true, start: { ...BEGINNING, seconds } });
}

/** Puts tracks behind the one that is played; where nothing is, the first of them is. */
export function queueNext(tracks: readonly PlayedTrack[]): void {
  const { queue } = playerState();
  change({ queue: queueWith(queue, tracks, queue.place + 1), ...beginning(queue) });
}

/** Puts tracks behind all others; where nothing is played, the first of them is. */
export function queueLast(tracks: readonly PlayedTrack[]): void {
  const { queue } = playerState();
  change({ queue: queueWith(queue, tracks), ...beginning(queue) });
}

const beginning = ({ place }: PlayQueue): Partial<PlayerState> =>
  place === -1 ? { isPlaying: true, start: { ...BEGINNING } } : {};

/** Plays, or pauses. */
export function setPlaying(isPlaying: boolean): void {
  change({ isPlaying });
}

/**
 * Goes to an entry so many after the one that is played; behind the last one, it stops.
 *
 * @param isByItself whether the one before has ended
 */
export function stepQueue(by: number, isByItself = false): void {
  const { queue } = playerState();
  const stepped = queueStepped(queue, by);
  change(
    stepped === queue
      ? { isPlaying: false }
      : { queue: stepped, start: { seconds: 0, isByItself } },
  );
}

/** Goes to an entry of the queue, and plays it. */
export function goToEntry(number: number): void {
  const { queue } = playerState();
  const place = queue.entries.findIndex((entry) => entry.number === number);
  if (place === -1) return;
  change({ queue: { ...queue, place }, isPlaying: true, start: { ...BEGINNING } });
}

/** Takes an entry out of the queue. */
export function removeEntry(number: number): void {
  const { queue } = playerState();
  const isPlayed = entryAt(queue)?.number === number;
  change({ queue: queueWithout(queue, number), ...(isPlayed && { start: { ...BEGINNING } }) });
}

/** Moves an entry of the queue to another place. */
export function moveEntry(number: number, to: number): void {
  change({ queue: queueMoved(playerState().queue, number, to) });
}

/** Ends the player: nothing is played, and nothing is next. */
export function closePlayer(): void {
  const { nextNumber } = playerState().queue;
  change({ queue: { ...EMPTY_QUEUE, nextNumber }, isPlaying: false });
}

/** Changes how the player sounds and jumps, which is kept on the device. */
export function choosePlayer(
  choices: Partial<Pick<PlayerState, "volume" | "isLevelled" | "beats">>,
): void {
  change(choices);
  const { volume, isLevelled, beats } = playerState();
  localStorage.setItem(STORED, JSON.stringify({ volume, isLevelled, beats }));
}

function change(changed: Partial<PlayerState>): void {
  state = { ...playerState(), ...changed };
  for (const listener of listeners) listener();
}

/** Returns what was chosen on this device, as far as it can be used. */
function storedChoices(): Partial<PlayerState> {
  let stored: unknown;
  try {
    stored = JSON.parse(localStorage.getItem(STORED) ?? "{}");
  } catch {
    return {};
  }
  const { volume, isLevelled, beats } = Object(stored) as Readonly<Record<string, unknown>>;
  const isVolume = typeof volume === "number" && volume >= 0 && volume <= 1;
  return {
    ...(isVolume && { volume }),
    ...(typeof isLevelled === "boolean" && { isLevelled }),
    ...(typeof beats === "number" && JUMPS.includes(beats) && { beats }),
  };
}
