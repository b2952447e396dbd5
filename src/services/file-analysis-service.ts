import type { Analysis } from "../domain/analysis.js";
import { trackKeyFrom } from "../domain/track-key.js";
import type { Analyzer } from "../ports/analyzer.js";
import type { Clock } from "../ports/clock.js";
import type { TagReader } from "../ports/tag-reader.js";

/** Analyses files where they lie, without a library or a database. */
export class FileAnalysisService {
  readonly #analyzer: Analyzer;
  readonly #tags: TagReader;
  readonly #clock: Clock;

  constructor(needs: {
    readonly analyzer: Analyzer;
    readonly tags: TagReader;
    readonly clock: Clock;
  }) {
    this.#analyzer = needs.analyzer;
    this.#tags = needs.tags;
    this.#clock = needs.clock;
  }

  /**
   * Everything measured on one file, named by its tags or its name.
   *
   * @throws {AudioUndecodableError} not audio, damaged, or not readable
   */
  async analyze(path: string, signal: AbortSignal): Promise<Analysis> {
    const measured = await this.#analyzer.analyze({ kind: "file", path }, signal);
    const { artist, trackName } = await this.#tags.read(path);
    const trackKey = trackKeyFrom(artist, trackName);
    const analyzedAt = this.#clock.now();
    return { ...measured, trackKey, artist, trackName, source: "file", analyzedAt };
  }
}
