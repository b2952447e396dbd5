import { compareTexts } from "../../domain/compare-texts.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { DomainError } from "../../domain/errors/domain-error.js";
import type { Analysis } from "../../domain/analysis/analysis.js";
import {
  NO_TIMES,
  type ExportedFile,
  type ExportedTrack,
} from "../../domain/export/exported-track.js";
import { trackKeyFrom } from "../../domain/track/track-key.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { AudioFolders } from "../../ports/library/audio-folders.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { FileTrack, TagReader } from "../../ports/library/tag-reader.js";

/** A file to analyse, or a path without a file, with the reason. */
export interface FileToAnalyze {
  readonly path: string;
  readonly error?: DomainError;
}

/** Analyses files by their paths, without a library or a database. */
export class FileAnalysisService {
  constructor(
    private readonly needs: {
      readonly analyzer: Analyzer;
      readonly folders: AudioFolders;
      readonly tags: TagReader;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Returns the files of paths, in the order of the paths: a folder means all files below it with
   * an audio file extension, in the order of their paths by code units, and any other path means
   * itself.
   *
   * A path that cannot be read, and a folder without such a file, is included with an error.
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
    const content = await this.needs.folders.findContent(path, signal);
    if (content === undefined) return [{ path }];
    const unreachable = content.unreachable.map(({ path, reason }): FileToAnalyze => ({
      path,
      error: new AudioUndecodableError(reason),
    }));
    const found = [...content.files.map((path): FileToAnalyze => ({ path })), ...unreachable];
    if (found.length === 0) {
      const reason = "the folder has no file with an audio file extension";
      return [{ path, error: new AudioUndecodableError(reason) }];
    }
    return found.sort((a, b) => compareTexts(a.path, b.path));
  }

  /**
   * Returns the tracks in the file at a path: one, or those that a cue sheet divides it into.
   *
   * @throws {AudioUndecodableError} it is a cue sheet that cannot be used
   */
  findTracks(path: string): Promise<readonly FileTrack[]> {
    return this.needs.tags.readTracks(path);
  }

  /**
   * Analyses a track of a file; artist and title come from its tags, its cue sheet or its name.
   *
   * @throws {AudioUndecodableError} the file is not audio, damaged, or not readable
   */
  async analyzeTrack(
    { path, range, tags }: FileTrack,
    signal: AbortSignal,
  ): Promise<ExportedTrack & { readonly analysis: Analysis; readonly file: ExportedFile }> {
    const audio = { kind: "file", path, ...(range && { range }) } as const;
    const measured = await this.needs.analyzer.analyze(audio, signal);
    const { artist, trackName } = tags;
    const trackKey = trackKeyFrom(artist, trackName);
    const analyzedAt = this.needs.clock.now();
    const analysis = { ...measured, trackKey, artist, trackName, source: "file", analyzedAt };
    return { analysis, file: { ...tags, path, ...(range && { range }) }, times: NO_TIMES };
  }
}
