import type { Analysis } from "../../domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { DomainError } from "../../domain/errors/domain-error.js";
import { trackKeyFrom } from "../../domain/track/track-key.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AudioFolders } from "../../ports/library/audio-folders.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { TagReader } from "../../ports/library/tag-reader.js";

/** A file to analyse, or a path where there is none, and why. */
export interface FileToAnalyze {
  readonly path: string;
  readonly error?: DomainError;
}

/** Analyses files where they lie, without a library or a database. */
export class FileAnalysisService {
  readonly #analyzer: Analyzer;
  readonly #folders: AudioFolders;
  readonly #tags: TagReader;
  readonly #clock: Clock;

  constructor(needs: {
    readonly analyzer: Analyzer;
    readonly folders: AudioFolders;
    readonly tags: TagReader;
    readonly clock: Clock;
  }) {
    this.#analyzer = needs.analyzer;
    this.#folders = needs.folders;
    this.#tags = needs.tags;
    this.#clock = needs.clock;
  }

  /**
   * The files that paths name, in that order: a folder stands for all files below it whose names
   * end like audio, in the order of their paths by code units, and any other path for itself.
   *
   * What cannot be looked at, and a folder without such a file, is among them with an error.
   */
  async findFiles(
    paths: readonly string[],
    signal: AbortSignal,
  ): Promise<readonly FileToAnalyze[]> {
    const found: FileToAnalyze[] = [];
    for (const path of paths) found.push(...(await this.#filesAt(path, signal)));
    return found;
  }

  async #filesAt(path: string, signal: AbortSignal): Promise<readonly FileToAnalyze[]> {
    const content = await this.#folders.findContent(path, signal);
    if (content === undefined) return [{ path }];
    const unreachable = content.unreachable.map(({ path, reason }): FileToAnalyze => ({
      path,
      error: new AudioUndecodableError(reason),
    }));
    const found = [...content.files.map((path): FileToAnalyze => ({ path })), ...unreachable];
    if (found.length === 0) {
      const reason = "no file in the folder has a name that ends like audio";
      return [{ path, error: new AudioUndecodableError(reason) }];
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : 1));
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
