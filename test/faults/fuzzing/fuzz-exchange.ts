/** The mutants that a fuzzing process tries, in order. */
export interface FuzzRequest {
  readonly seed: number;
  readonly indices: readonly number[];
  readonly folder: string;
  readonly ffmpegCommand: string;
}

/** The messages of the process about each mutant: its start, and its outcome. */
export type FuzzReply =
  | { readonly index: number; readonly state: "begun" }
  | {
      readonly index: number;
      readonly state: "done";
      readonly problems: readonly string[];
      /** The maximum memory of the process so far, bytes. */
      readonly maxRssBytes: number;
    };
