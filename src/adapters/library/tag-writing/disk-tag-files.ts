import { createHash } from "node:crypto";
import type { BigIntStats } from "node:fs";
import { access, constants, realpath, stat } from "node:fs/promises";
import { dirname, join } from "node:path";
import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../../domain/errors/availability-errors.js";
import type { TagRestoration } from "../../../domain/tagging/tag-restoration.js";
import type { TagChanges, TagItem } from "../../../domain/tagging/tag-field.js";
import type { AudioDigests } from "../../../ports/library/audio-digests.js";
import type {
  TagContent,
  TagFiles,
  TagProblem,
  TagWrite,
} from "../../../ports/library/tag-files.js";
import { openByteReader, type OpenAudio } from "../../decoder/open-byte-reader.js";
import { removeLeftovers } from "../../runtime/leftovers.js";
import { UnfinishedFiles } from "../../runtime/unfinished-files.js";
import { systemCodeOf } from "../../runtime/system-error.js";
import { AtomicRewrite, TEMPORARY_NAME } from "./atomic-rewrite.js";
import { piecesOf } from "../audio-stream/stream-digest.js";
import { findBytePatch, patchedPieces } from "./byte-patch.js";
import { assembled, type TagDocument } from "./tag-document.js";
import { UnwritableTagsError } from "./unwritable-tags-error.js";
import type { ByteReader } from "../../decoder/byte-reader.js";
import { sniffContainer, type Container } from "../../decoder/sniff-container.js";
import { openChunkTags } from "./id3/chunk-tags.js";
import { openMp3Tags } from "./id3/mp3-tags.js";
import { openMp4Tags } from "./mp4/mp4-tags.js";
import { openFlacTags } from "./xiph/flac-tags.js";
import { openOggTags } from "./xiph/ogg-tags.js";

/** Reads and writes the tags of files on a disk of this machine. */
export class DiskTagFiles implements TagFiles {
  /** Folders in which the leftovers of interrupted processes were looked for. */
  readonly #cleared = new Set<string>();
  readonly #unfinished: UnfinishedFiles;

