import { parseBuffer, parseFromTokenizer, type IAudioMetadata } from "music-metadata";
import type { CueProblem, CueSheet } from "../../../domain/cue/cue-sheet.js";
import { AudioUndecodableError } from "../../../domain/errors/analysis-errors.js";
import type { AudioTags } from "../../../domain/library/library-file.js";
import {
  findPlace,
  findYear,
  joinedValues,
  releaseDetailsOf,
} from "../../../domain/track/release-details.js";
import { findName } from "../../../domain/track/name-text.js";
import { findIsrc } from "../../../domain/track/track.js";
import type { Cover } from "../../../ports/library/library-folders.js";
import { sniffContainer, type Container } from "../../decoder/sniff-container.js";
import { BlockingFile, type WantedFile } from "../../files/open-file.js";
import { findUsualApe } from "./ape-in-file.js";
import { orderedAsfHeader } from "./asf-in-file.js";
import { findCoverIn } from "./cover-pictures.js";
import { findOggHead } from "./ogg-head.js";
import { findCueSheet } from "./embedded-cue-sheet.js";
import { streamFactsOf } from "./stream-facts.js";
import { readId3InFile, type Id3InFile } from "./id3-in-file.js";
import { withMediaKind } from "./media-kind.js";
import { namesOfTags } from "./named-texts.js";
import { findNativeValues } from "./native-values.js";
import { findUsualMp4 } from "./mp4-in-file.js";
import { KeptParts } from "./kept-parts.js";
import { ReadAhead, type FilePart } from "./read-ahead.js";
import type { FileHandle } from "node:fs/promises";
import { FileTokenizer, fromBuffer, type ITokenizer } from "strtok3";

/** Maximum bytes that are read: a cover of 16 MiB, another picture, and all text of a tag. */
const MAX_READ_BYTES = 32 * 1024 * 1024;

/** Maximum length of one read: a picture and its header. */
const MAX_PIECE_BYTES = 17 * 1024 * 1024;

/** Maximum number of reads: the MP3 frames of a song take about ten thousand. */
const MAX_READ_COUNT = 50000;

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** The tags of a file; any of them may be missing. */
export interface EmbeddedTags {
  readonly tags: Partial<AudioTags> & { readonly hasCover: boolean };
  /** The cue sheet inside the file, or why it is not used. */
  readonly cueSheet?: CueSheet | CueProblem;
}

/**
 * Returns the tags of a file, or `undefined` where they cannot be read or are larger than the maximum.
 *
 * It must run in a thread of its own: the time that a hostile tag takes after reading has no limit here.
 *
 * @param wanted its path is absolute
 */
export async function findEmbeddedTags(wanted: WantedFile): Promise<EmbeddedTags | undefined> {
  return withOpened(wanted, findTagsOf);
}

/** Returns the tags of an opened file, whose container its bytes have told; otherwise like `findEmbeddedTags`. */
export async function findTagsOf(opened: OpenedTags): Promise<EmbeddedTags | undefined> {
  const { parts } = opened;
  const { metadata, id3 } = await parsed(opened, true);
  if (!metadata) return undefined;
  const { common, format } = metadata;
  const names = namesOfTags(metadata, id3.texts);
  const { artist, artists, trackName } = names;
  const details = releaseDetailsOf({
    ...names,
    genre: findName(joinedValues(withMediaKind(metadata, opened.file.path))),
    year: findYear(common.year ?? common.date),
    trackNumber: findPlace(common.track.no),
    discNumber: findPlace(common.disk.no),
  });
  const isrc = common.isrc?.map(findIsrc).find((code) => code !== undefined);
  const musicbrainzId = common.musicbrainz_recordingid?.trim().toLowerCase();
  const seconds = format.duration;
  const tagged = findNativeValues(metadata, id3.texts);
  const tags = {
    ...streamFactsOf(opened.container, format),
    ...(artist !== undefined && { artist }),
    ...(artists !== undefined && { artists }),
    ...(trackName !== undefined && { trackName }),
    ...details,
    ...(isrc !== undefined && { isrc }),
    ...(musicbrainzId !== undefined && UUID.test(musicbrainzId) && { musicbrainzId }),
    ...(seconds !== undefined && seconds > 0 && seconds < Infinity && { durationSeconds: seconds }),
    hasCover: findCoverIn(metadata) !== undefined,
    ...(tagged !== undefined && { tagged }),
  };
  const cueSheet = await findCueSheet(metadata, { parts, start: opened.container.start });
  return { tags, ...(cueSheet && { cueSheet }) };
}

/** Returns the embedded picture that stands for the recording, or `undefined`, as `findCoverIn` finds it. */
export async function findEmbeddedCover(wanted: WantedFile): Promise<Cover | undefined> {
  return withOpened(wanted, async (opened) => {
    const { metadata } = await parsed(opened, false);
    return metadata && findCoverIn(metadata);
  });
}

/** An opened file, what was read of it, and its container. */
interface OpenedTags {
  readonly file: BlockingFile;
  readonly parts: KeptParts;
  readonly container: Container;
}

