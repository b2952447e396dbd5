import type { NewJob } from "../../ports/analysis/job-queue.js";

/** Returns the name of a job: its track key, or the id of its upload. */
export const nameOf = ({ track, upload }: NewJob): string => upload?.id ?? track.trackKey;

/** Returns the text that only one job that waits or runs may have. */
export const liveNameOf = (version: number, name: string): string => `${version}:${name}`;
