import { randomUUID } from "node:crypto";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { openByteReader } from "../../../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../../../src/adapters/library/audio-stream/identifying-reader.js";
import { DiskTagFiles } from "../../../../src/adapters/library/tag-writing/disk-tag-files.js";
import type { NewTagItem, TagField } from "../../../../src/domain/tagging/tag-field.js";
import type { AudioDigests } from "../../../../src/ports/library/audio-digests.js";
import type { TagContent, TagProblem } from "../../../../src/ports/library/tag-files.js";
import { InProcessAudioDigests } from "../../../fakes/in-process-readers.js";
import { musicFolder } from "../music-folder.js";

/** A signal that is never aborted. */
export const never = new AbortController().signal;

/** Computes digests without a thread, so that tests are quick. */
export const digests: AudioDigests = new InProcessAudioDigests();

/** The folder of what is remembered of the files that are written. */
export const unfinishedFolder = join(tmpdir(), `overtone-unfinished-${randomUUID()}`);

/** Reads and writes tags. */
export const files = new DiskTagFiles({ digests, unfinishedFolder });

/** Stores a file in a folder of its own, and returns its path. */
export async function stored(file: Uint8Array, name = "song.bin"): Promise<string> {
  return join(await musicFolder({ [name]: file }), name);
}

/** The new values of fields. */
export type Values = Partial<Record<TagField, readonly NewTagItem[]>>;

/** Reads a file and writes these values. */
export async function write(
  path: string,
  values: Values,
  beforeReplacing: () => Promise<void> = () => Promise.resolve(),
): Promise<TagProblem | undefined> {
  const content = await read(path);
  const changes = new Map(Object.entries(values) as [TagField, readonly NewTagItem[]][]);
  return files.write(path, { changes, content, beforeReplacing }, never);
}

/** Reads a file that can be read. */
export async function read(path: string): Promise<TagContent> {
  const content = await files.read(path);
  if ("problem" in content) throw new Error(content.problem);
  return content;
}

/** The values of a file by field. */
export async function valuesOf(path: string): Promise<Record<string, string>> {
  const { items } = await read(path);
  return Object.fromEntries(items.map(({ field, value }) => [field, value]));
}

/** The digest of the audio in a file. */
export async function digestOf(bytes: Uint8Array): Promise<string | undefined> {
  const reader = await IdentifyingReader.over(await openByteReader({ kind: "memory", bytes }));
  return (await reader.identify())?.digest;
}
