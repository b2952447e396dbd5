import { useEffect, useState } from "preact/hooks";
import type { AudioRange } from "../../../package/decode.js";
import { SharedWork } from "../followed/shared-work.js";
import { refuse, send } from "../graphql/request.js";
import { findOwnFile, isOwnFile } from "./own-files.js";
import { trackRangeOf } from "./track-range.js";

/** Files up to this size are loaded without being asked for, bytes: an album track in FLAC, an hour in MP3. */
const AUTOMATIC_BYTES = 64000000;

/** Bytes that are kept before they are handed to the browser, which keeps large files on disk. */
const PART_BYTES = 8000000;

/** The file that the library has of a track, or that the reader has, and how far it is loaded. */
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

/** What the server says of a file before it is loaded. */
interface Described extends Pick<TrackFile, "bytes" | "range" | "failure"> {
  readonly state: "asking" | "missing" | "offered" | "failed";
}

/** How far the content of a file is. */
interface Content extends Pick<TrackFile, "share" | "blob" | "failure"> {
  readonly state: "loading" | "loaded" | "failed";
}

const ASKING: Described = { state: "asking", bytes: null, range: null, failure: null };
const LOADING: Content = { state: "loading", share: 0, blob: null, failure: null };
const NOT_LOADED = { share: 0, blob: null };

/** What is asked of the server and loaded from it, once for the view of a track and for the player. */
const descriptions = new SharedWork(ASKING, ({ state }) => state === "failed");
const contents = new SharedWork(LOADING, ({ state }) => state === "failed");

const pathOf = (ref: string): string => `api/audio/tracks/${encodeURIComponent(ref)}/audio`;

/** Returns the file of a track where it is loaded already, or is the reader's own. */
export const loadedFileOf = (ref: string): Blob | null =>
  findOwnFile(ref)?.file ?? contents.stateOf(pathOf(ref))?.blob ?? null;

/**
 * Asks for the file of a track, and loads it where that costs little.
 *
 * @param isNeeded whether its content is needed; else it is offered
 */
export function useTrackFile(ref: string, isNeeded: boolean): TrackFile {
  const path = pathOf(ref);
  const [described, setDescribed] = useState(ASKING);
  const [content, setContent] = useState<Content | null>(null);
  const [asks, setAsks] = useState(0);
  const [attempts, setAttempts] = useState(0);
  const isOwn = isOwnFile(ref);
  useEffect(
    () =>
      isOwn
        ? undefined
        : descriptions.follow(path, (change) => describe(path, change), setDescribed),
    [path, isOwn, asks],
  );
  const isCheap = (described.bytes ?? Infinity) <= AUTOMATIC_BYTES && !hasMeteredConnection();
  const isWanted = described.state === "offered" && isNeeded && (isCheap || attempts > 0);
  const { bytes } = described;
  useEffect(() => {
    setContent(null);
    if (!isWanted) return undefined;
    return contents.follow(path, (change) => load(path, bytes ?? 0, change), setContent);
  }, [path, isWanted, bytes, attempts]);
  const again = (): void => {
    if (described.state === "failed") setAsks((last) => last + 1);
    else setAttempts((last) => last + 1);
  };
  if (isOwn) return ownFile(ref, path);
  const loading = content ?? (isWanted ? LOADING : NOT_LOADED);
  return { ...described, ...loading, path, load: again };
}

/** The file of the reader, which is there. */
function ownFile(ref: string, path: string): TrackFile {
  const blob = findOwnFile(ref)?.file ?? null;
  return {
    state: blob ? "loaded" : "missing",
    ...{ path, blob, range: null, failure: null },
    bytes: blob?.size ?? null,
    share: 1,
    load: () => undefined,
  };
}

/** Asks what the server has; returns what ends that. */
function describe(path: string, change: (described: Described) => void): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const ask = async (): Promise<Described> => {
    const head = await send(path, { method: "HEAD", signal });
    if (head.status === 404) return { ...ASKING, state: "missing" };
    if (!head.ok) throw refuse(undefined, head.statusText, head);
    const bytes = Number(head.headers.get("Content-Length") ?? NaN);
    return { state: "offered", bytes, range: trackRangeOf(head.headers), failure: null };
  };
  ask().then(change, (failure: unknown) => {
    if (!signal.aborted) change({ ...ASKING, state: "failed", failure });
  });
  return () => {
    abort.abort();
  };
}

/** Loads a file of some bytes; returns what ends that. */
function load(path: string, bytes: number, change: (content: Content) => void): () => void {
  const abort = new AbortController();
  const { signal } = abort;
  const read = async (): Promise<Content> => {
    const response = await send(path, { method: "GET", signal });
    if (!response.ok || !response.body) throw refuse(undefined, response.statusText, response);
    const blob = await blobOf(response.body, (loaded) => {
      const share = bytes > 0 ? Math.min(1, Math.floor((loaded / bytes) * 100) / 100) : 0;
      change({ ...LOADING, share });
    });
    return { state: "loaded", blob, share: 1, failure: null };
  };
  read().then(change, (failure: unknown) => {
    if (!signal.aborted) change({ ...LOADING, state: "failed", failure });
  });
  return () => {
    abort.abort();
  };
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
