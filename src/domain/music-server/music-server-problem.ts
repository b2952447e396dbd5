/**
 * What is wrong with a music server:
 *
 * - `away`: it cannot be reached, does not answer in time, or cannot answer now;
 * - `failed`: it answers, and does not manage what it was asked for: perhaps the disk of one file is broken there;
 * - `refused`: it does not accept the user, the password or the key, or allows too little;
 * - `unreadable`: its answer is none of its API;
 * - `busy`: it is scanning, or has changed while it was listed.
 */
export type MusicServerProblemKind = "away" | "failed" | "refused" | "unreadable" | "busy";

/** A music server did not do what it was asked for. Its message follows the name of the server: "does not respond". */
export class MusicServerProblem extends Error {
  constructor(
    readonly kind: MusicServerProblemKind,
    problem: string,
    options: { readonly cause?: unknown; readonly retryAfterSeconds?: number } = {},
  ) {
    super(problem, { cause: options.cause });
    this.name = "MusicServerProblem";
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** How long the server asks to wait, where it says so; seconds, >= 0. */
  readonly retryAfterSeconds: number | undefined;
}
