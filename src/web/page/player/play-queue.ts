/** A track that is played, with what the player shows before it has asked the server. */
export interface PlayedTrack {
  /** The id of its recording, or its track key. */
  readonly ref: string;
  readonly trackName: string;
  readonly artist: string;
  readonly album: string | null;
  readonly thumbnailUrl: string | null;
}

/** A track in the queue, with a number of its own: a track may be there twice. */
export interface QueueEntry {
  readonly number: number;
  readonly track: PlayedTrack;
}

/** What is played, what was before and what is next. */
export interface PlayQueue {
  readonly entries: readonly QueueEntry[];
  /** The place of the entry that is played; -1 where there is none. */
  readonly place: number;
  /** The number of the next entry that is made. */
  readonly nextNumber: number;
}

/** Nothing is played. */
export const EMPTY_QUEUE: PlayQueue = { entries: [], place: -1, nextNumber: 0 };

/** Returns a queue with tracks in place of all that were in it, of which one is played. */
export function queueOf(
  { nextNumber }: PlayQueue,
  tracks: readonly PlayedTrack[],
  place: number,
): PlayQueue {
  const entries = entriesOf(tracks, nextNumber);
  return {
    entries,
    place: entries.length === 0 ? -1 : place,
    nextNumber: nextNumber + tracks.length,
  };
}

/** Returns a queue with tracks before a place; without a place, behind all. Where nothing was played, the first of them is. */
export function queueWith(
  { entries, place, nextNumber }: PlayQueue,
  tracks: readonly PlayedTrack[],
  before = entries.length,
): PlayQueue {
  const added = entriesOf(tracks, nextNumber);
  const isMoved = place >= before;
  return {
    entries: entries.toSpliced(before, 0, ...added),
    place: place === -1 && added.length > 0 ? 0 : place + (isMoved ? added.length : 0),
    nextNumber: nextNumber + added.length,
  };
}

/** Returns a queue without an entry; what is played then is the one after it, or else the one before. */
export function queueWithout(queue: PlayQueue, number: number): PlayQueue {
  const removed = queue.entries.findIndex((entry) => entry.number === number);
  if (removed === -1) return queue;
  const entries = queue.entries.toSpliced(removed, 1);
  const place = removed < queue.place ? queue.place - 1 : queue.place;
  return { ...queue, entries, place: Math.min(place, entries.length - 1) };
}

/** Returns a queue with an entry at another place; the same one is played. */
export function queueMoved(queue: PlayQueue, number: number, to: number): PlayQueue {
  const from = queue.entries.findIndex((entry) => entry.number === number);
  const moved = queue.entries[from];
  const playing = queue.entries[queue.place];
  if (moved === undefined || to < 0 || to >= queue.entries.length) return queue;
  const entries = queue.entries.toSpliced(from, 1).toSpliced(to, 0, moved);
  return { ...queue, entries, place: playing ? entries.indexOf(playing) : -1 };
}

/** Returns a queue at the entry that is so many after the one that is played; the same one where there is none. */
export function queueStepped(queue: PlayQueue, by: number): PlayQueue {
  const place = queue.place + by;
  return queue.entries[place] === undefined ? queue : { ...queue, place };
}

const entriesOf = (tracks: readonly PlayedTrack[], first: number): readonly QueueEntry[] =>
  tracks.map((track, place) => ({ number: first + place, track }));
