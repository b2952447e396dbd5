import { statfs } from "node:fs/promises";
import { dirname, resolve } from "node:path";
import type { FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";

const GIBIBYTE = 2 ** 30;

/** Warning below this: enough for the uploads and analyses of a busy day. */
const ENOUGH_BYTES = GIBIBYTE;

/** Failure below this: a database that cannot grow by so much fails soon. */
const MIN_FREE_BYTES = GIBIBYTE / 16;

/** Checks whether the disk has enough free space for the data. */
export class DiskSpaceCheck implements Check {
  readonly what = "disk";
  readonly #folder: string;
  readonly #freeBytes: (folder: string) => Promise<number>;

  /** @param needs `folder` of the data; it need not exist yet */
  constructor(needs: {
    readonly folder: string;
    readonly freeBytes?: (folder: string) => Promise<number>;
  }) {
    this.#folder = resolve(needs.folder);
    this.#freeBytes = needs.freeBytes ?? freeBytesFor;
  }

  async run(): Promise<FindingState> {
    const freeBytes = await this.#freeBytes(this.#folder);
    const message = `${(freeBytes / GIBIBYTE).toFixed(1)} GiB free for ${this.#folder}`;
    if (freeBytes >= ENOUGH_BYTES) return { state: "ok", message };
    const advice = "Free space on that disk, or set DATA_DIR to a folder on another disk.";
    return { state: freeBytes < MIN_FREE_BYTES ? "fail" : "warn", message, advice };
  }
}

/** Returns the free bytes on the disk of a folder, or of its nearest existing parent. */
async function freeBytesFor(folder: string): Promise<number> {
  try {
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize;
  } catch (error) {
    const parent = dirname(folder);
    if (parent === folder) throw error;
    return freeBytesFor(parent);
  }
}
