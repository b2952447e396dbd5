/** What tells whether the bytes of a file may have changed: equal states mean equal bytes. */
export interface FileState {
  readonly sizeBytes: number;
  /** When its content was changed, milliseconds since 1970, an integer. */
  readonly modifiedAt: number;
  /**
   * When its content or its attributes were changed, milliseconds since 1970, an integer: programs
   * that set `modifiedAt` back cannot set this.
   */
  readonly changedAt: number;
}

/** Returns whether a file has the same bytes in two states. */
export function isSameState(one: FileState, other: FileState): boolean {
  return (
    one.sizeBytes === other.sizeBytes &&
    one.modifiedAt === other.modifiedAt &&
    one.changedAt === other.changedAt
  );
}

/**
 * Returns whether a file that is in a state now is as it was stored. Rows of before version 0031 do not say when attributes were
 * changed, and migrations before it have put back the time of the content, so that tags are read again: of such a file, which
 * is answered as before until it is read again, the size counts.
 */
export const isInStoredState = (stored: FileState, now: FileState): boolean =>
  stored.changedAt === 0 ? stored.sizeBytes === now.sizeBytes : isSameState(stored, now);
