import { isWholeOf, type Analysis } from "../../domain/analysis/analysis.js";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  AudioUnavailableError,
} from "../../domain/errors/availability-errors.js";
import { isSameState, type FileState } from "../../domain/library/file-state.js";
import {
  fileIdOf,
  type FileId,
  type LibraryFile,
  type LibraryPath,
} from "../../domain/library/library-file.js";
import { isOnMusicServer } from "../../domain/music-server/music-server.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { AnalysisStore } from "../../ports/analysis/analysis-store.js";
import type { AudioDigest, AudioDigests } from "../../ports/library/audio-digests.js";
import type { FoundAudio, LibraryFolders } from "../../ports/library/library-folders.js";
import type { LocalAudio } from "../../ports/library/local-audio.js";
import type { LibraryStore } from "../../ports/library/library-store.js";
import { readLibraryFiles } from "./read-library-files.js";

/**
 * What reading a whole file says of the recording that was stored for it: it is right or wrong, none was
 * stored, or the file cannot be read as it is stored.
 */
export type FileVerdict = "right" | "wrong" | "new" | "unreadable";

/** What reading a whole file has said. */
export interface VerifiedRecording {
  readonly file: LibraryFile;
  readonly verdict: FileVerdict;
  /** Absent where the file cannot be read. */
  readonly recordingId?: RecordingId;
}

/** Knows which recordings the files of the library hold, by their bytes. */
export class FileRecordings {
  constructor(
    private readonly needs: {
      readonly files: LibraryStore;
      readonly folders: Pick<LibraryFolders, "findAudio" | "findAudioOf" | "read">;
      readonly audio: LocalAudio;
      readonly digests: AudioDigests;
      readonly analyses: Pick<AnalysisStore, "findMany" | "verify">;
    },
  ) {}

  /**
   * Returns a file as it is on disk now: where it has changed since it was stored, its tags are read anew.
   * Returns it as it is stored where it is not here, and `undefined` where it is not stored any more.
   *
   * @throws {AudioUndecodableError} it is no audio any more, or not readable
   * @throws {AudioUnavailableError} it cannot be read now
   * @throws {AudioChangedError} it was changed while its tags were read, which failed
   */
  async findPresent(fileId: FileId): Promise<LibraryFile | undefined> {
    const [stored] = await this.needs.files.findByIds([fileId]);
    return stored && this.#presentOf(stored);
  }

  /**
   * Reads those of some stored files again that have changed since, as a scan does: their tags, and what they hold where
   * they have held a recording. Files that are not here, or cannot be read now, stay as they are stored.
   *
   * @param stored a few files, which are looked for at once
   */
  async refresh(stored: readonly LibraryFile[]): Promise<void> {
    const present = await this.needs.folders.findAudioOf(stored);
    for (const [index, file] of stored.entries()) {
      const audio = present[index];
      if (audio instanceof AudioUnavailableError || !hasChanged(file, audio)) continue;
      const read = await this.#readAgain(file, audio).catch(undefinedWhereUnreadable);
      if (read?.formerRecordingId !== undefined) await this.identify(read);
    }
  }

