import type { FileId } from "./library-file.js";

/** What is checked: rows of the database, audio files of the library, playlists that were written as files. */
export const storedKinds = ["row", "audio", "playlist"] as const;

export type StoredKind = (typeof storedKinds)[number];

/** Something that differs from what was stored, although nobody has changed it. */
export interface StoredDamage {
  readonly kind: StoredKind;
  /** Names it to people: a table and the key of a row, or an absolute path. */
  readonly name: string;
  /** Present for audio. */
  readonly fileId?: FileId | undefined;
}

/** How many things of each kind were checked, >= 0. */
export type StoredCounts = Readonly<Record<StoredKind, number>>;

/** The result of a check. */
export interface StoredCheckResult {
  readonly checked: StoredCounts;
  readonly damaged: StoredCounts;
  /** The first of what is damaged, at most `MAX_LISTED_DAMAGE`. */
  readonly damage: readonly StoredDamage[];
}

/** A check that has ended. */
export interface StoredCheck extends StoredCheckResult {
  /** By the time of the database, milliseconds since 1970. */
  readonly endedAt: number;
}

/** How many damaged things a check lists by name. */
export const MAX_LISTED_DAMAGE = 100;

/** Returns how many things a check has found damaged. */
export const damagedCountOf = ({ damaged }: Pick<StoredCheckResult, "damaged">): number =>
  storedKinds.reduce((sum, kind) => sum + damaged[kind], 0);

/** Returns what a check has found, in words. */
export function storedCheckText(result: StoredCheckResult): string {
  const { row, audio, playlist } = result.checked;
  const damaged = damagedCountOf(result);
  const found = damaged === 0 ? "none damaged" : `${damaged} of them damaged`;
  return `${row} rows, ${audio} audio files and ${playlist} playlist files, ${found}`;
}

/**
 * A share of everything: the things with number `index` where all are divided into `of` shares of about equal size, at
 * random but always in the same way.
 */
export interface Share {
  /** In [0, of). */
  readonly index: number;
  /** >= 1; 1 for everything. */
  readonly of: number;
}

/** The number of different first four digits of a hexadecimal number. */
const PREFIXES = 0x10000;
const PREFIX_LENGTH = 4;

/** Returns the share as hexadecimal digits: its first prefix, and the one behind its last, of which "g" is behind all. */
export function prefixesOf({ index, of }: Share): { readonly from: string; readonly to: string } {
  const prefixAt = (place: number): string => {
    const prefix = Math.floor((place * PREFIXES) / of);
    return prefix === PREFIXES ? "g" : prefix.toString(16).padStart(PREFIX_LENGTH, "0");
  };
  return { from: prefixAt(index), to: prefixAt(index + 1) };
}
