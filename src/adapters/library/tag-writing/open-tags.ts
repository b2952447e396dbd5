import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { ByteReader } from "../../decoder/byte-reader.js";
import { sniffContainer, type Container } from "../../decoder/sniff-container.js";
import { openChunkTags } from "./id3/chunk-tags.js";
import { openFlacTags } from "./xiph/flac-tags.js";
import { openMp3Tags } from "./id3/mp3-tags.js";
import { openMp4Tags } from "./mp4/mp4-tags.js";
import { openOggTags } from "./xiph/ogg-tags.js";
import type { TagDocument } from "./tag-document.js";
import { UnwritableTagsError } from "./unwritable-tags-error.js";

/**
 * Opens the tags of a file of any format that is written.
 *
 * @throws {UnwritableTagsError} it is of another format, or damaged
 * @throws {AudioUnavailableError} it temporarily cannot be read
 */
export async function openTags(reader: ByteReader): Promise<TagDocument> {
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
