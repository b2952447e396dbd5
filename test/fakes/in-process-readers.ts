import { openByteReader } from "../../src/adapters/decoder/open-byte-reader.js";
import { openFileAtOnce } from "../../src/adapters/files/open-file.js";
import { IdentifyingReader } from "../../src/adapters/library/audio-stream/identifying-reader.js";
import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../src/adapters/library/tags/embedded-tags.js";
import type { EmbeddedTagSource } from "../../src/adapters/library/tags/embedded-tag-reader.js";
import { readScannedFile } from "../../src/adapters/library/tags/scanned-file.js";
import type { FileReading, FileToRead } from "../../src/adapters/library/tags/tag-exchange.js";
import type { Implementations } from "../../src/composition/implementations.js";
import type {
  AudioDigest,
  AudioDigests,
  DigestOptions,
} from "../../src/ports/library/audio-digests.js";

/** Reads tags without threads, whose start takes two seconds from source. */
export class InProcessTagReader implements EmbeddedTagSource {
  readonly findTags = findEmbeddedTags;
  readonly findCover = findEmbeddedCover;

  readFile(file: FileToRead): Promise<FileReading> {
    return readScannedFile(file, true);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Identifies the recordings in files as `ThreadedAudioDigests` does, without threads. */
export class InProcessAudioDigests implements AudioDigests {
  async digestOf(
    path: string,
    { signal, ...found }: DigestOptions = {},
  ): Promise<AudioDigest | undefined> {
    signal?.throwIfAborted();
    const opened = await openByteReader({ kind: "file", path, ...found }, openFileAtOnce);
    try {
      const digest = await (await IdentifyingReader.over(opened)).identify();
      await opened.checkUnchanged();
      return digest;
    } finally {
      await opened.close();
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The readers of files, for an application in the process of a test. */
export const inProcessReaders = (): Pick<Implementations, "embedded" | "digests"> => ({
  embedded: new InProcessTagReader(),
  digests: new InProcessAudioDigests(),
});
