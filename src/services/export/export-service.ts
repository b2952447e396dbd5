import type { ExportFormat } from "../../domain/export/export-format.js";
import type { TrackSelection } from "../../domain/export/track-selection.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { ExportReading } from "./export-reading.js";
import type { LocatedFiles } from "./located-files.js";
import type { SelectedAnalyses } from "./selected-analyses.js";

/** The form of an export. */
export interface ExportOptions {
  readonly format: ExportFormat;
  readonly title: string;
  /** Aborts the reading. */
  readonly signal?: AbortSignal | undefined;
}

/** An export whose first tracks have been read. */
export interface OpenedExport {
  /** The content; it is read as fast as it is taken, and reading ends with the iteration. */
  readonly content: AsyncIterable<Uint8Array>;
  /** How many tracks it contains up to now. */
  readonly exported: number;
  /** How many tracks were left out up to now, because this machine has no file of them. */
  readonly leftOut: number;
  /** How many of these have files only in folders that cannot be read now. */
  readonly unavailable: number;
}

/** Exports analysed tracks, of any number, in a file format. */
export class ExportService {
  constructor(
    private readonly needs: {
      readonly selected: SelectedAnalyses;
      readonly store: AnalysisStore;
      readonly files: LocatedFiles;
      readonly formats: readonly TrackFormat[];
      /** Name and version of the program, e.g. "Overtone 0.1.0". */
      readonly software: string;
      readonly clock: Clock;
    },
  ) {}

  /**
   * Opens an export, and reads its first tracks, so that what cannot be exported is known before
   * the first byte is sent.
   *
   * @throws {AnalysisNotFoundError} a track that others are compared with has not been analysed
   * @throws {TrackNotFoundError} its key is unknown
   * @throws {InvalidInputError} both ends of a path are the same recording
   */
  async open(selection: TrackSelection, options: ExportOptions): Promise<OpenedExport> {
    const { software, clock, formats } = this.needs;
    const format = formats.find(({ name }) => name === options.format);
    if (format === undefined) throw new Error(`No format is named ${options.format}.`);
    const reading = new ExportReading({ ...this.needs, format, signal: options.signal });
    const files = format.needsCount ? await reading.files(selection) : undefined;
    const pages = await begun(files ? reading.pagesOf(files) : reading.pages(selection));
    const content = format.encode(
      { pages, leftOut: () => reading.leftOut, ...(files && { count: files.length }) },
      { title: options.title, software, createdAt: clock.now() },
    );
    return {
      content,
      get exported() {
        return reading.exported;
      },
      get leftOut() {
        return reading.leftOut;
      },
      get unavailable() {
        return reading.unavailable;
      },
    };
  }
}

/** Takes the first value of an iteration, and returns an iteration over all of them. */
async function begun<Value>(values: AsyncGenerator<Value>): Promise<AsyncIterable<Value>> {
  const first = await values.next();
  return (async function* () {
    try {
      if (!first.done) yield first.value;
      yield* values;
    } finally {
      await values.return(undefined);
    }
  })();
}
