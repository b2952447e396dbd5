import { InvalidInputError } from "../errors/request-errors.js";
import {
  MAX_PLAYLIST_NOTE_CHARACTERS,
  parseNote,
  parsePlaylistName,
  type PlaylistContent,
} from "./playlist.js";
import { parseRowEdits, type RowEdit, type RowEditParameters } from "./row-edits.js";

const MAX_REVISION = 2 ** 31 - 1;

/** A change of a playlist as a client writes it, before it is validated; what is absent stays. */
export interface PlaylistEditParameters {
  /** The revision that the client saw. */
  readonly revision?: unknown;
  readonly name?: unknown;
  readonly note?: unknown;
  readonly isWritten?: boolean | null | undefined;
  /** Whether the tracks of a recipe are kept as rows. */
  readonly isFrozen?: boolean | null | undefined;
  readonly edits?: readonly RowEditParameters[] | null | undefined;
}

/** A change of a playlist. */
export interface PlaylistEdit {
  readonly revision: number;
  /** What the playlist says of itself, where that changes. */
  readonly said: Partial<Pick<PlaylistContent, "name" | "note" | "isWritten">>;
  readonly isFrozen: boolean | undefined;
  /** One after the other, after it was frozen. */
  readonly edits: readonly RowEdit[];
}

/**
 * Validates a change of a playlist.
 *
 * @throws {InvalidInputError} names the member that is malformed, or cannot be combined
 */
export function parsePlaylistEdit(parameters: PlaylistEditParameters): PlaylistEdit {
  const { name, note, isWritten, isFrozen } = parameters;
  const revision = parseSeenRevision(parameters.revision);
  if (revision === undefined) throw new InvalidInputError("revision", "is required");
  const edits = parseRowEdits(parameters.edits);
  if (isFrozen === false && edits.length > 0) {
    throw new InvalidInputError("edits", "cannot be combined with isFrozen: false");
  }
  return {
    revision,
    said: {
      ...(isGiven(name) && { name: parsePlaylistName(name) }),
      ...(isGiven(note) && { note: parseNote(note, "note", MAX_PLAYLIST_NOTE_CHARACTERS) }),
      ...(isGiven(isWritten) && { isWritten }),
    },
    isFrozen: isFrozen ?? undefined,
    edits,
  };
}

/**
 * Validates the revision of a playlist that a client saw; `undefined` where absent.
 *
 * @throws {InvalidInputError} it is none
 */
export function parseSeenRevision(value: unknown): number | undefined {
  if (!isGiven(value)) return undefined;
  const isRevision = typeof value === "number" && Number.isInteger(value);
  if (isRevision && value >= 1 && value <= MAX_REVISION) return value;
  throw new InvalidInputError("revision", "must be an integer from 1 on");
}

const isGiven = <Value>(value: Value): value is NonNullable<Value> =>
  value !== undefined && value !== null;
