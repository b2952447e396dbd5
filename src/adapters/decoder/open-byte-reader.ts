import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import {
  AudioChangedError,
  AudioUnavailableError,
} from "../../domain/errors/availability-errors.js";
import type { AudioRange } from "../../domain/audio-range.js";
import { isSameState, type FileState } from "../../domain/library/file-state.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import { openFile, type FileOpener, type ReadableFile } from "../files/open-file.js";
import type { ByteReader } from "./byte-reader.js";
import { fileStateFrom } from "./file-state-from.js";
import { MemoryReader } from "./memory-reader.js";
import { isTemporaryFailure } from "../runtime/temporary-failure.js";

/** Encoded audio that is open, so that all who read it read the same file, whatever its path becomes. */
export interface OpenAudio extends ByteReader {
  readonly size: number;
  /** What was opened. */
  readonly audio: EncodedAudio;
  /** In which the file was opened; absent for bytes in memory. */
  readonly state?: FileState | undefined;
  /** Of the open file, for another process; absent for bytes in memory. Reading does not move its position. */
  readonly descriptor?: number | undefined;

  /**
   * Checks that the audio is still what was opened, so that everything that was read belongs together.
   *
   * @throws {AudioChangedError} the file was changed, moved or removed, or its path names another file
   * @throws {AudioUnavailableError} that cannot be told now
   */
  checkUnchanged(): Promise<void>;
}

/** Returns the part of the audio that is meant; `undefined` for the whole. */
export const rangeOf = ({ audio }: Pick<OpenAudio, "audio">): AudioRange | undefined =>
  audio.kind === "file" ? audio.range : undefined;

/** Bytes in memory, which do not change. */
class OpenMemory extends MemoryReader implements OpenAudio {
  constructor(readonly audio: Extract<EncodedAudio, { readonly kind: "memory" }>) {
    super(audio.bytes);
  }

  checkUnchanged(): Promise<void> {
    return Promise.resolve();
  }
}

/**
 * Reads an open file. An error while reading is an `AudioUndecodableError`, or an
 * `AudioUnavailableError` where it may be temporary.
 */
class OpenFile implements OpenAudio {
  position = 0;

  constructor(
    private readonly file: ReadableFile,
    readonly audio: Extract<EncodedAudio, { readonly kind: "file" }>,
    readonly state: FileState,
  ) {}

  get descriptor(): number {
    return this.file.descriptor;
  }

  get size(): number {
    return this.state.sizeBytes;
  }

  async read(length: number): Promise<Uint8Array> {
    const wanted = Math.max(0, Math.min(length, this.size - this.position));
    const bytes = new Uint8Array(wanted);
    let filled = 0;
    while (filled < wanted) {
      const { bytesRead } = await this.file
        .read(bytes, filled, wanted - filled, this.position + filled)
        .catch(unreadable);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    this.position += filled;
    return bytes.subarray(0, filled);
  }

  seek(position: number): Promise<void> {
    this.position = position;
    return Promise.resolve();
  }

  async checkUnchanged(): Promise<void> {
    const ofFile = fileStateFrom(await this.file.stat().catch(unreadable));
    const ofPath = await this.file.statOfPath().then(fileStateFrom, missingOrUnreadable);
    if (!ofPath || !isSameState(ofFile, this.state) || !isSameState(ofPath, this.state)) {
      throw new AudioChangedError();
    }
  }

  async close(): Promise<void> {
    await this.file.close();
  }
}

/**
 * Opens audio for reading.
 *
 * @throws {AudioUndecodableError} there is no such file, it is a folder or not a regular file,
 * or it may not be read
 * @throws {AudioUnavailableError} it cannot be read now, for a reason that may be temporary
 * @throws {AudioChangedError} the file is in another state than `audio.state`
 * @param opener by default `openFile`; `openFileAtOnce` in threads that only read and compute
 */
export async function openByteReader(
  audio: EncodedAudio,
  opener: FileOpener = openFile,
): Promise<OpenAudio> {
  if (audio.kind === "memory") return new OpenMemory(audio);

  const file = await opener(audio).catch(unreadable);
  try {
    const found = await file.stat().catch(unreadable);
    if (found.isDirectory()) throw new AudioUndecodableError("it is a folder, not a file");
    if (!found.isFile()) throw new AudioUndecodableError("it is not a regular file");
    const state = fileStateFrom(found);
    if (audio.state && !isSameState(audio.state, state)) throw new AudioChangedError();
    return new OpenFile(file, audio, state);
  } catch (error) {
    await file.close();
    throw error;
  }
}

const reasonByCode: Readonly<Record<string, string>> = {
  ENOENT: "there is no such file",
  ENOTDIR: "there is no such file",
  EACCES: "this server has no permission to read the file",
  EPERM: "this server has no permission to read the file",
};

/** Returns `undefined` where nothing has this path any more. */
function missingOrUnreadable(error: unknown): undefined {
  if (isTemporaryFailure(error)) throw new AudioUnavailableError(error);
  return undefined;
}

function unreadable(error: unknown): never {
  if (isTemporaryFailure(error)) throw new AudioUnavailableError(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  throw new AudioUndecodableError(reasonByCode[code] ?? "the file cannot be read", error);
}
