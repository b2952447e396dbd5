import { appendFile, copyFile, rename } from "node:fs/promises";
import { join } from "node:path";

import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import { openByteReader } from "../../../src/adapters/decoder/open-byte-reader.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { isFfmpegInstalled, recordingPath } from "./recordings.js";

const decoder = new ContainerAudioDecoder();
const itFfmpeg = isFfmpegInstalled() && process.platform !== "win32" ? it : it.skip;

afterEach(removeMusicFolders);

async function copied(name: string): Promise<string> {
  const path = join(await musicFolder(), "audio.bin");
  await copyFile(recordingPath(name), path);
  return path;
}

describe("A file that is changed while it is decoded", () => {
  it.each(["tones-16.flac", "tones-cbr.mp3", "tones.ogg"])("is refused: %s", async (name) => {
    const path = await copied(name);
    const decoding = async (): Promise<void> => {
      let isFirst = true;
      for await (const { sampleRate } of decoder.decode({ kind: "file", path })) {
        if (isFirst && sampleRate > 0) await appendFile(path, "more");
        isFirst = false;
      }
    };

    const outcome = decoding();

    await expect(outcome).rejects.toMatchObject({ code: "AUDIO_CHANGED" });
  });

  itFfmpeg("is the one that was opened for ffmpeg, too", async () => {
    const path = await copied("ffmpeg/tones-aac.m4a");
    const opened = await openByteReader({ kind: "file", path });
    await rename(await copied("ffmpeg/tones-alac.m4a"), path);

    const rates = new Set<number>();
    for await (const { sampleRate } of decoder.decodeOpened(opened)) rates.add(sampleRate);

    expect([...rates]).toEqual([44_100]);
    await opened.close();
  });
});
