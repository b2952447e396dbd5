import { stat } from "node:fs/promises";
import { join } from "node:path";

import { WorkerAnalyzer } from "../../../src/adapters/analyzer/worker-analyzer.js";
import { ThreadedAudioDigests } from "../../../src/adapters/library/audio-stream/threaded-audio-digests.js";
import { wavBytes } from "../../signals/encoded/wav-bytes.js";
import { isFfmpegInstalled, recordingPath } from "../decoder/recordings.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { taggedAiff } from "../library/tagged-audio.js";
import { builtAnalysisThread, builtDigestThread } from "../threads/built-threads.js";

const analyzer = new WorkerAnalyzer({ concurrency: 1, workerUrl: builtAnalysisThread });
const digests = new ThreadedAudioDigests({ workerUrl: builtDigestThread });

afterAll(async () => {
  await Promise.all([analyzer.close(), digests.close(), removeMusicFolders()]);
});

const ramp = Float32Array.from({ length: 8_001 }, (_, index) => index / 10_000);
const recorded = [
  ...["tones-16.flac", "tones-24.flac", "tones-flac.oga", "tones-cbr.mp3", "tones-vbr.mp3"],
  ...["tones-plain.mp3", "tones-mono.mp3", "tones.mp2", "tones.ogg", "tones-mono.ogg"],
  "tones.opus",
];
const throughFfmpeg = [
  ...["ffmpeg/tones-aac.m4a", "ffmpeg/tones-alac.m4a", "ffmpeg/tones-opus.webm"],
  ...["ffmpeg/tones.wma", "tones.wv"],
];
const names = [...recorded, ...(isFfmpegInstalled() ? throughFfmpeg : [])];

async function expectOneId(path: string): Promise<void> {
  const measured = await analyzer.analyze({ kind: "file", path });
  const read = await digests.digestOf(path);

  expect(measured.recordingId).toMatch(/^rec:[0-9a-f]{16}$/);
  expect(read?.recordingId).toBe(measured.recordingId);
}

describe("The id of a recording", () => {
  it.each(names)("is the same whether %s was measured or only read", async (name) => {
    await expectOneId(recordingPath(name));
  });

  it.each([
    ["WAV", wavBytes({ channels: [ramp], sampleRate: 8_000 })],
    ["AIFF", taggedAiff()],
  ])("is the same whether %s was measured or only read", async (_, bytes) => {
    const folder = await musicFolder({ "a.bin": Buffer.from(bytes) });

    await expectOneId(join(folder, "a.bin"));
  });

  it("differs between recordings", async () => {
    const found = await Promise.all(names.map((name) => digests.digestOf(recordingPath(name))));

    expect(new Set(found.map((one) => one?.recordingId)).size).toBe(names.length);
  });

  it("is not computed for a file in another state than that in which it was found", async () => {
    const path = recordingPath("tones-16.flac");
    const { size, mtimeMs, ctimeMs } = await stat(path);
    const modifiedAt = Math.trunc(mtimeMs);
    const state = { sizeBytes: size - 1, modifiedAt, changedAt: Math.trunc(ctimeMs) };

    const outcomes = await Promise.allSettled([
      analyzer.analyze({ kind: "file", path, state }),
      digests.digestOf(path, { state }),
    ]);

    expect(outcomes).toMatchObject([
      { reason: { code: "AUDIO_CHANGED" } },
      { reason: { code: "AUDIO_CHANGED" } },
    ]);
  });
});
