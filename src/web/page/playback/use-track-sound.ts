import { useEffect, useState } from "preact/hooks";
import type { AudioRange } from "../../../package/decode.js";
import { serverUrl } from "../session/session.js";
import { trackRangeOf } from "./track-range.js";
import { usePlayback, type Playback, type PlaybackWish } from "./use-playback.js";
import { send, refuse } from "../graphql/request.js";
import { useDecodedFile, type Decoding } from "../waveform/use-decoded-file.js";

/** Files up to this size are loaded without being asked for, bytes: an album track in FLAC, an hour in MP3. */
const AUTOMATIC_BYTES = 64000000;

/** Bytes that are kept before they are handed to the browser, which keeps large files on disk. */
const PART_BYTES = 8000000;

const ASKING: Found = {
  state: "asking",
  bytes: null,
  range: null,
  share: 0,
  blob: null,
  failure: null,
};

/** The file of a track: as it is loaded, decoded and played. */
export interface TrackSound {
  readonly file: TrackFile;
  readonly decoding: Decoding;
  readonly playback: Playback;
}

/**
 * Loads, decodes and plays the file of a track. The browser plays the file itself where it knows the format; else
 * it plays what our decoders made of it.
 *
 * @param isDrawn whether the waveform is drawn, too; else only what the browser cannot play is decoded
 * @param wish how it is played; see `usePlayback`
 */
export function useTrackSound(ref: string, isDrawn = true, wish?: PlaybackWish): TrackSound {
  const [needsWav, setNeedsWav] = useState<boolean | null>(null);
  const file = useTrackFile(ref, isDrawn || needsWav === true);
  const decoding = useDecodedFile(file.blob, file.range, needsWav);
  const wav = useObjectUrl(decoding.state === "decoded" ? decoding.wav : null);
  const isThere = !["asking", "missing"].includes(file.state);
  // What was decoded is the track alone.
  const playback = usePlayback(
    wav ?? (isThere ? serverUrl(file.path) : null),
    wav === null ? file.range : null,
    wish,
  );
  useEffect(() => {
    // Once a decoded file is needed, it stays so, also when the browser plays that.
    if (playback.state === "unplayable") setNeedsWav(true);
    else if (playback.state === "ready") setNeedsWav((last) => last ?? false);
  }, [playback.state]);
  return { file, decoding, playback };
}

/** Returns an address of a blob in the page, which ends with the view. */
function useObjectUrl(blob: Blob | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!blob) return undefined;
    const made = URL.createObjectURL(blob);
    setUrl(made);
    return () => {
      setUrl(null);
      URL.revokeObjectURL(made);
    };
  }, [blob]);
  return url;
}

/** The file that the library has of a track, and how far it is loaded. */
export interface TrackFile {
  /** `offered` is one that is large, or that a reader with a metered connection may not want. */
  readonly state: "asking" | "missing" | "offered" | "loading" | "loaded" | "failed";
  /** Its address, below the prefix of the server. */
  readonly path: string;
  /** Size, bytes; `null` while it is not known. */
  readonly bytes: number | null;
  /** The part of the file that is the track; `null` where it is the whole file. */
  readonly range: AudioRange | null;
  /** The share that is loaded, in [0, 1], in steps of one hundredth. */
  readonly share: number;
  /** `null` until it is loaded. */
  readonly blob: Blob | null;
  readonly failure: unknown;
  /** Loads it where it is offered or has failed. */
  readonly load: () => void;
}

type Found = Pick<TrackFile, "state" | "bytes" | "range" | "share" | "blob" | "failure">;

/**
 * Asks for the file of a track, and loads it where that costs little.
 *
 * @param isNeeded whether its content is needed; else it is offered
 */
function useTrackFile(ref: string, isNeeded: boolean): TrackFile {
  const path = `api/audio/tracks/${encodeURIComponent(ref)}/audio`;
  const [found, setFound] = useState(ASKING);
  const [attempts, setAttempts] = useState(0);
  useEffect(() => {
    const abort = new AbortController();
    const change = (changed: Partial<Found>): void => {
      if (!abort.signal.aborted) setFound((last) => ({ ...last, ...changed }));
    };
    const wish = isNeeded ? (attempts > 0 ? "always" : "cheap") : "never";
    loadFile(path, abort.signal, wish, change).catch((failure: unknown) => {
      change({ state: "failed", failure });
    });
    return () => {
      abort.abort();
    };
  }, [path, isNeeded, attempts]);
  const load = (): void => {
    setAttempts((last) => last + 1);
  };
  return { ...found, path, load };
}

async function loadFile(
  path: string,
  signal: AbortSignal,
  wish: "never" | "cheap" | "always",
  change: (changed: Partial<Found>) => void,
): Promise<void> {
  const head = await send(path, { method: "HEAD", signal });
  if (head.status === 404) {
    change({ state: "missing" });
    return;
  }
  if (!head.ok) throw refuse(undefined, head.statusText, head);
  const bytes = Number(head.headers.get("Content-Length") ?? NaN);
  change({ range: trackRangeOf(head.headers) });
  const isCheap = bytes <= AUTOMATIC_BYTES && !hasMeteredConnection();
  if (wish === "never" || (wish === "cheap" && !isCheap)) {
    change({ state: "offered", bytes });
    return;
  }
  change({ state: "loading", bytes, share: 0, failure: null });
  const response = await send(path, { method: "GET", signal });
  if (!response.ok || !response.body) throw refuse(undefined, response.statusText, response);
  const blob = await blobOf(response.body, (loaded) => {
    change({ share: bytes > 0 ? Math.min(1, Math.floor((loaded / bytes) * 100) / 100) : 0 });
  });
  change({ state: "loaded", blob, share: 1 });
}

/** Reads a body into a blob, part by part, so that a large one is never whole in the memory of the page. */
async function blobOf(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
  onProgress: (loadedBytes: number) => void,
): Promise<Blob> {
  const parts: Blob[] = [];
  let chunks: Uint8Array<ArrayBuffer>[] = [];
  let loaded = 0;
  let kept = 0;
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    chunks.push(read.value);
    loaded += read.value.length;
    onProgress(loaded);
    if (loaded - kept < PART_BYTES) continue;
    parts.push(new Blob(chunks));
    chunks = [];
    kept = loaded;
  }
  return new Blob([...parts, ...chunks]);
}

/** Whether the reader has asked the browser to load little. */
function hasMeteredConnection(): boolean {
  const { connection } = navigator as { readonly connection?: { readonly saveData?: boolean } };
  return connection?.saveData === true;
}
