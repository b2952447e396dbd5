/** The result of a check: its state, a message that describes it, and advice unless it is "ok". */
export type FindingState =
  | { readonly state: "ok"; readonly message: string }
  | {
      /** "warn" where Overtone works without it, else "fail". */
      readonly state: "warn" | "fail";
      readonly message: string;
      /** What to do about it: one or more sentences. */
      readonly advice: string;
    };

/** The subject of a check, and its state. */
export type Finding = FindingState & {
  /** e.g. "database", "library /music". */
  readonly what: string;
};
