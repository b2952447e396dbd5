/** How something that Overtone needs is: well, or in want of what the advice says. */
export type FindingState =
  | { readonly state: "ok"; readonly words: string }
  | {
      /** Whether Overtone can do without it. */
      readonly state: "warn" | "fail";
      readonly words: string;
      /** What to do about it: one or more sentences. */
      readonly advice: string;
    };

/** What was looked at, and how it is. */
export type Finding = FindingState & {
  /** e.g. "database", "library /music". */
  readonly what: string;
};
