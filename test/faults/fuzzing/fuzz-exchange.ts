/** Which mutants a fuzzing process is to try, in order. */
export interface FuzzRequest {
  readonly seed: number;
  readonly indices: readonly number[];
  readonly folder: string;
  readonly ffmpegCommand: string;
}

/** What it says of each: that it begins, and what came of it. */
export type FuzzReply =
  | { readonly index: number; readonly state: "begun" }
  | {
      readonly index: number;
      readonly state: "done";
      readonly problems: readonly string[];
      /** The most memory that the process has had so far, bytes. */
      readonly maxRssBytes: number;
    };
