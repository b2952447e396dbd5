import type { StoredCheck, StoredCounts, StoredKind } from "../domain/library/stored-check.js";
import { isoTime } from "./iso-time.js";

/** A check of what is stored, as a client is shown it. */
export interface ShownStoredCheck {
  readonly endedAt: string;
  readonly checked: StoredCounts;
  readonly damaged: StoredCounts;
  readonly damage: { readonly kind: StoredKind; readonly name: string }[];
}

/** Returns a check as it is shown to a client that may see paths and the keys of rows, or may not. */
export function shownStoredCheck(
  check: StoredCheck | null,
  maySeePaths: boolean,
): ShownStoredCheck | null {
  if (check === null) return null;
  const { endedAt, checked, damaged, damage } = check;
  return {
    endedAt: isoTime(endedAt),
    ...{ checked, damaged },
    damage: maySeePaths ? damage.map(({ kind, name }) => ({ kind, name })) : [],
  };
}