  constructor(
    private readonly needs: {
      readonly digests: AudioDigests;
      /** A folder of the program, which remembers the files that are being written. */
      readonly unfinishedFolder: string;
      /** Whether files are written that lose what cannot be kept: other names, access control lists, attributes. */
      readonly mayLose?: boolean;
    },
  ) {
    this.#unfinished = new UnfinishedFiles({
      folder: needs.unfinishedFolder,
      name: TEMPORARY_NAME,
    });
  }

  async read(path: string): Promise<TagContent | TagProblem> {
    return orProblem(async () => {
      const real = await realpath(path);
      const stats = await statOf(real);
      const { format, items } = await withFile(real, openTags);
      const [sizeBytes, modifiedAt] = [Number(stats.size), Number(stats.mtimeMs)];
      return { format, items, sizeBytes, modifiedAt, revision: revisionOf(stats) };
    });
  }

  async write(path: string, write: TagWrite, signal: AbortSignal): Promise<TagProblem | undefined> {
    let isForeign = false;
    const beforeReplacing: TagWrite["beforeReplacing"] = async (restoration) => {
      isForeign = true;
      await write.beforeReplacing(restoration);
      isForeign = false;
    };
    return orProblem(
      async () => {
        // The file that a link leads to is rewritten, and not the link.
        await this.#write(await realpath(path), { ...write, beforeReplacing }, signal);
        return undefined;
      },
      () => !isForeign,
    );
  }

  async restore(
    path: string,
    { digest, patch }: TagRestoration,
    signal: AbortSignal,
  ): Promise<boolean | TagProblem> {
    return orProblem(async () => {
      const real = await realpath(path);
      const stats = await statOf(real);
      const isAsWritten = (await withFile(real, sha256Of)) === digest;
      if (!isAsWritten) return false;
      await this.#rewrite(real, stats, signal, {
        content: (reader) => assembled(reader, patchedPieces(patch, reader.size)),
        beforeReplacing: () => Promise.resolve(),
      });
      return true;
    });
  }

  removeUnfinished(): Promise<readonly string[]> {
    return this.#unfinished.removeLeft();
  }

  async #write(
    path: string,
    { changes, content, beforeReplacing }: TagWrite,
    signal: AbortSignal,
  ): Promise<void> {
    const stats = await statOf(path);
    checkRevision(stats, content.revision);
    let expected: readonly string[] = [];
    await this.#rewrite(path, stats, signal, {
      content: async function* (reader) {
        const tags = await openTags(reader);
        expected = expectedItems(tags.items, changes);
        yield* tags.rewritten(changes);
      },
      beforeReplacing: async (written) => {
        const { items } = await withFile(written, openTags);
        if (!isAsExpected(items, expected)) {
          throw new UnwritableTagsError("its new tags cannot be read back");
        }
        const restoration = await findRestoration(path, written);
        checkRevision(await statOf(path), content.revision);
        signal.throwIfAborted();
        await beforeReplacing(restoration);
      },
    });
  }

  /** Puts other content with the same audio in the place of a file. */
  async #rewrite(
    path: string,
    stats: BigIntStats,
    signal: AbortSignal,
    {
      content,
      beforeReplacing,
    }: {
      readonly content: (reader: OpenAudio) => AsyncIterable<Uint8Array>;
      /** Called with the path of the new file, when it is complete. */
      readonly beforeReplacing: (written: string) => Promise<void>;
    },
  ): Promise<void> {
    const { mayLose = false } = this.needs;
    await checkWritable(path, stats);
    if (stats.nlink > 1n && !mayLose) throw new UnwritableTagsError(HAS_OTHER_NAMES);
    const before = await this.#digestOf(path, signal);
    await this.#clear(dirname(path));
    const rewrite = await AtomicRewrite.open(path, stats, this.#unfinished);
    try {
      await withFile(path, (reader) => rewrite.write(content(reader), signal));
      await rewrite.finish({ mayLose });
      const after = await this.#digestOf(rewrite.path, signal);
      if (after !== before) throw new UnwritableTagsError("its audio would change");
      await beforeReplacing(rewrite.path);
      checkRevision(await statOf(path), revisionOf(stats));
      signal.throwIfAborted();
      await rewrite.replace();
    } finally {
      await rewrite.discard();
    }
  }

  /**
   * Removes the leftovers in a folder that nothing remembers, once: listing it for each of its files would take its square. A file
   * that another process writes may look old: it has the times of the file that it replaces.
   */
  async #clear(folder: string): Promise<void> {
    if (this.#cleared.has(folder)) return;
    this.#cleared.add(folder);
    const underWay = await this.#unfinished.underWay();
    await removeLeftovers(
      folder,
      (name) => TEMPORARY_NAME.test(name) && !underWay.has(join(folder, name)),
    );
  }

  async #digestOf(path: string, signal: AbortSignal): Promise<string> {
    const found = await this.needs.digests.digestOf(path, { signal, within: [dirname(path)] });
    if (found?.digest !== undefined) return found.digest;
    throw new UnwritableTagsError("its audio cannot be told from its tags with certainty");
  }
}

const HAS_OTHER_NAMES =
  "it has other names (hard links), which would keep the old tags; TAG_LOSSES=allow writes it nevertheless";

async function statOf(path: string): Promise<BigIntStats> {
  const stats = await stat(path, { bigint: true });
  if (!stats.isFile()) throw new UnwritableTagsError("it is not a regular file");
  return stats;
}

