import { randomUUID } from "node:crypto";
import { mkdir, open, readdir, rm, stat, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { AnalyzerBusyError } from "../../domain/errors/analysis-errors.js";
import { StorageFullError } from "../../domain/errors/availability-errors.js";
import { PayloadTooLargeError } from "../../domain/errors/request-errors.js";
import type { Upload, UploadStore } from "../../ports/analysis/upload-store.js";
import { openByteReader } from "../decoder/byte-reader.js";
import { sniffContainer } from "../decoder/sniff-container.js";

/** So many bytes tell a format, so that a long text is refused before all of it is here. */
const TELLING_BYTES = 64 * 1024;

/** How many uploads of the maximum size have room at once. */
const MAX_STORED_UPLOADS = 20;

const BUSY_SECONDS = 30;

export interface DiskUploadStoreOptions {
  /** Made when it is first needed; each process has a folder of its own in it. */
  readonly folder: string;
  /** The largest upload, bytes. */
  readonly limitBytes: number;
}

/** Uploads as files in a folder of this machine, for this process alone. */
export class DiskUploadStore implements UploadStore {
  readonly #folder: string;
  readonly #ownFolder: string;
  readonly #limitBytes: number;
  /** Bytes of room by the id of the upload: those on the disk, and those announced to come. */
  readonly #reserved = new Map<string, number>();

  constructor({ folder, limitBytes }: DiskUploadStoreOptions) {
    this.#folder = folder;
    this.#ownFolder = join(folder, `${process.pid}-${randomUUID()}`);
    this.#limitBytes = limitBytes;
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
      await refuseForeign(upload.path, { isComplete: true });
      this.#reserved.set(id, sizeBytes);
    } catch (error) {
      await this.remove(upload);
      throw error;
    }
    return upload;
  }

  /** A file that cannot be deleted now is one of those that the next start deletes. */
  async remove({ id, path }: Upload): Promise<void> {
    // Given back first: what else waits for room in that moment need not be refused.
    this.#reserved.delete(id);
    await rm(path, { force: true }).catch(() => undefined);
  }

  /** Deletes what processes left behind that ended without closing. */
  async removeLeftovers(): Promise<void> {
    const names = await readdir(this.#folder).catch(() => []);
    for (const name of names) {
      const path = join(this.#folder, name);
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

  /** @returns how many bytes there were */
  async #receive(
    bytes: AsyncIterable<Uint8Array>,
    { id, path }: Upload,
    file: FileHandle,
  ): Promise<number> {
    let sizeBytes = 0;
    for await (const part of bytes) {
      const isTelling = sizeBytes < TELLING_BYTES && sizeBytes + part.length >= TELLING_BYTES;
      sizeBytes += part.length;
      this.#reserve(id, sizeBytes);
      await onDisk(() => file.writeFile(part));
      if (isTelling) await refuseForeign(path, { isComplete: false });
    }
    return sizeBytes;
  }

  /**
   * Reserves room for an upload; one that has as much already keeps what it has. An upload that is
   * refused gives back its room at once, so that of many that grow together only one is refused.
   */
  #reserve(id: string, sizeBytes: number): void {
    if (sizeBytes > this.#limitBytes) throw new PayloadTooLargeError(this.#limitBytes);
    const ownBytes = this.#reserved.get(id) ?? 0;
    if (sizeBytes <= ownBytes) return;
    const allBytes = [...this.#reserved.values()].reduce((sum, size) => sum + size, 0);
    if (allBytes - ownBytes + sizeBytes > MAX_STORED_UPLOADS * this.#limitBytes) {
      this.#reserved.delete(id);
      throw new AnalyzerBusyError(BUSY_SECONDS);
    }
    this.#reserved.set(id, sizeBytes);
  }
}

/** Of a file that is not complete, a tag before the sound hides what follows. */
async function refuseForeign(path: string, { isComplete }: { isComplete: boolean }): Promise<void> {
  const reader = await openByteReader({ kind: "file", path });
  try {
    const hasTag = Buffer.from(await reader.read(3)).toString("latin1") === "ID3";
    if (isComplete || !hasTag) await sniffContainer(reader);
  } finally {
    await reader.close();
  }
}

/** A folder of a process that is no more; perhaps one of before whose number is ours now. */
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
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

async function removeFolder(path: string): Promise<void> {
  await rm(path, { recursive: true, force: true }).catch(() => undefined);
}

/** The operating system has no room left, or this user's share of it is used up. */
const FULL_CODES: readonly unknown[] = ["ENOSPC", "EDQUOT"];

/**
 * @throws {StorageFullError} the disk is full
 * @throws {Error} the operating system refuses for another reason
 */
async function onDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    const failure = new Error("An upload could not be written to the disk.", { cause: error });
    const { code } = error as NodeJS.ErrnoException;
    throw FULL_CODES.includes(code) ? new StorageFullError(failure) : failure;
  }
}
