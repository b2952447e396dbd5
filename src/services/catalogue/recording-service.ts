import type { Analysis } from "../../domain/analysis/analysis.js";
import {
  AnalysisNotFoundError,
  UnknownTrackIdError,
} from "../../domain/errors/not-found-errors.js";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import { isInDirectory } from "../../domain/library/library-directory.js";
import type { LibraryFile } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey, TrackNames } from "../../domain/track/track-key.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { RecordingPins } from "../../ports/analysis/recording-pins.js";
import type { DirectoryStore, MarkedDirectory } from "../../ports/library/directory-store.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

/** A name of a recording. */
export interface PinnableName extends TrackNames {
  /** Whether the user chose the recording for this name. */
  readonly isPinned: boolean;
}

/** How many other recordings have a name, and whether this one is pinned to it. */
export interface RecordingUnderName {
  /** How many other recordings the name has, >= 0. */
  readonly otherRecordings: number;
  /** Whether the user chose it for the name. */
  readonly isPinned: boolean;
}

/** Everything that leads to an analysed recording, and its analysis. */
export interface KnownRecording {
  readonly recordingId: RecordingId;
  /** Under the name that the recording is listed under. */
  readonly analysis: Analysis;
  /** The names of its files and those under which it was measured, each once; the listed one first. */
  readonly names: readonly PinnableName[];
  /** The files of the library that hold it, in the order of their paths; may be empty. */
  readonly files: readonly KnownFile[];
}

/** A file that holds a recording. */
export interface KnownFile extends LibraryFile {
  /** Whether it cannot be read now, because the last scan found its disk away. */
  readonly isAway: boolean;
}

/** What leads to a recording, under one of its names. */
type NamedAnalysis = Pick<Analysis, "recordingId" | "trackKey">;

/** Finds recordings with their files and names, and how many recordings a name has; keeps the choices of users. */
export class RecordingService {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "findMany" | "findNamed" | "findNames">;
      readonly library: Pick<LibraryStore, "findFiles">;
      readonly directories: Pick<DirectoryStore, "listMarked">;
      readonly pins: RecordingPins;
    },
  ) {}

  /** Returns an analysed recording; `undefined` where none has the id. */
  async find(recordingId: RecordingId): Promise<KnownRecording | undefined> {
    const { store, library, directories } = this.needs;
    const [[analysis], found, measured, marked] = await Promise.all([
      store.findMany([recordingId]),
      library.findFiles(recordingId),
      store.findNames(recordingId),
      directories.listMarked(),
    ]);
    if (analysis === undefined) return undefined;
    const files = found.map((file) => ({ ...file, isAway: isAwayBy(marked, file) }));
    const names = namesOf([analysis, ...files, ...measured]);
    const under = await this.underNames(names.map(({ trackKey }) => ({ recordingId, trackKey })));
    const pinnable = names.map((name, index) => ({
      ...name,
      isPinned: under[index]?.isPinned === true,
    }));
    return { recordingId, analysis, names: pinnable, files };
  }

  /**
   * Returns an analysed recording.
   *
   * @throws {UnknownTrackIdError} none has the id
   */
  async get(recordingId: RecordingId): Promise<KnownRecording> {
    const found = await this.find(recordingId);
    if (found) return found;
    throw new UnknownTrackIdError(recordingId);
  }

  /** Returns for each analysis what its recording is among those of its name. */
  async underNames(analyses: readonly NamedAnalysis[]): Promise<readonly RecordingUnderName[]> {
    const named = await this.needs.store.findNamed(analyses.map(({ trackKey }) => trackKey));
    return analyses.map(({ recordingId }, index) => {
      const recordings = named[index]?.recordings ?? [];
      const others = recordings.filter((other) => other.recordingId !== recordingId);
      const isPinned = recordings.some((one) => one.isPinned && one.recordingId === recordingId);
      return { otherRecordings: others.length, isPinned };
    });
  }

  /** Returns what one analysis is under its name, as `underNames` does. */
  async underName(analysis: NamedAnalysis): Promise<RecordingUnderName> {
    const [found = { otherRecordings: 0, isPinned: false }] = await this.underNames([analysis]);
    return found;
  }

  /**
   * Lets a name answer for one of the recordings that it means, until another is chosen or the choice is
   * taken back. While no file with the name holds the recording any more, the choice has no effect.
   * Returns the analysis that the name answers for now.
   *
   * @throws {AnalysisNotFoundError} the name has no analysed recording
   * @throws {InvalidInputError} the recording is none of those that the name means
   */
  async pin(trackKey: TrackKey, recordingId: RecordingId): Promise<Analysis> {
    const isPinned = await this.needs.pins.pin(trackKey, recordingId);
    const answer = await this.#answerFor(trackKey);
    if (answer === undefined) throw new AnalysisNotFoundError(trackKey);
    if (isPinned) return answer;
    throw new InvalidInputError(
      "recordingId",
      "is not one of the recordings that have this artist and title; a pin would lead to other music",
    );
  }

  /**
   * Lets a name answer by the rule again. Returns the analysis that it answers for now; `undefined` where it
   * has none.
   */
  async unpin(trackKey: TrackKey): Promise<Analysis | undefined> {
    await this.needs.pins.unpin(trackKey);
    return this.#answerFor(trackKey);
  }

  async #answerFor(trackKey: TrackKey): Promise<Analysis | undefined> {
    const [analysis] = await this.needs.store.findMany([trackKey]);
    return analysis;
  }
}

/** Returns the names of values, the first of each key. */
function namesOf(named: readonly TrackNames[]): readonly TrackNames[] {
  const names = new Map<TrackKey, TrackNames>();
  for (const { trackKey, artist, trackName } of named) {
    if (!names.has(trackKey)) names.set(trackKey, { trackKey, artist, trackName });
  }
  return [...names.values()];
}

/** Returns whether a file lies in one of the directories whose files are away. */
const isAwayBy = (marked: readonly MarkedDirectory[], file: LibraryFile): boolean =>
  marked.some(
    ({ folder, relativePath, away }) =>
      away !== undefined &&
      folder === file.folder &&
      isInDirectory(relativePath, file.relativePath),
  );
