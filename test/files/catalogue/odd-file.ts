import type { AudioTags } from "../../../src/domain/library/library-file.js";

/** A file as collections hold it, and what is right to say about it. */
export interface OddFile {
  /** What is odd about it, e.g. "MP3: ID3v2.3, unsynchronised". */
  readonly name: string;
  /** Where such files were reported, or are specified. */
  readonly source: string;
  readonly extension: string;
  /** Its name on disk without the extension; its number by default. */
  readonly stem?: string;
  /** Returns its bytes, with this title in its tags, and with audio that no other number has. */
  readonly bytes: (title: string, number: number) => Uint8Array;
  /** What stands behind the title in the tags, e.g. letters that are encoded in an unusual way. */
  readonly suffix?: string;
  /** Returns the files beside it by their names, where its own name is this one. */
  readonly beside?: (fileName: string) => Readonly<Record<string, Uint8Array>>;
  readonly expected?: Expected;
}

/** What is right to say about a file; of what is not stated, the default. */
export interface Expected {
  /** What a scan reads: the artist "Ann", the title, no cover. "none" where its tags name nothing, so that its name counts. */
  readonly tags?: Partial<AudioTags> | "none";
  /** Why it is no audio, for a scan and all that follows. */
  readonly unreadable?: RegExp;
  /** Why it is listed by a scan, but not analysed. */
  readonly undecodable?: RegExp;
  /** Why its tags are not written. */
  readonly untagged?: RegExp;
  /** Whether there is a picture beside it that stands for it; not checked where absent. */
  readonly coverBeside?: boolean;
  /** Number of the tracks that a cue sheet divides it into. */
  readonly tracks?: number;
  /** What another reader says otherwise, and why Overtone does not follow it. */
  readonly differs?: Readonly<Partial<Record<Judge, string>>>;
}

/** The independent readers. */
export type Judge = "mutagen" | "ffmpeg";

/** Artist of all files whose tags name one. */
export const ARTIST = "Ann";

/** The title of the file with a number. */
export const titleOf = (number: number, { suffix = "" }: Pick<OddFile, "suffix"> = {}): string =>
  `Song ${String(number).padStart(3, "0")}${suffix}`;

/** The name of the file with a number, without a folder. */
export const fileNameOf = (
  number: number,
  { stem, extension }: Pick<OddFile, "stem" | "extension">,
): string => `${stem ?? String(number).padStart(3, "0")}.${extension}`;
