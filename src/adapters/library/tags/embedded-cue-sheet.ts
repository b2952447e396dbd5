import type { IAudioMetadata } from "music-metadata";
import { parseCueSheet, type CueProblem, type CueSheet } from "../../../domain/cue/cue-sheet.js";
import { findFlacCueSheet } from "../../../domain/cue/flac-cue-block.js";
import { findFlacBlocks } from "../audio-stream/flac-file.js";
import type { KeptParts } from "./kept-parts.js";

/** The names of the tag in its formats: "CUESHEET", "Cuesheet", "TXXX:CUESHEET". */
const CUE_SHEET_ID = /(?:^|:)cuesheet$/i;

/** The type of the block of FLAC. */
const CUE_SHEET_BLOCK = 5;

/** Maximum length of that block: 255 tracks, each with 255 indexes. */
const MAX_BLOCK_BYTES = 1024 * 1024;

/**
 * Returns the cue sheet in the tags of a file, or else in its block of FLAC, which has no names.
 *
 * @param start position of its sound, behind any tags
 */
export async function findCueSheet(
  { native, format }: IAudioMetadata,
  { parts, start }: { readonly parts: KeptParts; readonly start: number },
): Promise<CueSheet | CueProblem | undefined> {
  const tags = Object.values(native).flat();
  const text = tags.find(({ id, value }) => CUE_SHEET_ID.test(id) && typeof value === "string");
  if (text) return parseCueSheet(text.value as string);
  if (format.container !== "FLAC" || format.sampleRate === undefined) return undefined;
  const reader = parts.reader();
  const file = await findFlacBlocks(reader, start);
  const block = file?.blocks.find(({ type }) => type === CUE_SHEET_BLOCK);
  if (!block || block.end - block.start > MAX_BLOCK_BYTES) return undefined;
  await reader.seek(block.start);
  return findFlacCueSheet(await reader.read(block.end - block.start), format.sampleRate);
}
