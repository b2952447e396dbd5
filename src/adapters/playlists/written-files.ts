import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { systemCodeOf } from "../runtime/system-error.js";
import { writeWholeFile } from "../runtime/whole-file.js";

const fileShape = z.object({
  playlist: z.string().optional(),
  fileName: z.string(),
  digests: z.array(z.string()),
});

/** The files by path. Before playlists were recorded, an entry was the digest alone. */
const recordShape = z.record(z.string(), z.union([fileShape, z.string()]));

/** A file that was written for a playlist. */
export interface WrittenFile {
  /** Its id; absent in a record from before playlists were recorded. */
  readonly playlist?: string | undefined;
  /** The name that it was to have; another one where that was taken. */
  readonly fileName: string;
  /** The SHA-256 digests of its content: two while it is written, before and after. */
  readonly digests: readonly string[];
}

/**
 * Remembers, across starts and crashes, which files this server has written and what they contained. A record that is
 * lost or damaged counts as empty: then nothing is its own.
 */
export class WrittenFiles {
  #files: Promise<Map<string, WrittenFile>> | undefined;

  /** @param path absolute; the file of the record */
  constructor(private readonly path: string) {}

  /** Returns the files, by absolute path. */
  files(): Promise<ReadonlyMap<string, WrittenFile>> {
    return this.#read();
  }

  async set(path: string, file: WrittenFile): Promise<void> {
    (await this.#read()).set(path, file);
    await this.#write();
  }

  async remove(path: string): Promise<void> {
    if ((await this.#read()).delete(path)) await this.#write();
  }

  #read(): Promise<Map<string, WrittenFile>> {
    return (this.#files ??= readRecord(this.path));
  }

  async #write(): Promise<void> {
    const text = JSON.stringify(Object.fromEntries(await this.#read()));
    await mkdir(dirname(this.path), { recursive: true });
    await writeWholeFile(this.path, Readable.from([Buffer.from(text)]));
  }
}

/** Returns the digest of the content of a file. */
export const contentDigestOf = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

async function readRecord(path: string): Promise<Map<string, WrittenFile>> {
  try {
    const read = recordShape.safeParse(JSON.parse(await readFile(path, "utf8")));
    const entries = Object.entries(read.data ?? {});
    return new Map(entries.map(([written, entry]) => [written, writtenFileFrom(written, entry)]));
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT" || error instanceof SyntaxError) return new Map();
    throw error;
  }
}

const writtenFileFrom = (path: string, entry: WrittenFile | string): WrittenFile =>
  typeof entry === "string" ? { fileName: basename(path), digests: [entry] } : entry;
