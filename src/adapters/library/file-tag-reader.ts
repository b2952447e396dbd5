import { basename, dirname, join, resolve } from "node:path";
import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { AudioTags } from "../../domain/library/library-file.js";
import type { FileTrack, TagReader } from "../../ports/library/tag-reader.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { DiskCalls } from "../files/disk-calls.js";
import { DividedFiles } from "./cue/divided-files.js";
import { isCueName } from "./file-kinds.js";
import { tagsFromFileName, UNKNOWN_ARTIST } from "./file-name-tags.js";
import type { EmbeddedTagSource } from "./tags/embedded-tag-reader.js";

/** Reads the tags of any file of this machine, in a library or not. */
export class FileTagReader implements TagReader {
  readonly #disk = new DiskCalls();
  readonly #divided: DividedFiles;

  /** @param needs `embedded` reads the tags inside files; its owner closes it */
  constructor(
    private readonly needs: {
      readonly embedded: EmbeddedTagSource;
      /** Is told which cue sheets are not used. */
      readonly logger?: Pick<Logger, "warn">;
    },
  ) {
    this.#divided = new DividedFiles({ disk: this.#disk, logger: needs.logger });
  }

  async readTracks(path: string): Promise<readonly FileTrack[]> {
    if (!isCueName(path)) return this.#tracksOf(path);
    const names = await this.#divided.audioNamesOf(await this.#resolved(path));
    if ("problem" in names) throw new AudioUndecodableError(`the cue sheet ${names.problem}`);
    const paths = names.map((name) => join(dirname(path), name));
    return (await Promise.all(paths.map((one) => this.#tracksOf(one, basename(path))))).flat();
  }

  /** @param sheetName the name of the only cue sheet beside it that is meant; absent for all */
  async #tracksOf(path: string, sheetName?: string): Promise<readonly FileTrack[]> {
    const embedded = (await this.needs.embedded.findTags({ path })) ?? {};
    const sheets = { beside: await this.#resolved(path), state: "", onlyName: sheetName };
    const { tracks, ...tags } = await this.#divided.contentOf(path, embedded, sheets);
    return (
      tracks?.map(({ range, ...ranged }) => ({ path, range, tags: ranged })) ?? [{ path, tags }]
    );
  }

  async findTags(path: string, fileName?: string): Promise<Partial<AudioTags>> {
    const embedded = await this.needs.embedded.findTags({ path });
    const named = fileName === undefined ? undefined : tagsFromFileName(fileName);
    return { ...(named?.artist !== UNKNOWN_ARTIST && named), ...embedded?.tags };
  }

  /** Returns a path without symbolic links, or as it is where it leads to nothing that can be read. */
  async #resolved(path: string): Promise<string> {
    try {
      return await this.#disk.realpath(path);
    } catch (error) {
      if (systemCodeOf(error) === undefined) throw error;
      return resolve(path);
    }
  }
}
