import { join } from "node:path";
import type { UnreachablePath } from "../../domain/library/library-file.js";
import type { AudioFolders, FolderContent } from "../../ports/library/audio-folders.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { DiskCalls } from "../files/disk-calls.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { type Exclusion, exclusionOf } from "./excluded-names.js";
import { FolderWalk } from "./folder-walk.js";

/** A logger without output, for a walk that reports to its caller what cannot be read. */
const silentLogger: Logger = {
  debug: () => undefined,
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
};

/** Lists audio files in folders of this machine; each folder counts as a library of its own. */
export class DiskAudioFolders implements AudioFolders {
  readonly #isExcluded: Exclusion;
  readonly #disk = new DiskCalls();

  /** @param needs `excluded` are names and glob patterns of what is skipped; none where absent */
  constructor(needs: { readonly excluded?: readonly string[] } = {}) {
    this.#isExcluded = exclusionOf(needs.excluded ?? []);
  }

  async findContent(path: string, signal: AbortSignal): Promise<FolderContent | undefined> {
    const folder = await this.#findFolder(path);
    if (folder === undefined) return undefined;
    const files: string[] = [];
    const unreachable: UnreachablePath[] = [];
    const onUnreachable = (below: string, reason: string): void => {
      unreachable.push({ path: join(path, below), reason });
    };
    const options = { signal, onUnreachable };
    const walk = new FolderWalk({
      folder,
      library: [folder],
      logger: silentLogger,
      options,
      isExcluded: this.#isExcluded,
      disk: this.#disk,
    });
    for await (const { relativePath } of walk.files("")) files.push(join(path, relativePath));
    return { files, unreachable };
  }

  /** Returns the canonical path of a folder; `undefined` where there is no folder, or no access to it. */
  async #findFolder(path: string): Promise<string | undefined> {
    try {
      const stats = await this.#disk.stat(path);
      return stats.isDirectory() ? await this.#disk.realpath(path) : undefined;
    } catch (error) {
      if (systemCodeOf(error) !== undefined) return undefined;
      throw error;
    }
  }
}