/** Calls `read` with a file; returns `undefined` where it cannot be opened, or is no audio. */
async function withOpened<Result>(
  wanted: WantedFile,
  read: (opened: OpenedTags) => Promise<Result>,
): Promise<Result | undefined> {
  let file: BlockingFile;
  try {
    file = new BlockingFile(wanted);
  } catch {
    return undefined;
  }
  try {
    if (!file.isRegular) return undefined;
    const parts = new KeptParts(file);
    return await read({ file, parts, container: await sniffContainer(parts.reader()) });
  } catch (error) {
    if (error instanceof AudioUndecodableError) return undefined;
    throw error;
  } finally {
    await file.close();
  }
}

/**
 * Returns the ID3v2 tags of a file, and its metadata; `undefined` where their reader throws any error.
 *
 * @param isDurationWanted whether a file that states no length is read to its end for it; where that
 * exceeds the budget, the length is left out
 */
async function parsed(
  opened: OpenedTags,
  isDurationWanted: boolean,
): Promise<{ readonly id3: Id3InFile; readonly metadata: IAudioMetadata | undefined }> {
  const { parts } = opened;
  const id3 = await readId3InFile(parts);
  const known = [...id3.plain, ...orderedAsfHeader(parts), ...parts.parts];
  const metadata = await metadataOf(opened, { known, isDurationWanted });
  if (id3.tag === undefined || (metadata && hasTags(metadata))) return { id3, metadata };
  // The general reader finds no tag in some kinds of WAV, and none in front of formats that have none.
  const ofTag = await parseBuffer(id3.tag(), "audio/mpeg").catch(() => undefined);
  const format = metadata?.format ?? ofTag?.format;
  return { id3, metadata: ofTag && format && { ...ofTag, format } };
}

const hasTags = ({ native }: IAudioMetadata): boolean =>
  Object.values(native).some((items) => items.length > 0);

async function metadataOf(
  opened: OpenedTags,
  read: { readonly known: readonly FilePart[]; readonly isDurationWanted: boolean },
): Promise<IAudioMetadata | undefined> {
  const { known, isDurationWanted } = read;
  try {
    const tokenizer = await tokenizerOf(opened, known);
    return await parseFromTokenizer(tokenizer, { duration: isDurationWanted });
  } catch (error) {
    const isTooLong = isDurationWanted && error instanceof TagBudgetError;
    return isTooLong ? metadataOf(opened, { ...read, isDurationWanted: false }) : undefined;
  }
}

/** Returns what the general reader of tags reads, which is told the format that the bytes have, and not the name. */
async function tokenizerOf(
  { file, parts, container }: OpenedTags,
  known: readonly FilePart[],
): Promise<ITokenizer> {
  const { format, mediaType } = container;
  if (format === "ogg") {
    const head = await findOggHead(parts, container);
    if (head) return fromBuffer(head.bytes, { fileInfo: { mimeType: head.mediaType } });
    // A tag in front of it would be taken for a damaged page.
    return new BoundedTokenizer(file, { known, mediaType, start: container.start });
  }
  const mp4 = mediaType === "audio/mp4" ? await findUsualMp4(parts) : undefined;
  if (mp4) return fromBuffer(mp4, { fileInfo: { mimeType: mediaType } });
  const ape = findUsualApe(parts);
  if (ape) return fromBuffer(ape, { fileInfo: { mimeType: mediaType } });
  return new BoundedTokenizer(file, { known, mediaType });
}

type ReadOptions = Parameters<FileTokenizer["readBuffer"]>[1];

/** The tags of a file are larger than the maximum. */
class TagBudgetError extends Error {
  constructor() {
    super("The tags are larger than the maximum.");
    this.name = "TagBudgetError";
  }
}

/** Reads a file for the tag reader, up to a maximum of bytes and of reads. */
class BoundedTokenizer extends FileTokenizer {
  #readBytes = 0;
  #readCount = 0;

  /**
   * @param file its owner closes it
   * @param read the parts of the file that are not read again, its media type, and the position where it begins
   */
  constructor(
    file: BlockingFile,
    {
      known,
      mediaType,
      start = 0,
    }: { readonly known: readonly FilePart[]; readonly mediaType: string; readonly start?: number },
  ) {
    const ahead = new ReadAhead(file, known);
    const behindStart: Pick<ReadAhead, "read"> = {
      read: (target, offset, length, position) =>
        ahead.read(target, offset, length, start + position),
    };
    const fileInfo = { mimeType: mediaType, size: file.size - start };
    // The base class only reads it, as nothing calls its `close`.
    super(behindStart as unknown as FileHandle, { fileInfo, maxBufferSize: MAX_PIECE_BYTES });
  }

  /** @throws {TagBudgetError} too much has been read */
  override readBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    this.#spend(bytes.length);
    return super.readBuffer(bytes, options);
  }

  /** @throws {TagBudgetError} too much has been read */
  override peekBuffer(bytes: Uint8Array, options?: ReadOptions): Promise<number> {
    this.#spend(bytes.length);
    return super.peekBuffer(bytes, options);
  }

  #spend(byteLength: number): void {
    this.#readBytes += byteLength;
    this.#readCount += 1;
    if (this.#readBytes > MAX_READ_BYTES || this.#readCount > MAX_READ_COUNT)
      throw new TagBudgetError();
  }
}