/** Differs when a file was written or replaced. */
function revisionOf({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string {
  return [dev, ino, size, mtimeNs, ctimeNs].join(":");
}

function checkRevision(stats: BigIntStats, revision: string): void {
  if (revisionOf(stats) !== revision) {
    throw new UnwritableTagsError("it has changed since it was read");
  }
}

/**
 * Throws where the file is read-only. Replacing it needs the permission to write the folder alone, so
 * this is checked separately.
 */
async function checkWritable(path: string, { mode }: BigIntStats): Promise<void> {
  if ((mode & 0o222n) === 0n) throw new UnwritableTagsError("it is read-only");
  await access(path, constants.W_OK);
}

async function withFile<Result>(
  path: string,
  use: (reader: OpenAudio) => Promise<Result>,
): Promise<Result> {
  // A link that has taken the place of the file is not followed.
  const reader = await openByteReader({ kind: "file", path, within: [dirname(path)] });
  try {
    return await use(reader);
  } finally {
    await reader.close();
  }
}

async function sha256Of(reader: OpenAudio): Promise<string> {
  const hash = createHash("sha256");
  for await (const piece of piecesOf(reader, { start: 0, end: reader.size })) hash.update(piece);
  return hash.digest("hex");
}

/** Returns what brings a file back after another one has taken its place; `undefined` where it is too large. */
async function findRestoration(path: string, written: string): Promise<TagRestoration | undefined> {
  return withFile(path, (old) =>
    withFile(written, async (current) => {
      const patch = await findBytePatch(old, current);
      return patch && { digest: await sha256Of(current), patch };
    }),
  );
}

function expectedItems(before: readonly TagItem[], changes: TagChanges): readonly string[] {
  const kept = before.filter(({ field, isFixed }) => isFixed || !changes.has(field));
  const added = [...changes].flatMap(([field, items]) =>
    items.map(({ value }) => ({ field, value })),
  );
  return [...kept, ...added].map(({ field, value }) => `${field}=${value}`).sort();
}

function isAsExpected(written: readonly TagItem[], expected: readonly string[]): boolean {
  const found = written.map(({ field, value }) => `${field}=${value}`).sort();
  return found.length === expected.length && found.every((one, index) => one === expected[index]);
}

/** What errors of the operating system mean for a person who tags files. */
const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: "the disk is full",
  EDQUOT: "the disk quota is used up",
  EROFS: "the disk is read-only",
  EACCES: "there is no permission to write it",
  EPERM: "there is no permission to write it, or to keep its owner",
  ENOENT: "it does not exist",
  ENAMETOOLONG: "its name is too long",
  EFBIG: "it is too large",
};

/** Runs `work`; an error that concerns only the file becomes a problem. */
async function orProblem<Result>(
  work: () => Promise<Result>,
  isOurs: () => boolean = () => true,
): Promise<Result | TagProblem> {
  try {
    return await work();
  } catch (error) {
    if (!isOurs()) throw error;
    if (error instanceof UnwritableTagsError) return { problem: error.message };
    if (error instanceof AudioUndecodableError) return { problem: String(error.facts["reason"]) };
    if (error instanceof AudioUnavailableError) return { problem: "the disk does not respond now" };
    const code = systemCodeOf(error);
    if (code === undefined) throw error;
    return { problem: REASONS[code] ?? `the operating system refuses it (${code})` };
  }
}

/**
 * Opens the tags of a file of any format that is written.
 *
 * @throws {UnwritableTagsError} it is of another format, or damaged
 * @throws {AudioUnavailableError} it temporarily cannot be read
 */
async function openTags(reader: ByteReader): Promise<TagDocument> {
  const container = await sniffContainer(reader).catch((error: unknown) => {
    if (!(error instanceof AudioUndecodableError)) throw error;
    throw new UnwritableTagsError(String(error.facts["reason"]), error);
  });
  return openContainerTags(reader, container);
}

async function openContainerTags(reader: ByteReader, container: Container): Promise<TagDocument> {
  switch (container.format) {
    case "wav":
    case "aiff":
      return openChunkTags(reader, container.format);
    case "flac":
      return openFlacTags(reader, container.start);
    case "mpeg":
      return openMp3Tags(reader, container.start);
    case "ogg":
      if (container.codec !== "flac") return openOggTags(reader, container.codec, container.start);
      throw new UnwritableTagsError("tags of FLAC in Ogg are not written");
    case "foreign":
      if (container.demuxer === "mov") return openMp4Tags(reader);
      throw new UnwritableTagsError(`tags of ${container.name} are not written`);
  }
}
