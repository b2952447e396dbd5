import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { StorageFullError } from "../../domain/errors/availability-errors.js";
import { PayloadTooLargeError } from "../../domain/errors/request-errors.js";
import type { Upload, UploadStore } from "../../ports/analysis/upload-store.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { openByteReader } from "../decoder/byte-reader.js";
import { sniffContainer } from "../decoder/sniff-container.js";

/** The format is checked after so many bytes, so that a long text is refused before its end. */
const FORMAT_CHECK_BYTES = 64 * 1024;

/** How many uploads of the maximum size may be stored at once. */
const MAX_STORED_UPLOADS = 20;

const BUSY_SECONDS = 30;

/** Stores uploads as files in a folder of this machine, for this process only. */
export class DiskUploadStore implements UploadStore {
  readonly #ownFolder: string;
  /** Reserved bytes by the id of the upload: those on the disk, and those announced by its size. */
  readonly #reserved = new Map<string, number>();

  constructor(
    private readonly needs: {
      /** Created when it is first needed; each process has a folder of its own in it. */
      readonly folder: string;
      /** Maximum size of an upload, bytes. */
      readonly limitBytes: number;
    },
  ) {
    this.#ownFolder = join(needs.folder, `${process.pid}-${randomUUID()}`);
  }

  async save(bytes: AsyncIterable<Uint8Array>, announcedBytes = 0): Promise<Upload> {
    const id = randomUUID();
    const upload = { id, path: join(this.#ownFolder, id) };
    this.#reserve(id, announcedBytes);
    try {
      const file = await this.#create(upload.path);
      let sizeBytes: number;
      try {
        sizeBytes = await this.#receive(bytes, upload, file);
      } finally {
        await file.close();
      }
      await refuseOtherFormats(upload.path, { isComplete: true });
      this.#reserved.set(id, sizeBytes);
    } catch (error) {
      await this.remove(upload);
      throw error;
    }
    return upload;
  }

  /** Deletes an upload. A file that cannot be deleted now is deleted by the next start. */
  async remove({ id, path }: Upload): Promise<void> {
    // Released first, so that another upload at this moment is not refused without need.
    this.#reserved.delete(id);
    await rm(path, { force: true }).catch(() => undefined);
  }

  /** Deletes the folders of processes that ended without closing. */
  async removeLeftovers(): Promise<void> {
    const names = await readdir(this.needs.folder).catch(() => []);
    for (const name of names) {
      const path = join(this.needs.folder, name);
      if (await isLeftover(name, path)) await removeFolder(path);
    }
  }

  async close(): Promise<void> {
    await removeFolder(this.#ownFolder);
  }

  async #create(path: string): Promise<FileHandle> {
    return onDisk(async () => {
      await mkdir(this.#ownFolder, { recursive: true, mode: 0o700 });
      return open(path, "wx", 0o600);
    });
  }

  /** Writes the bytes of an upload to its file, and returns their number. */
  async #receive(
    bytes: AsyncIterable<Uint8Array>,
    { id, path }: Upload,
    file: FileHandle,
  ): Promise<number> {
    let sizeBytes = 0;
    for await (const part of bytes) {
      const mayCheckFormat =
        sizeBytes < FORMAT_CHECK_BYTES && sizeBytes + part.length >= FORMAT_CHECK_BYTES;
      sizeBytes += part.length;
      this.#reserve(id, sizeBytes);
      await onDisk(() => file.writeFile(part));
      if (mayCheckFormat) await refuseOtherFormats(path, { isComplete: false });
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
    const allBytes = [...this.#reserved.values()].reduce((sum, size) => sum + size, 0);
    if (allBytes - ownBytes + sizeBytes > MAX_STORED_UPLOADS * this.needs.limitBytes) {
      this.#reserved.delete(id);
      throw new AnalyzerBusyError(BUSY_SECONDS);
    }
    this.#reserved.set(id, sizeBytes);
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

/** Whether a folder belongs to a process that has ended, perhaps one that had the id of this process. */
async function isLeftover(name: string, path: string): Promise<boolean> {
  const pid = Number(/^([0-9]+)-/.exec(name)?.[1]);
  if (!Number.isInteger(pid)) return false;
  if (pid !== process.pid) return !isRunning(pid);
  const startedAt = Date.now() - process.uptime() * 1000;
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.mtimeMs < startedAt;
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCodeOf(error) === "EPERM";
  }
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

/** Error codes of a full disk and of a full disk quota. */
const FULL_CODES: readonly (string | undefined)[] = ["ENOSPC", "EDQUOT"];

/**
 * Runs work on the disk, and translates its errors.
 *
 * @throws {StorageFullError} the disk is full
 * @throws {Error} the operating system refuses for another reason
 */
async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const failure = new Error("An upload could not be written to the disk.", { cause: error });
    throw FULL_CODES.includes(systemCodeOf(error)) ? new StorageFullError(failure) : failure;
  }
}
