import { constants } from "node:fs";
import { open, type FileHandle } from "node:fs/promises";

import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { ByteReader } from "./byte-reader.js";
import { MemoryReader } from "./memory-reader.js";
import { isTemporaryFailure } from "./temporary-failure.js";

/**
 * Reads an open file. An error while reading is an `AudioUndecodableError`, or an
 * `AudioUnavailableError` where it may be temporary.
 */
class FileReader implements ByteReader {
  position = 0;

  constructor(
    private readonly file: FileHandle,
    readonly size: number,
  ) {}

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
 */
export async function openByteReader(
  audio: EncodedAudio,
  openFile: typeof open = open,
): Promise<ByteReader> {
  if (audio.kind === "memory") return new MemoryReader(audio.bytes);

  // O_NONBLOCK: otherwise, opening a named pipe without a writer would never return.
  const flags = constants.O_RDONLY | constants.O_NONBLOCK;
  const file = await openFile(audio.path, flags).catch(unreadable);
  try {
    const found = await file.stat().catch(unreadable);
    if (found.isDirectory()) throw new AudioUndecodableError("it is a folder, not a file");
    if (!found.isFile()) throw new AudioUndecodableError("it is not a regular file");
    return new FileReader(file, found.size);
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

function unreadable(error: unknown): never {
  if (isTemporaryFailure(error)) throw new AudioUnavailableError(error);
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  throw new AudioUndecodableError(reasonByCode[code] ?? "the file cannot be read", error);
}
