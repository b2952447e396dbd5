import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../../domain/errors/availability-errors.js";
import { ConfinedOpener } from "../../files/confined-opener.js";
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
 *
 * @param opener shared by files that are read one after the other
 */
export async function readScannedFile(
  wanted: FileToRead,
  areTagsWanted: boolean,
  opener = new ConfinedOpener(),
): Promise<FileReading> {
  try {
    return await readingOf(wanted, areTagsWanted, opener);
  } catch (error) {
    const isTemporary = error instanceof AudioUnavailableError || isTemporaryFailure(error);
    if (!isTemporary && systemCodeOf(error) === undefined) throw error;
    return { problem: isTemporary ? "unavailable" : "unreadable" };
  }
}

async function readingOf(
  { folders, file: path }: FileToRead,
  areTagsWanted: boolean,
  opener: ConfinedOpener,
): Promise<FileReading> {
  const file = opener.open(folders, path);
  if (!file) return { problem: "missing" };
  try {
    if (file.size === 0) return { problem: "empty" };
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
