import { useState } from "preact/hooks";
import { CorrectTrackDocument, type CorrectionInput } from "../generated/documents.js";
import { request } from "../graphql/request.js";
import { useSession } from "../session/session.js";

/** Lets the reader state what is true of a recording. */
export interface Correcting {
  /** Whether the reader may. */
  readonly isAllowed: boolean;
  readonly isWorking: boolean;
  /** Why the last attempt failed; `null` where it did not. */
  readonly failure: unknown;
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
  const [isWorking, setIsWorking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const send = (corrections: readonly CorrectionInput[]): void => {
    setIsWorking(true);
    setFailure(null);
    request(CorrectTrackDocument, { by: { id: recordingId }, corrections: [...corrections] })
      .then(onCorrected, setFailure)
      .finally(() => {
        setIsWorking(false);
      });
  };
  return {
    isAllowed: mayWrite,
    isWorking,
    failure,
    state: (field, value) => {
      send([{ field, value }]);
    },
  };
}
