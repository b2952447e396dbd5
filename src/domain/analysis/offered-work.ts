import type { Failure } from "../errors/failure.js";
import type { AudioRange } from "../audio-range.js";
import type { TrackKey } from "../track/track-key.js";
import type { AudioAnalysis } from "./analysis.js";

/** A file of the server, so that a worker that has the same file need not receive it. */
export interface OfferedFile {
  /** Absolute path on the server. */
  readonly path: string;
  readonly sizeBytes: number;
  /** Milliseconds since 1970, an integer. */
  readonly modifiedAt: number;
  /** SHA-256 of its size and its first, middle and last 64 KiB, in hex. */
  readonly fingerprint: string;
}

/** Audio that a server offers to a worker. */
export interface OfferedAudio {
  /** Name of the audio source, e.g. "library". */
  readonly source: string;
  /** Whether it is the whole recording or only a part of it. */
  readonly coverage: "whole" | "excerpt";
  /** Absent where the server has not looked whether the source has the audio, or where it is not a file. */
  readonly file?: OfferedFile;
  /** The part of the file that is meant; absent for the whole. */
  readonly range?: AudioRange;
}

/** A job that a server offers to a worker, which has claimed it. */
export interface OfferedJob {
  readonly id: string;
  /** Names the claim in all further requests for the job. */
  readonly token: string;
  /** Number of the attempt, counted from 1. */
  readonly attempt: number;
  /** How long the claim lasts unless it is extended, > 0; absent where it lasts until the job ends. */
  readonly leaseSeconds?: number;
  readonly track: {
    readonly trackKey: TrackKey;
    readonly artist: string;
    readonly trackName: string;
  };
  /** Where the trace of the request continues that added the job, as a `traceparent` header has it. */
  readonly traceParent?: string;
  /** In the order in which it is to be tried; each only where those before it fail. */
  readonly audio: readonly OfferedAudio[];
  /** The failure of the job where no source has the audio. */
  readonly missing: Failure;
}

/** What a worker measured. */
export interface WorkerResult {
  /** The source of the audio that was measured. */
  readonly source: string;
  readonly analysis: AudioAnalysis;
}
