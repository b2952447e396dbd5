import type { AnalysisValues } from "../../domain/analysis/analysis.js";
import { ExportOutdatedError } from "../../domain/errors/availability-errors.js";
import type { ExportFormat } from "../../domain/export/export-format.js";
import {
  NO_TIMES,
  type ExportDescription,
  type ExportedFile,
  type ExportedTrack,
  type ExportedTracks,
} from "../../domain/export/exported-track.js";
import type { TrackSelection } from "../../domain/export/track-selection.js";
import { unchangedPresences, type FilePresence } from "../../domain/library/file-presence.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { WorkBudget } from "../../domain/work-budget.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { TrackFormat } from "../../ports/export/track-format.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { begun, ChargedTurns } from "./charged-turns.js";
import { ExportTurns } from "./export-turns.js";
import type { LocatedFiles } from "./located-files.js";
import type { SelectedAnalyses } from "./selected-analyses.js";

/** Tracks that are read and encoded before other work runs: some 10 ms. */
const TRACKS_PER_PAGE = 200;

/** The same with beats and sections, which are many times as large. */
const TRACKS_WITH_TIMES = 50;

/** The files that a playlist may name. */
const HERE: readonly FilePresence[] = ["here"];

/** The form of an export. */
export interface ExportOptions extends Pick<
  ExportDescription,
  "title" | "hasByteOrderMark" | "pathOf" | "comment"
> {
  readonly format: ExportFormat;
  readonly budget?: WorkBudget | undefined;
}

/** An export whose first tracks have been read. */
export interface OpenedExport {
  /** The content; it is read as fast as it is taken, and reading ends with the iteration. */
  readonly content: AsyncIterable<Uint8Array>;
  /** How many tracks it contains up to now. */
  readonly exported: number;
  /**
   * How many tracks were left out up to now: of a table, because their files have changed since they were measured;
   * of a playlist, also because this machine has no file of them.
   */
  readonly leftOut: number;
  /** How many of these have files only in folders that cannot be read now. */
  readonly unavailable: number;
}

