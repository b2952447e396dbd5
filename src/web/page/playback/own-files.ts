import type { AudioAnalysis } from "../../../package/engine.js";

/** A file of the reader, which the page plays itself. */
interface OwnFile {
  readonly file: File;
  /** What was measured on it; `null` while it is not. */
  readonly analysis: AudioAnalysis | null;
}

const PREFIX = "file:";

const files = new Map<string, OwnFile>();

/** Returns what names a dropped file to the player, as a reference names a track of the server. */
export const ownFileRef = (number: number): string => `${PREFIX}${String(number)}`;

/** Returns whether a reference names a file of the reader, of which the server knows nothing. */
export const isOwnFile = (ref: string): boolean => ref.startsWith(PREFIX);

/** Lets the player find a file of the reader, and what was measured on it. */
export function keepOwnFile(ref: string, file: File, analysis: AudioAnalysis | null): void {
  files.set(ref, { file, analysis });
}

/** Takes a file of the reader away from the player. */
export function dropOwnFile(ref: string): void {
  files.delete(ref);
}

/** Returns a file of the reader; `undefined` for tracks of the server, and where it was taken away. */
export const findOwnFile = (ref: string): OwnFile | undefined => files.get(ref);