  async #presentOf(stored: LibraryFile): Promise<LibraryFile | undefined> {
    const audio = await this.needs.folders.findAudio(stored);
    return hasChanged(stored, audio) ? this.#readAgain(stored, audio) : stored;
  }

  /** Reads the tags of a file, or of its tracks, as it is now, and stores them. */
  async #readAgain(
    { folder, relativePath, sheets, covers, range }: LibraryFile,
    audio: FoundAudio,
  ): Promise<LibraryFile | undefined> {
    const { files, folders } = this.needs;
    const beside = {
      ...(sheets !== undefined && { sheets }),
      ...(covers !== undefined && { covers }),
    };
    const facts = audio.kind === "song" ? { facts: audio.facts } : {};
    const found = { folder, relativePath, ...audio.state, ...beside, ...facts };
    const fileId = fileIdOf({ folder, relativePath, ...(range && { range }) });
    try {
      const present = await readLibraryFiles(folders, found, await files.findAt(found));
      await files.save(present);
      return present.find((file) => fileIdOf(file) === fileId);
    } catch (error) {
      throw await this.failureOf(found, error);
    }
  }

  /**
   * Returns why work on a file has failed: that it was changed meanwhile, where it is in another state now, because
   * what went wrong with its former bytes says nothing of the present ones; or else the error.
   */
  async failureOf(file: LibraryPath & FileState, error: unknown): Promise<unknown> {
    const audio = await this.needs.folders.findAudio(file).catch(undefinedWhereUnreadable);
    return audio && !isSameState(audio.state, file) ? new AudioChangedError() : error;
  }

  /**
   * Returns whether the recording of a file is known, and has an analysis of a version or a newer one. Where
   * it is not known, the whole file is read first, because that takes far less time than to measure the
   * audio of a file that was moved, copied or got other tags again.
   *
   * @param options.mayReceive whether a song is received for that; by default, it is
   */
  async isAnalysed(
    file: LibraryFile,
    version: number,
    { mayReceive = true }: { readonly mayReceive?: boolean } = {},
  ): Promise<boolean> {
    const known = await this.#analysisOf(file);
    const mayRead = mayReceive || !isOnMusicServer(file.folder);
    const isKnown = known !== undefined && !known.isUnverified;
    const found = isKnown || !mayRead ? known : await this.identify(file);
    return found !== undefined && isWholeOf(found, version);
  }

  /**
   * Reads a whole file, and stores which recording it holds where that has an analysis. Returns the
   * analysis; `undefined` where there is none, or the file cannot be read as it is stored.
   */
  async identify(file: LibraryFile): Promise<Analysis | undefined> {
    const { files, analyses } = this.needs;
    const read = await this.#read(file);
    if (read === undefined) return undefined;
    await this.#adoptNamed(file, read, await this.#analysisOf(file));
    const [found] = await analyses.findMany([read.recordingId]);
    if (found === undefined) return undefined;
    return (await files.saveRecording(file, read.recordingId)) ? found : undefined;
  }

  /**
   * Reads a whole file, and stores which recording it holds, also where that has not been measured.
   * Returns whether that was stored before; `undefined` where the file is not stored any more.
   */
  async verify(fileId: FileId): Promise<VerifiedRecording | undefined> {
    const [stored] = await this.needs.files.findByIds([fileId]);
    if (stored === undefined) return undefined;
    const file = await this.#presentOf(stored).catch(undefinedWhereUnreadable);
    const read = file && (await this.#read(file));
    if (!file || !read) return { file: stored, verdict: "unreadable" };
    const { recordingId } = read;
    const verdict = await this.#verdictOn(file, read);
    const isStored = await this.needs.files.saveRecording(file, recordingId);
    return isStored ? { file, verdict, recordingId } : { file, verdict: "unreadable" };
  }

  /**
   * Reads a file whole that is as it was stored, and changes nothing. Returns whether it still holds its recording, so that
   * "wrong" and "unreadable" mean damage; "new" where nothing says what it holds, because it was changed, is away, or was not read before.
   */
  async compare(fileId: FileId): Promise<{ file: LibraryFile; verdict: FileVerdict } | undefined> {
    const [file] = await this.needs.files.findByIds([fileId]);
    if (file === undefined) return undefined;
    if (file.recordingId === undefined || !(await this.#isPresent(file))) {
      return { file, verdict: "new" };
    }
    const read = await this.#read(file);
    const [known] =
      read === undefined ? [] : await this.needs.analyses.findMany([file.recordingId]);
    if (known?.isUnverified) return { file, verdict: "new" };
    if (read?.recordingId === file.recordingId) return { file, verdict: "right" };
    // What somebody has changed or removed meanwhile is not damaged.
    if (!(await this.#isPresent(file))) return { file, verdict: "new" };
    return { file, verdict: read === undefined ? "unreadable" : "wrong" };
  }

  async #isPresent(file: LibraryFile): Promise<boolean> {
    const audio = await this.needs.folders.findAudio(file).catch(undefinedWhereUnreadable);
    return audio !== undefined && isSameState(audio.state, file);
  }

  async #verdictOn(file: LibraryFile, read: AudioDigest): Promise<FileVerdict> {
    if (file.recordingId === undefined) return "new";
    if (file.recordingId === read.recordingId) return "right";
    const known = await this.#analysisOf(file);
    if (await this.#adoptNamed(file, read, known)) return "right";
    return known?.isUnverified === true && file.audioDigest === undefined ? "new" : "wrong";
  }

  async #analysisOf({ recordingId }: LibraryFile): Promise<Analysis | undefined> {
    if (recordingId === undefined) return undefined;
    const [analysis] = await this.needs.analyses.findMany([recordingId]);
    return analysis;
  }

  /**
   * Lets an analysis that was stored under a name, before recordings were identified, be that of the
   * recording in a file where the digest that was stored with it says so. Returns whether it did.
   */
  async #adoptNamed(
    file: LibraryFile,
    { recordingId, digest }: AudioDigest,
    known: Analysis | undefined,
  ): Promise<boolean> {
    if (!known?.isUnverified || known.recordingId === recordingId) return false;
    if (digest === undefined || file.audioDigest !== digest) return false;
    await this.needs.analyses.verify(known.recordingId, recordingId);
    return true;
  }

  /**
   * Stores that a file holds the recording that was measured on it. Returns whether it did: not where the
   * file has changed since `file` was read from the store.
   *
   * @param options.isRead whether the whole file is read to make sure, because it was measured elsewhere
   */
  async assign(
    file: LibraryFile,
    recordingId: RecordingId,
    { isRead }: { readonly isRead: boolean },
  ): Promise<boolean> {
    if (isRead && (await this.#read(file))?.recordingId !== recordingId) return false;
    return this.needs.files.saveRecording(file, recordingId);
  }

  async #read(file: LibraryFile): Promise<AudioDigest | undefined> {
    const { folders, audio, digests } = this.needs;
    const found = await folders.findAudio(file).catch(undefinedWhereUnreadable);
    const held = found && (await audio.hold(found, file).catch(undefinedWhereUnreadable));
    if (held === undefined) return undefined;
    const { path, state, within, range } = held.audio;
    const options = { ...(state && { state }), ...(within && { within }), ...(range && { range }) };
    return digests
      .digestOf(path, options)
      .catch(undefinedWhereUnreadable)
      .finally(() => held.release());
  }
}

/** Returns whether a stored file is here, and in another state than it was stored in. */
const hasChanged = (stored: LibraryFile, audio: FoundAudio | undefined): audio is FoundAudio =>
  audio !== undefined && !isSameState(audio.state, stored);

/** Lets a file that cannot be read now, or is no audio, be one of which nothing is known. */
function undefinedWhereUnreadable(error: unknown): undefined {
  const isExpected =
    error instanceof AudioChangedError ||
    error instanceof AudioUnavailableError ||
    error instanceof AudioUndecodableError;
  if (!isExpected) throw error;
}
