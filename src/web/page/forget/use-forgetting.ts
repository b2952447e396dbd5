import { dropLibraryColumns } from "../columns/use-library-columns.js";
import { ForgetTrackDocument, RestoreTrackDocument } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { useWork, type StartedWork } from "../parts/use-work.js";
import { useSession } from "../session/session.js";

/** Lets the reader take a recording out of all lists, and back. */
export interface Forgetting extends Omit<StartedWork, "start"> {
  /** Whether the reader may. */
  readonly isAllowed: boolean;
  /** Takes it out, and keeps what was measured for a return. */
  readonly forget: () => void;
  readonly restore: () => void;
  /** Removes what was measured. */
  readonly remove: () => void;
}

/**
 * Returns what lets the reader take a recording out of all lists, and back.
 *
 * @param onChanged called after each change
 */
export function useForgetting(recordingId: string, onChanged: () => void): Forgetting {
  const { mayWrite } = useSession();
  const { start, ...work } = useWork(() => {
    dropLibraryColumns();
    onChanged();
  });
  const by = { id: recordingId };
  const forget = (keep: boolean): void => {
    start(() => request(ForgetTrackDocument, { by, keep }));
  };
  return {
    ...work,
    isAllowed: mayWrite,
    forget: () => {
      forget(true);
    },
    restore: () => {
      start(() => request(RestoreTrackDocument, { by }));
    },
    remove: () => {
      forget(false);
    },
  };
}
