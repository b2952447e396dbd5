import type { PlayedTrack } from "./play-queue.js";

/** The type under which tracks are dragged within the page: a list of `PlayedTrack` as JSON. */
const TRACKS_TYPE = "application/x-overtone-tracks";

/** Gives tracks to what is dragged: to the page, and as names and addresses to other programs. */
export function dragTracks(event: DragEvent, tracks: readonly PlayedTrack[]): void {
  const { dataTransfer } = event;
  if (!dataTransfer) return;
  const page = document.baseURI;
  dataTransfer.effectAllowed = "copy";
  dataTransfer.setData(TRACKS_TYPE, JSON.stringify(tracks));
  dataTransfer.setData(
    "text/plain",
    tracks.map(({ artist, trackName }) => `${artist} – ${trackName}`).join("\n"),
  );
  dataTransfer.setData(
    "text/uri-list",
    tracks.map(({ ref }) => new URL(`#/track/${ref}`, page).href).join("\r\n"),
  );
}

/** Returns whether tracks of the page are dragged. */
export const takesTracks = ({ dataTransfer }: DragEvent): boolean =>
  dataTransfer?.types.includes(TRACKS_TYPE) ?? false;

/** What a place that takes dragged tracks listens to. */
export interface TrackTarget {
  readonly onDragOver: (event: DragEvent) => void;
  readonly onDrop: (event: DragEvent) => void;
}

/**
 * Returns what a place listens to that takes dragged tracks, and nothing else.
 *
 * @param onTracks called with the tracks that are dropped, one or more
 * @param onOver called while tracks are above it
 */
export function trackTarget(
  onTracks: (tracks: readonly PlayedTrack[]) => void,
  onOver?: () => void,
): TrackTarget {
  return {
    onDragOver: (event) => {
      if (!takesTracks(event)) return;
      event.preventDefault();
      onOver?.();
    },
    onDrop: (event) => {
      const tracks = droppedTracks(event);
      if (tracks.length === 0) return;
      event.preventDefault();
      onTracks(tracks);
    },
  };
}

/** Returns the tracks that were dropped; none where something else was. */
function droppedTracks({ dataTransfer }: DragEvent): readonly PlayedTrack[] {
  const text = dataTransfer?.getData(TRACKS_TYPE) ?? "";
  // Another page may name something else so.
  return text === "" ? [] : parsedTracks(text);
}

function parsedTracks(text: string): readonly PlayedTrack[] {
  try {
    const tracks: unknown = JSON.parse(text);
    return Array.isArray(tracks) ? tracks.filter(isPlayedTrack) : [];
  } catch {
    return [];
  }
}

function isPlayedTrack(value: unknown): value is PlayedTrack {
  if (typeof value !== "object" || value === null) return false;
  const { ref, trackName, artist, album, thumbnailUrl } = value as Readonly<
    Record<keyof PlayedTrack, unknown>
  >;
  const isTextOrNull = (one: unknown): boolean => one === null || typeof one === "string";
  return (
    [ref, trackName, artist].every((one) => typeof one === "string") &&
    [album, thumbnailUrl].every(isTextOrNull)
  );
}