/** Exports analysed tracks, of any number, in a file format. */
export class ExportService {
  readonly #turns: ExportTurns;

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
  ) {
    this.#turns = new ExportTurns(needs);
  }

  /**
   * Opens an export, and reads its first tracks, so that what cannot be exported is known before
   * the first byte is sent.
   *
   * @throws {AnalysisNotFoundError} a track that others are compared with has not been analysed
   * @throws {TrackNotFoundError} its key is unknown
   * @throws what `WorkBudget.begin` throws; once it is open, its content only of the signal
   */
  async open(selection: TrackSelection, options: ExportOptions): Promise<OpenedExport> {
    const format = this.#formatOf(options.format);
    const { budget } = options;
    const turns = new ChargedTurns({ turns: this.#turns, budget });
    const reading = new ExportReading({ ...this.needs, turns, format, budget });
    const files = format.needsCount ? await reading.files(selection) : undefined;
    const pages = await begun(files ? reading.pagesOf(files) : reading.pages(selection));
    const content = this.encode(
      { pages, leftOut: () => reading.leftOut, ...(files && { count: files.length }) },
      options,
    );
    return {
      content: turns.charged(content),
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

  /** Encodes tracks as fast as the content is read. */
  encode(
    tracks: ExportedTracks,
    { format, title, hasByteOrderMark, pathOf, comment }: Omit<ExportOptions, "budget">,
  ): AsyncIterable<Uint8Array> {
    const { software, clock } = this.needs;
    const described = {
      title,
      ...(hasByteOrderMark !== undefined && { hasByteOrderMark }),
      ...(pathOf && { pathOf }),
      ...(comment !== undefined && { comment }),
    };
    const createdAt = clock.now();
    return this.#formatOf(format).encode(tracks, { ...described, software, createdAt });
  }

  #formatOf(name: ExportFormat): TrackFormat {
    const format = this.needs.formats.find((known) => known.name === name);
    if (format === undefined) throw new Error(`No format is named ${name}.`);
    return format;
  }
}

/** A file of an export, and the track whose file it is. */
interface FileOfTrack extends ExportedFile {
  readonly recordingId: RecordingId;
}

/** One reading of the tracks of an export, with the number of those that it leaves out. */
class ExportReading {
  #exported = 0;
  #leftOut = 0;
  #unavailable = 0;

  constructor(
    private readonly needs: {
      readonly selected: SelectedAnalyses;
      readonly store: AnalysisStore;
      readonly files: LocatedFiles;
      readonly turns: ChargedTurns;
      readonly format: TrackFormat;
      readonly budget?: WorkBudget | undefined;
    },
  ) {}

  /** How many tracks were read for the export. */
  get exported(): number {
    return this.#exported;
  }

  /** How many tracks were left out. */
  get leftOut(): number {
    return this.#leftOut;
  }

  /** How many of these have files only in folders that cannot be read now. */
  get unavailable(): number {
    return this.#unavailable;
  }

  /** Reads the tracks, a page at a time. */
  async *pages(selection: TrackSelection): AsyncGenerator<readonly ExportedTrack[]> {
    const { selected, budget, format } = this.needs;
    const size = format.needsTimes ? TRACKS_WITH_TIMES : TRACKS_PER_PAGE;
    for await (const analyses of selected.pages(selection, { size, budget })) {
      await this.needs.turns.next();
      yield await this.#completed(await this.#withFiles(analyses));
    }
  }

  /** Reads which files an export of files will contain; some 500 bytes each are kept. */
  async files(selection: TrackSelection): Promise<readonly FileOfTrack[]> {
    const { selected, budget } = this.needs;
    const found: FileOfTrack[] = [];
    for await (const analyses of selected.pages(selection, { size: TRACKS_PER_PAGE, budget })) {
      await this.needs.turns.next();
      for (const { analysis, file } of await this.#withFiles(analyses)) {
        if (file) found.push({ ...file, recordingId: analysis.recordingId });
      }
    }
    return found;
  }

  /**
   * Reads the tracks of some files.
   *
   * @throws {ExportOutdatedError} the analysis of one has been removed
   */
  async *pagesOf(files: readonly FileOfTrack[]): AsyncGenerator<readonly ExportedTrack[]> {
    for (let start = 0; start < files.length; start += TRACKS_WITH_TIMES) {
      await this.needs.turns.next();
      const some = files.slice(start, start + TRACKS_WITH_TIMES);
      const analyses = await this.needs.store.findValues(
        some.map(({ recordingId }) => recordingId),
      );
      const tracks = some.map((file, index) => {
        const analysis = analyses[index];
        if (analysis === undefined) throw new ExportOutdatedError();
        return { analysis, file, times: NO_TIMES };
      });
      yield await this.#completed(tracks);
    }
  }

  async #withFiles(analyses: readonly AnalysisValues[]): Promise<readonly ExportedTrack[]> {
    const { files, format } = this.needs;
    // A table may name others too: what it says of a file on another machine is that of the last scan there.
    const wanted: readonly FilePresence[] = format.needsFiles ? HERE : unchangedPresences;
    const found = await files.find(
      analyses.map(({ recordingId }) => recordingId),
      wanted,
    );
    const tracks = analyses.flatMap((analysis, index): readonly ExportedTrack[] => {
      const { file, presence } = found[index] ?? {};
      if (format.needsFiles && presence === "away") this.#unavailable++;
      const isLeftOut = presence === undefined ? format.needsFiles : !wanted.includes(presence);
      return isLeftOut ? [] : [{ analysis, file, times: NO_TIMES }];
    });
    this.#leftOut += analyses.length - tracks.length;
    return tracks;
  }

  async #completed(tracks: readonly ExportedTrack[]): Promise<readonly ExportedTrack[]> {
    this.#exported += tracks.length;
    const { format, store } = this.needs;
    if (!format.needsTimes) return tracks;
    const ids = tracks.map(({ analysis }) => analysis.recordingId);
    const [analyses, timelines] = await Promise.all([
      store.findMany(ids),
      store.findTimelines(ids),
    ]);
    return tracks.map((track, index) => {
      const { beats, downbeats, downbeatConfidence } = analyses[index] ?? NO_TIMES;
      const sections = timelines[index]?.sections ?? [];
      return { ...track, times: { beats, downbeats, downbeatConfidence, sections } };
    });
  }
}
