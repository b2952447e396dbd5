/** The state of something that Overtone needs: in order, or with advice on what to do. */
export type FindingState =
  | { readonly state: "ok"; readonly words: string }
  | {
      /** "warn" where Overtone works without it, else "fail". */
      readonly state: "warn" | "fail";
      readonly words: string;
      /** What to do about it: one or more sentences. */
      readonly advice: string;
    };

/** The subject of a check, and its state. */
export type Finding = FindingState & {
  /** e.g. "database", "library /music". */
  readonly what: string;
};
