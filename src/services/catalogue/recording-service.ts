import type { Analysis } from "../../domain/analysis/analysis.js";
import { UnknownTrackIdError } from "../../domain/errors/not-found-errors.js";
import { isInDirectory } from "../../domain/library/library-directory.js";
import type { LibraryFile } from "../../domain/library/library-file.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TrackKey, TrackNames } from "../../domain/track/track-key.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { DirectoryStore, MarkedDirectory } from "../../ports/library/directory-store.js";
import type { LibraryStore } from "../../ports/library/library-store.js";

/** Everything that leads to an analysed recording, and its analysis. */
export interface KnownRecording {
  readonly recordingId: RecordingId;
  /** Under the name that the recording is listed under. */
  readonly analysis: Analysis;
  /** The names of its files and those under which it was measured, each once; the listed one first. */
  readonly names: readonly TrackNames[];
  /** The files of the library that hold it, newest first; may be empty. */
  readonly files: readonly KnownFile[];
}

/** A file that holds a recording. */
export interface KnownFile extends LibraryFile {
  /** Whether it cannot be read now, because the last scan found its disk away. */
  readonly isAway: boolean;
}

/** What leads to a recording, under one of its names. */
type NamedAnalysis = Pick<Analysis, "recordingId" | "trackKey">;

/** Finds recordings with their files and names, and how many recordings a name has. */
export class RecordingService {
  constructor(
    private readonly needs: {
      readonly store: Pick<AnalysisStore, "findMany" | "findNamed" | "findNames">;
      readonly library: Pick<LibraryStore, "findFiles">;
      readonly directories: Pick<DirectoryStore, "listMarked">;
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
    return { recordingId, analysis, names: namesOf([analysis, ...files, ...measured]), files };
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

  /** Returns for each analysis how many other recordings its name has. */
  async countOthers(analyses: readonly NamedAnalysis[]): Promise<readonly number[]> {
    const named = await this.needs.store.findNamed(analyses.map(({ trackKey }) => trackKey));
    return analyses.map(({ recordingId }, index) => {
      const recordings = named[index]?.recordings ?? [];
      return recordings.filter((other) => other.recordingId !== recordingId).length;
    });
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
