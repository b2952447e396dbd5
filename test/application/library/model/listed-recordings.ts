import type { FileFacts, LibraryFacts } from "./library-facts.js";

/** What an edge answers with: the body of a response. */
export type Ask = (path: string, init?: RequestInit) => Promise<Response>;

/** Counts rows of recordings, each of which is listed once. */
export class ListedRecordings {
  readonly mistakes: string[] = [];
  readonly #counts = new Map<string, number>();

  constructor(
    private readonly what: string,
    private readonly facts: LibraryFacts,
  ) {}

  /** Counts the row of a recording; returns its files. What no file holds may be listed only while a file is not readable. */
  count(recordingId: string): readonly FileFacts[] {
    this.#counts.set(recordingId, (this.#counts.get(recordingId) ?? 0) + 1);
    const files = this.facts.recordings.get(recordingId) ?? [];
    if (files.length === 0 && !this.facts.hasUnreadable) {
      this.mistakes.push(`${this.what} has ${recordingId}, which is gone.`);
    }
    return files;
  }

  finish(): readonly string[] {
    const missing = [...this.facts.recordings.keys()].flatMap((id) => {
      const count = this.#counts.get(id) ?? 0;
      return count === 1 ? [] : [`${this.what} has ${count} rows of ${id}.`];
    });
    return [...this.mistakes, ...missing];
  }
}
