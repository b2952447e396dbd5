import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../../domain/errors/availability-errors.js";
import { findConfinedFileAtOnce } from "../../files/confined-file.js";
import { BlockingFile } from "../../files/open-file.js";
import { sniffContainer } from "../../decoder/sniff-container.js";
import { isTemporaryFailure } from "../../runtime/temporary-failure.js";
import { systemCodeOf } from "../../runtime/system-error.js";
import { sampleBytes } from "../file-samples.js";
import { findTagsOf } from "./embedded-tags.js";
import { streamFactsOf } from "./stream-facts.js";
import { KeptParts } from "./kept-parts.js";
import type { FileReading, FileToRead } from "./tag-exchange.js";

/**
 * Reads what a scan wants of a library file, opening it once. It must run in a thread of its own, which
 * waits for the disk.
 */
export async function readScannedFile(
  wanted: FileToRead,
  areTagsWanted: boolean,
): Promise<FileReading> {
  try {
    return await readingOf(wanted, areTagsWanted);
  } catch (error) {
    const isTemporary = error instanceof AudioUnavailableError || isTemporaryFailure(error);
    if (!isTemporary && systemCodeOf(error) === undefined) throw error;
    return { problem: isTemporary ? "unavailable" : "unreadable" };
  }
}

async function readingOf(
  { folders, file: path }: FileToRead,
  areTagsWanted: boolean,
): Promise<FileReading> {
  const confined = findConfinedFileAtOnce(folders, path);
  if (!confined) return { problem: "missing" };
  if (confined.stats.size === 0) return { problem: "empty" };
  const file = new BlockingFile({ path: confined.path, within: folders });
  try {
    if (!file.isRegular) return { problem: "unreadable" };
    const parts = new KeptParts(file);
    const fingerprint = await sampleBytes(file.size, (position, length) =>
      Promise.resolve(parts.bytesAt(position, length)),
    );
    const container = await sniffContainer(parts.reader());
    const found = areTagsWanted ? await findTagsOf({ file, parts, container }) : undefined;
    return {
      fingerprint,
      ...(found ?? { tags: { hasCover: false, ...streamFactsOf(container) } }),
    };
  } catch (error) {
    if (!(error instanceof AudioUndecodableError)) throw error;
    return { problem: "not audio", reason: String(error.facts["reason"]) };
  } finally {
    await file.close();
  }
}
