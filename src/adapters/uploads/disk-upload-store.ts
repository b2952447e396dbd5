import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { AnalyzerBusyError, AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { PayloadTooLargeError } from "../../domain/errors/request-errors.js";
import type { Upload, UploadFile, UploadStore } from "../../ports/analysis/upload-store.js";
import { onDisk } from "../runtime/on-disk.js";
import { openByteReader } from "../decoder/open-byte-reader.js";
import { sniffContainer } from "../decoder/sniff-container.js";

/** The format is checked after so many bytes, so that a long text is refused before its end. */
const FORMAT_CHECK_BYTES = 64 * 1024;

/** How many uploads of the maximum size may be stored at once. */
export const MAX_STORED_UPLOADS = 20;

/** When to send an upload again that found no space. */
export const BUSY_SECONDS = 30;

/** Why an upload cannot be decoded whose file was deleted. */
export const GONE = "the uploaded file is not stored any more; send it again";

const UNWRITTEN = "An upload could not be written to the disk.";

/** Where uploads are stored, and how large one may be. */
export interface UploadStoreOptions {
  /** The folder of arriving files, and of those that are read; created when it is first needed. */
  readonly folder: string;
  /** Maximum size of an upload, bytes. */
  readonly limitBytes: number;
}

interface StoredUpload extends Upload {
  readonly sizeBytes: number;
  /** Milliseconds since 1970. */
  readonly modifiedAt: number;
}

/**
 * Stores uploads as files in a folder of this machine. The processes that share the folder read the
 * uploads of each other.
 */
export class DiskUploadStore implements UploadStore {
  /** Reserved bytes by the id of the upload: those on the disk, and those announced by its size. */
  readonly #reserved = new Map<string, number>();
  /** Uploads that are arriving, by id. */
  readonly #arriving = new Set<string>();

  constructor(private readonly needs: UploadStoreOptions) {}

  async save(bytes: AsyncIterable<Uint8Array>, announcedBytes = 0): Promise<Upload> {
    const upload = { id: randomUUID() };
    const path = this.#pathOf(upload);
    this.#arriving.add(upload.id);
    try {
      this.#reserve(upload.id, announcedBytes);
      await this.#countStored();
      this.#refuseWhereFull();
      const file = await this.#create(path);
      let sizeBytes: number;
      try {
        sizeBytes = await this.#receive(bytes, upload, file);
      } finally {
        await file.close();
      }
      await refuseOtherFormats(path, { isComplete: true });
      this.#reserved.set(upload.id, sizeBytes);
    } catch (error) {
      await this.remove(upload);
      throw error;
    } finally {
      this.#arriving.delete(upload.id);
    }
    return upload;
  }

  async open(upload: Upload): Promise<UploadFile> {
    const path = this.#pathOf(upload);
    const found = await stat(path).catch(() => undefined);
    if (found === undefined) throw new AudioUndecodableError(GONE);
    return { path, close: () => Promise.resolve() };
  }

  /** Deletes an upload. A file that cannot be deleted now is found again by `findOlderThan`. */
  async remove(upload: Upload): Promise<void> {
    // Released first, so that another upload at this moment is not refused without need.
    this.#reserved.delete(upload.id);
    await rm(this.#pathOf(upload), { recursive: true, force: true }).catch(() => undefined);
  }

  async findOlderThan(milliseconds: number): Promise<readonly Upload[]> {
    const stored = await this.#list();
    const latest = Date.now() - milliseconds;
    return stored.filter(({ modifiedAt }) => modifiedAt <= latest).map(({ id }) => ({ id }));
  }

  #pathOf({ id }: Upload): string {
    return join(this.needs.folder, id);
  }

  /** Returns the uploads on the disk, those of other processes and of earlier starts included. */
  async #list(): Promise<readonly StoredUpload[]> {
    const names = await readdir(this.needs.folder).catch(() => []);
    const found = await Promise.all(
      names.map(async (id) => {
        const stats = await stat(this.#pathOf({ id })).catch(() => undefined);
        return stats && { id, sizeBytes: stats.size, modifiedAt: stats.mtimeMs };
      }),
    );
    return found.filter((upload) => upload !== undefined);
  }

  /** Reserves the space of what is on the disk, and releases that of what another process removed. */
  async #countStored(): Promise<void> {
    const known = new Set(this.#reserved.keys());
    const stored = await this.#list();
    const ids = new Set(stored.map(({ id }) => id));
    for (const id of known) {
      if (!ids.has(id) && !this.#arriving.has(id)) this.#reserved.delete(id);
    }
    for (const { id, sizeBytes } of stored) {
      if (!this.#arriving.has(id)) this.#reserved.set(id, sizeBytes);
    }
  }

  async #create(path: string): Promise<FileHandle> {
    return onDisk(UNWRITTEN, async () => {
      await mkdir(this.needs.folder, { recursive: true, mode: 0o700 });
      return open(path, "wx", 0o600);
    });
  }

  /** Writes the bytes of an upload to its file, and returns their number. */
  async #receive(
    bytes: AsyncIterable<Uint8Array>,
    upload: Upload,
    file: FileHandle,
  ): Promise<number> {
    let sizeBytes = 0;
    for await (const part of bytes) {
      const mayCheckFormat =
        sizeBytes < FORMAT_CHECK_BYTES && sizeBytes + part.length >= FORMAT_CHECK_BYTES;
      sizeBytes += part.length;
      this.#reserve(upload.id, sizeBytes);
      await onDisk(UNWRITTEN, () => file.writeFile(part));
      if (mayCheckFormat) await refuseOtherFormats(this.#pathOf(upload), { isComplete: false });
    }
    return sizeBytes;
  }

  /**
   * Reserves space for an upload; a reservation is never reduced. A refused upload releases its space
   * at once, so that of several growing uploads only one is refused.
   */
  #reserve(id: string, sizeBytes: number): void {
    if (sizeBytes > this.needs.limitBytes) throw new PayloadTooLargeError(this.needs.limitBytes);
    const ownBytes = this.#reserved.get(id) ?? 0;
    if (sizeBytes <= ownBytes) return;
    this.#reserved.set(id, sizeBytes);
    try {
      this.#refuseWhereFull();
    } catch (error) {
      this.#reserved.delete(id);
      throw error;
    }
  }

  #refuseWhereFull(): void {
    const allBytes = [...this.#reserved.values()].reduce((sum, size) => sum + size, 0);
    if (allBytes > MAX_STORED_UPLOADS * this.needs.limitBytes) {
      throw new AnalyzerBusyError(BUSY_SECONDS);
    }
  }
}

/** Refuses a file that is not audio. An incomplete file with a leading tag is not checked: the tag may hide the sound. */
async function refuseOtherFormats(
  path: string,
  { isComplete }: { isComplete: boolean },
): Promise<void> {
  const reader = await openByteReader({ kind: "file", path });
  try {
    const hasTag = Buffer.from(await reader.read(3)).toString("latin1") === "ID3";
    if (isComplete || !hasTag) await sniffContainer(reader);
  } finally {
    await reader.close();
  }
}
