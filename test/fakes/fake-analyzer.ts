import { existsSync } from "node:fs";
import { openByteReader } from "../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../src/adapters/library/audio-stream/identifying-reader.js";
import type { AudioAnalysis } from "../../src/domain/analysis/analysis.js";
import { emptyTimeline, type Timeline } from "../../src/domain/analysis/timeline.js";
import { EMPTY_FINGERPRINT } from "../../src/domain/fingerprint/fingerprint-text.js";
import type { RecordingId } from "../../src/domain/track/recording-id.js";
import type { Analyzer } from "../../src/ports/analysis/analyzer.js";
import type { EncodedAudio } from "../../src/ports/analysis/audio-source.js";
import { measuredAudio, recordingOf, type Measurements } from "./measured-audio.js";

/** What it measures: also a sound fingerprint, by default that of silence. */
export type FakeAnswer = Measurements & { readonly fingerprint?: string };

/** An analyzer that returns the given result for the recording in the audio, when it is released. */
export class FakeAnalyzer implements Analyzer {
  readonly version: number = 1;
  /** The audio that it received, in order. */
  readonly received: EncodedAudio[] = [];
  #answer: FakeAnswer | Error;
  readonly #timeline: Timeline;
  #gate: Promise<void> = Promise.resolve();

  constructor(answer: FakeAnswer = {}, timeline = emptyTimeline) {
    this.#answer = answer;
    this.#timeline = timeline;
  }

  /** Each of its versions changes every number. */
  get changes(): Analyzer["changes"] {
    return [{ version: this.version, fields: "all" }];
  }

  /** Sets its result or its failure from now on. */
  answerWith(answer: FakeAnswer | Error): void {
    this.#answer = answer;
  }

  /** Holds all analyses until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.#gate = new Promise((resolve) => (release = resolve));
    return release;
  }

  async analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis> {
    this.received.push(audio);
    await settledOrAborted(this.#gate, signal);
    if (this.#answer instanceof Error) throw this.#answer;
    const { fingerprint = EMPTY_FINGERPRINT, ...values } = this.#answer;
    const measured = { recordingId: await recordingIn(audio), ...values };
    return {
      ...measuredAudio(measured, this.version),
      timeline: this.#timeline,
      fingerprint,
    };
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** Returns the recording in audio: the real one of a file that exists, and a made-up one otherwise. */
async function recordingIn(audio: EncodedAudio): Promise<RecordingId> {
  if (audio.kind === "memory") return recordingOf(Buffer.from(audio.bytes).toString("hex"));
  if (!existsSync(audio.path)) return recordingOf(audio.path);
  const opened = await openByteReader(audio);
  const identified = await (await IdentifyingReader.over(opened)).identify();
  await opened.close();
  return identified?.recordingId ?? recordingOf(audio.path);
}

function settledOrAborted(promise: Promise<void>, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const fail = (): void => reject(signal?.reason as Error);
    if (signal?.aborted === true) fail();
    signal?.addEventListener("abort", fail);
    promise.then(resolve, reject).finally(() => signal?.removeEventListener("abort", fail));
  });
}
