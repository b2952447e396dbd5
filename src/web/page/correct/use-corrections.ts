import { CorrectTrackDocument } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { useWork, type StartedWork } from "../parts/use-work.js";
import { useSession } from "../session/session.js";

/** Lets the reader state what is true of a recording. */
export interface Correcting extends Omit<StartedWork, "start"> {
  /** Whether the reader may. */
  readonly isAllowed: boolean;
  /** States a value, or takes it back where it is `null`. */
  readonly state: (field: string, value: string | null) => void;
}

/**
 * Returns what lets the reader correct a recording.
 *
 * @param onCorrected called after each change
 */
export function useCorrections(recordingId: string, onCorrected: () => void): Correcting {
  const { mayWrite } = useSession();
  const { start, ...work } = useWork(onCorrected);
  return {
    ...work,
    isAllowed: mayWrite,
    state: (field, value) => {
      const corrections = [{ field, value }];
      start(() => request(CorrectTrackDocument, { by: { id: recordingId }, corrections }));
    },
  };
}
