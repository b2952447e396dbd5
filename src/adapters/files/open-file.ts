import {
  closeSync,
  constants,
  fstatSync,
  openSync,
  readlinkSync,
  readSync,
  realpathSync,
  statSync,
  type Stats,
} from "node:fs";
import { open, type FileHandle } from "node:fs/promises";
import { systemCodeOf } from "../runtime/system-error.js";
import { isInAny } from "./confined-file.js";
import { DiskCalls } from "./disk-calls.js";

/** Opening a pipe does not wait for its other end. Regular files ignore it, and Windows does not have it. */
const READ_AT_ONCE = constants.O_RDONLY | constants.O_NONBLOCK;

/** Where the files that this process has open are named by their real paths. Source: proc_pid_fd(5). */
const OPEN_FILES = "/proc/self/fd";

/** A file to open. */
export interface WantedFile {
  readonly path: string;
  /**
   * The canonical folders that the file must lie in, whatever its path has become: then the path is canonical,
   * too. Absent where a person has named the file, or the path is one of this program.
   */
  readonly within?: readonly string[] | undefined;
}

/** A file that is open for reading; it may be a folder or a device, which `stat` says. Its owner closes it. */
export interface ReadableFile {
  /** Of the open file, for another process. */
  readonly descriptor: number;
  stat(): Promise<Stats>;
  /** Returns the state of what the path names now, which may be another file. */
  statOfPath(): Promise<Stats>;
  /** Reads like `FileHandle.read`: so many bytes at a position; fewer, or none, at the end of the file. */
  read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }>;
  close(): Promise<void>;
}

/** Opens a file; see `openFile` and `openFileAtOnce`, the only functions that open files of the library. */
export type FileOpener = (file: WantedFile) => Promise<ReadableFile>;

/** A file was opened that does not lie where it must: to who reads, there is no such file. */
class OutsideError extends Error {
  readonly code = "ENOENT";
  readonly syscall = "open";

  constructor(readonly path: string) {
    super(`ENOENT: it lies outside of its folder, open '${path}'`);
    this.name = "OutsideError";
  }
}

/** Creates what opens files by calls that have limits. */
export const fileOpenerOn =
  (disk: DiskCalls): FileOpener =>
  async (file) => {
    const { path } = file;
    const close = (late: FileHandle): Promise<void> => late.close();
    const handle = await disk.run(path, () => open(path, flagsFor(file)), close);
    try {
      requireInside(handle.fd, file);
      return new HandledFile(disk, path, handle);
    } catch (error) {
      await handle.close();
      throw error;
    }
  };

/** Opens a file that is read by the threads that Node.js has for it, for a thread that does other work meanwhile. */
export const openFile: FileOpener = (file) => fileOpenerOn(new DiskCalls())(file);

/**
 * Opens a file that is read while its thread waits, for threads that have nothing else to do: a turn of the
 * threads that Node.js has takes longer than most reads, and a disk that hangs blocks this thread alone.
 */
export const openFileAtOnce: FileOpener = (file) =>
  new Promise((resolve) => resolve(new BlockingFile(file)));

/** A file that the threads of Node.js read. */
class HandledFile implements ReadableFile {
  constructor(
    private readonly disk: DiskCalls,
    private readonly path: string,
    private readonly handle: FileHandle,
  ) {}

  get descriptor(): number {
    return this.handle.fd;
  }

  stat(): Promise<Stats> {
    return this.disk.run(this.path, () => this.handle.stat());
  }

  statOfPath(): Promise<Stats> {
    return this.disk.stat(this.path);
  }

  read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }> {
    return this.disk.run(this.path, () => this.handle.read(target, offset, length, position));
  }

  close(): Promise<void> {
    return this.handle.close();
  }
}

/** A file that its thread reads. */
export class BlockingFile implements ReadableFile {
  readonly path: string;
  readonly descriptor: number;
  /** Bytes, when it was opened. */
  readonly size: number;
  readonly #stats: Stats;

  /** @throws {Error} the error of the operating system */
  constructor(file: WantedFile) {
    this.path = file.path;
    this.descriptor = openSync(file.path, flagsFor(file));
    try {
      requireInside(this.descriptor, file);
      this.#stats = fstatSync(this.descriptor);
      this.size = this.#stats.size;
    } catch (error) {
      closeSync(this.descriptor);
      throw error;
    }
  }

  get isRegular(): boolean {
    return this.#stats.isFile();
  }

  stat(): Promise<Stats> {
    return new Promise((resolve) => resolve(fstatSync(this.descriptor)));
  }

  statOfPath(): Promise<Stats> {
    return new Promise((resolve) => resolve(statSync(this.path)));
  }

  /** Reads so many bytes at a position; fewer at the end of the file. */
  bytesAt(position: number, length: number): Buffer {
    const bytes = Buffer.allocUnsafe(length);
    return bytes.subarray(0, readSync(this.descriptor, bytes, 0, length, position));
  }

  read(
    target: Uint8Array,
    offset: number,
    length: number,
    position: number,
  ): Promise<{ readonly bytesRead: number }> {
    return new Promise((resolve) => {
      const bytesRead = readSync(this.descriptor, target, offset, length, position);
      resolve({ bytesRead });
    });
  }

  close(): Promise<void> {
    closeSync(this.descriptor);
    return Promise.resolve();
  }
}

/** A canonical path ends in no link, unless somebody has put one there since. */
const flagsFor = ({ within }: WantedFile): number =>
  within ? READ_AT_ONCE | constants.O_NOFOLLOW : READ_AT_ONCE;

/** @throws {OutsideError} an open file lies outside of the folders that it must lie in */
function requireInside(descriptor: number, { path, within }: WantedFile): void {
  if (within && !isInAny(within, realPathOf(descriptor, path))) throw new OutsideError(path);
}

/**
 * Returns the path of an open file. Where the operating system does not tell it, that is what its path resolves
 * to now, if that is the same file.
 *
 * @throws {OutsideError} it is not
 */
function realPathOf(descriptor: number, path: string): string {
  try {
    return readlinkSync(`${OPEN_FILES}/${descriptor}`);
  } catch (error) {
    if (systemCodeOf(error) === undefined) throw error;
  }
  const [real, own] = [realpathSync.native(path), fstatSync(descriptor)];
  const { dev, ino } = statSync(real);
  if (dev !== own.dev || ino !== own.ino) throw new OutsideError(path);
  return real;
}
