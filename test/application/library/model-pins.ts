import { DomainError } from "../../../src/domain/errors/domain-error.js";
import type { RecordingId } from "../../../src/domain/track/recording-id.js";
import { trackKeyFrom, type TrackKey } from "../../../src/domain/track/track-key.js";
import type { ApplicationUnderTest } from "../application-under-test.js";

/** The recordings that users chose, by track key. */
export type Pins = Map<TrackKey, RecordingId>;

/** Lets a name answer for a sound where it means that now, or takes such a choice back. */
export async function changePin(
  { recordings }: ApplicationUnderTest["services"],
  step: { readonly kind: "pin" | "unpin"; readonly name: string },
  pins: Pins,
  recordingId: RecordingId | undefined,
): Promise<void> {
  const trackKey = trackKeyFrom("Band", step.name);
  if (step.kind === "unpin") {
    await recordings.unpin(trackKey);
    pins.delete(trackKey);
    return;
  }
  if (recordingId === undefined) return;
  try {
    await recordings.pin(trackKey, recordingId);
    pins.set(trackKey, recordingId);
  } catch (error) {
    // The name does not mean it, or nothing is measured.
    if (!(error instanceof DomainError)) throw error;
  }
}
