import { ContainerAudioDecoder } from "../../../../src/adapters/decoder/container-audio-decoder.js";
import {
  openByteReader,
  type OpenAudio,
} from "../../../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../../../src/adapters/library/audio-stream/identifying-reader.js";
import type { AudioDigest } from "../../../../src/ports/library/audio-digests.js";
import { recordingPath } from "../../decoder/recordings.js";

const decoder = new ContainerAudioDecoder();

/** Opens a recording; the returned function makes all further reads fail. */
async function opened(name: string): Promise<{ audio: OpenAudio; end: () => void }> {
  const audio = await openByteReader({ kind: "file", path: recordingPath(name) });
  const read = audio.read.bind(audio);
  let hasEnded = false;
  audio.read = (length) =>
    hasEnded ? Promise.reject(new Error("It is read again.")) : read(length);
  return { audio, end: () => (hasEnded = true) };
}

async function identified(name: string): Promise<AudioDigest | undefined> {
  const audio = await openByteReader({ kind: "file", path: recordingPath(name) });
  const reader = await IdentifyingReader.over(audio);
  return reader.identify().finally(() => audio.close());
}

describe("A reader that identifies a recording", () => {
  it.each([
    "tones-16.flac",
    "tones-cbr.mp3",
    "tones-vbr.mp3",
    "tones.mp2",
    "tones.ogg",
    "tones.opus",
  ])("hashes the bytes of %s that were decoded, and reads none again", async (name) => {
    const { audio, end } = await opened(name);
    const reader = await IdentifyingReader.over(audio);

    for await (const block of decoder.decodeOpened(reader)) block.channels[0]?.fill(0);
    end();
    const decoded = await reader.identify();

    const alone = await identified(name);
    expect(decoded?.digest).toBeDefined();
    expect(decoded).toEqual(alone);
    await audio.close();
  });

  it("hashes what the decoder did not read, in the order of the file", async () => {
    const { audio } = await opened("tones-16.flac");
    const reader = await IdentifyingReader.over(audio);
    await reader.seek(9_000);
    await reader.read(5_000);
    await reader.seek(100);
    await reader.read(10_000);

    const found = await reader.identify();

    const alone = await identified("tones-16.flac");
    expect(found).toEqual(alone);
    await audio.close();
  });
});
