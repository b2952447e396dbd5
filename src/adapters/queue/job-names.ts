import { recordingKeyFrom } from "../../domain/track/recording.js";
import type { NewJob } from "../../ports/analysis/job-queue.js";

/** Returns the name of a job: its track key, or the id of its upload. */
export const nameOf = ({ track, upload }: NewJob): string => upload?.id ?? track.trackKey;

/**
 * Returns the recording that a job analyses, which only one running job may have; `null` for an
 * upload, because each client receives the result of its own file.
 */
export const recordingOf = ({ track, upload }: NewJob): string | null =>
  upload === undefined ? recordingKeyFrom(track) : null;

/** Returns the text that only one job that waits or runs may have. */
export const liveNameOf = (version: number, name: string): string => `${version}:${name}`;
