import { createHash } from "node:crypto";
import { mkdir, readFile } from "node:fs/promises";
import { dirname } from "node:path";
import { Readable } from "node:stream";
import { z } from "zod";
import { systemCodeOf } from "../runtime/system-error.js";
import { writeWholeFile } from "../runtime/whole-file.js";

const recordShape = z.record(z.string(), z.string());

/**
 * Remembers, across starts, which files this server has written and what they contained, so that it
 * removes nothing that is not its own. A record that is lost or damaged counts as empty.
 */
export class WrittenFiles {
  #digests: Promise<Map<string, string>> | undefined;

  /** @param path absolute; the file of the record */
  constructor(private readonly path: string) {}

  /** Returns the paths of the files. */
  async paths(): Promise<readonly string[]> {
    return [...(await this.#read()).keys()];
  }

  /** Returns whether this server has written a file, as it is. */
  async has(path: string, content: Uint8Array): Promise<boolean> {
    return (await this.#read()).get(path) === digestOf(content);
  }

  async add(path: string, content: Uint8Array): Promise<void> {
    if (await this.has(path, content)) return;
    (await this.#read()).set(path, digestOf(content));
    await this.#write();
  }

  async remove(path: string): Promise<void> {
    if ((await this.#read()).delete(path)) await this.#write();
  }

  #read(): Promise<Map<string, string>> {
    return (this.#digests ??= readRecord(this.path));
  }

  async #write(): Promise<void> {
    const text = JSON.stringify(Object.fromEntries(await this.#read()));
    await mkdir(dirname(this.path), { recursive: true });
    await writeWholeFile(this.path, Readable.from([Buffer.from(text)]));
  }
}

const digestOf = (content: Uint8Array): string =>
  createHash("sha256").update(content).digest("hex");

async function readRecord(path: string): Promise<Map<string, string>> {
  try {
    const read = recordShape.safeParse(JSON.parse(await readFile(path, "utf8")));
    return new Map(Object.entries(read.data ?? {}));
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT" || error instanceof SyntaxError) return new Map();
    throw error;
  }
}
