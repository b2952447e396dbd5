import { join } from "node:path";

import { ThreadedAudioDigests } from "../../../../src/adapters/library/audio-stream/threaded-audio-digests.js";
import { AudioUndecodableError } from "../../../../src/domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../../../src/domain/errors/availability-errors.js";
import { wavBytes } from "../../../signals/encoded/wav-bytes.js";
import { recordingPath } from "../../decoder/recordings.js";
import { builtDigestThread } from "../../threads/built-threads.js";
import { musicFolder, removeMusicFolders } from "../music-folder.js";

let digests: ThreadedAudioDigests;

beforeEach(() => {
  digests = new ThreadedAudioDigests({ workerUrl: builtDigestThread });
});

afterEach(async () => {
  await digests.close();
  await removeMusicFolders();
});

describe("Digests that are computed in a thread", () => {
  it("are equal for copies of a file, one after the other", async () => {
    const path = recordingPath("tones-16.flac");

    const [one, other] = await Promise.all([digests.digestOf(path), digests.digestOf(path)]);

    expect(one?.bytes).toBeGreaterThan(0);
    expect(other).toEqual(one);
  });

  it("are refused for a file that does not exist", async () => {
    const folder = await musicFolder();

    const finding = digests.digestOf(join(folder, "none.flac"));

    await expect(finding).rejects.toThrow(AudioUndecodableError);
  });

  it("let the event loop run while a large file is hashed", async () => {
    const header = wavBytes({ channels: [], sampleRate: 48_000, lies: { dataBytes: 48_000_000 } });
    const large = Buffer.concat([header, Buffer.alloc(48_000_000)]);
    const folder = await musicFolder({ "large.wav": large });
    let longestMilliseconds = 0;
    let last = performance.now();
    const turns = setInterval(() => {
      longestMilliseconds = Math.max(longestMilliseconds, performance.now() - last);
      last = performance.now();
    }, 1);

    const found = await digests.digestOf(join(folder, "large.wav"));
    clearInterval(turns);

    expect(found?.bytes).toBe(48_000_000);
    // Hashing it takes longer; the bound leaves room for other processes.
    expect(longestMilliseconds).toBeLessThan(1_000);
  });

  it("end when they are aborted, and others go on", async () => {
    const stopped = new AbortController();
    const path = recordingPath("tones-16.flac");
    const aborted = digests.digestOf(path, { signal: stopped.signal });
    stopped.abort(new Error("stopped"));

    await expect(aborted).rejects.toThrow("stopped");
    expect(await digests.digestOf(path)).toBeDefined();
  });

  it("are unavailable where a disk does not respond in time", async () => {
    const source = `import { parentPort } from "node:worker_threads"; parentPort.on("message", () => undefined);`;
    const hanging = new ThreadedAudioDigests({
      timeoutMilliseconds: 100,
      workerUrl: new URL(`data:text/javascript,${encodeURIComponent(source)}`),
    });

    const finding = hanging.digestOf("/anything");

    await expect(finding).rejects.toThrow(AudioUnavailableError);
    await hanging.close();
  });
});
