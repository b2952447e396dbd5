import {
  AnalyzerBusyError,
  AudioUndecodableError,
} from "../../../src/domain/errors/analysis-errors.js";
import type { EncodedAudio } from "../../../src/ports/analysis/audio-source.js";
import type { HeardSound } from "../../../src/ports/analysis/sound-reader.js";
import {
  IdentificationService,
  MAX_WAITING_UPLOADS,
} from "../../../src/services/identification/identification-service.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { MemoryUploads } from "../jobs/memory-uploads.js";

const heard: HeardSound = {
  recordingId: recordingOf("heard"),
  words: new Uint32Array(),
  heardSeconds: 2.345,
};

/** A reader that hears the same in all audio, once it is released. */
class HeldReader {
  readonly received: EncodedAudio[] = [];
  #release: () => void = () => undefined;
  readonly #gate = new Promise<void>((resolve) => (this.#release = resolve));
  failure: Error | undefined;

  async hear(audio: EncodedAudio, signal?: AbortSignal): Promise<HeardSound> {
    this.received.push(audio);
    signal?.throwIfAborted();
    const aborted = new Promise<never>((_resolve, reject) =>
      signal?.addEventListener("abort", () => reject(signal.reason as Error)),
    );
    await Promise.race([this.#gate, aborted]);
    if (this.failure) throw this.failure;
    return heard;
  }

  release(): void {
    this.#release();
  }
}

describe("IdentificationService", () => {
  const never = new AbortController().signal;
  const nothing = { bytes: (async function* () {})() };
  let uploads: MemoryUploads;
  let reader: HeldReader;
  let service: IdentificationService;

  beforeEach(() => {
    uploads = new MemoryUploads();
    reader = new HeldReader();
    service = new IdentificationService({
      reader,
      uploads,
      fingerprints: {
        find: () => Promise.resolve([]),
        findFingerprints: () => Promise.resolve([]),
      },
      analyses: { findMany: (refs) => Promise.resolve(refs.map(() => undefined)) },
      tracks: { findMany: () => Promise.resolve([]) },
    });
  });

  const identify = (signal = never) => service.identifyUpload(nothing, signal);

  it("says how long an upload is, and that it is too short to be compared", async () => {
    reader.release();

    expect(await identify()).toEqual({ matches: [], heardSeconds: 2.3, isCompared: false });
    expect(uploads.removed).toEqual(["upload-1"]);
  });

  it("deletes an upload whose audio cannot be decoded", async () => {
    reader.failure = new AudioUndecodableError("it is cut short");
    reader.release();

    await expect(identify()).rejects.toBe(reader.failure);
    expect(uploads.removed).toEqual(["upload-1"]);
  });

  it("ends and deletes an upload whose client leaves", async () => {
    const client = new AbortController();
    const identified = identify(client.signal);

    client.abort();

    await expect(identified).rejects.toBe(client.signal.reason);
    expect(uploads.removed).toEqual(["upload-1"]);
  });

  it("refuses more uploads than may wait, until one is done", async () => {
    const waiting = Array.from({ length: MAX_WAITING_UPLOADS }, () => identify());

    await expect(identify()).rejects.toThrow(AnalyzerBusyError);
    expect(uploads.removed).toEqual([`upload-${MAX_WAITING_UPLOADS + 1}`]);

    reader.release();
    await Promise.all(waiting);
    expect(await identify()).toMatchObject({ matches: [] });
  });

  it("lets clients send their uploads again when the server stops", async () => {
    const identified = identify();

    service.end();

    await expect(identified).rejects.toMatchObject({
      code: "ANALYZER_BUSY",
      facts: { retryAfterSeconds: 1 },
    });
  });
});
