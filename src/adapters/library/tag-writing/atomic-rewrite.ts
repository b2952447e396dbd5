import { randomBytes } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { open, rename, rm, type FileHandle } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { UnfinishedFiles } from "../../runtime/unfinished-files.js";
import { copyAttributes } from "./file-attributes.js";
import { UnwritableTagsError } from "./unwritable-tags-error.js";

/** What temporary files are called: hidden, so that scans pass over them. */
export const TEMPORARY_NAME = /^\.overtone-tags-[0-9a-f]{16}\.tmp$/;

const HAS_ATTRIBUTES =
  "its access control list and extended attributes cannot be kept: that needs cp of GNU coreutils; TAG_LOSSES=allow writes it without them";

/**
 * Writes the new content of a file beside it, and then gives it the name of the old one. Before that,
 * the old file is not touched; an interruption leaves a hidden file, which is remembered, and which a later run removes.
 */
export class AtomicRewrite {
  #isOpen = true;
  #isDone = false;

  /** @throws {Error} the error of the operating system where the folder cannot be written */
  static async open(
    target: string,
    stats: BigIntStats,
    unfinished: Pick<UnfinishedFiles, "remember">,
  ): Promise<AtomicRewrite> {
    const path = join(dirname(target), `.overtone-tags-${randomBytes(8).toString("hex")}.tmp`);
    const forget = await unfinished.remember(path);
    try {
      return new AtomicRewrite(target, stats, path, await open(path, "wx", 0o600), forget);
    } catch (error) {
      await forget();
      throw error;
    }
  }

  private constructor(
    private readonly target: string,
    private readonly stats: BigIntStats,
    /** The path of the new content. */
    readonly path: string,
    private readonly file: FileHandle,
    private readonly forget: () => Promise<void>,
  ) {}

  async write(content: AsyncIterable<Uint8Array>, signal: AbortSignal): Promise<void> {
    for await (const bytes of content) {
      signal.throwIfAborted();
      await this.file.writeFile(bytes);
    }
  }

  /**
   * Gives the new content the owner, permissions, times and attributes of the old file, and waits until it is on the disk.
   *
   * @param options.mayLose whether access control lists and extended attributes may be lost
   * @throws {UnwritableTagsError} they cannot be kept
   */
  async finish({ mayLose }: { readonly mayLose: boolean }): Promise<void> {
    const { uid, gid, mode, atimeNs, mtimeNs } = this.stats;
    const own = await this.file.stat({ bigint: true });
    if (own.uid !== uid || own.gid !== gid) await this.file.chown(Number(uid), Number(gid));
    await this.file.chmod(Number(mode) & 0o7777);
    await this.file.utimes(secondsOf(atimeNs), secondsOf(mtimeNs));
    const isKept = await copyAttributes(this.target, this.path);
    if (!isKept && !mayLose) throw new UnwritableTagsError(HAS_ATTRIBUTES);
    await this.file.sync();
    this.#isOpen = false;
    await this.file.close();
  }

  /** Puts the new content in the place of the old file; called after `finish`. */
  async replace(): Promise<void> {
    await rename(this.path, this.target);
    this.#isDone = true;
    await syncFolder(dirname(this.target));
  }

  /** Removes the new content, unless it has replaced the old file. */
  async discard(): Promise<void> {
    try {
      if (this.#isOpen) await this.file.close();
    } finally {
      this.#isOpen = false;
      if (!this.#isDone) await rm(this.path, { force: true });
      await this.forget();
    }
  }
}

/**
 * Returns a time in seconds that the operating system stores as the same microsecond: without the
 * fraction, rounding could end in the one before. Node.js sets no smaller part.
 */
function secondsOf(nanoseconds: bigint): number {
  return (Number(nanoseconds / 1_000n) + 0.3) / 1_000_000;
}

/** Waits until the new name is on the disk, where folders can be synchronised. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder).catch(() => undefined);
  await handle?.sync().catch(() => undefined);
  await handle?.close();
}
