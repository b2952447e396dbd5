import { ContainerAudioDecoder } from "../../src/adapters/decoder/container-audio-decoder.js";
import { openByteReader } from "../../src/adapters/decoder/open-byte-reader.js";
import { IdentifyingReader } from "../../src/adapters/library/audio-stream/identifying-reader.js";
import type { AudioAnalysis } from "../../src/domain/analysis/analysis.js";
import { emptyTimeline } from "../../src/domain/analysis/timeline.js";
import { AudioUndecodableError } from "../../src/domain/errors/analysis-errors.js";
import { EMPTY_FINGERPRINT } from "../../src/domain/fingerprint/fingerprint-text.js";
import type { Analyzer } from "../../src/ports/analysis/analyzer.js";
import type { EncodedAudio } from "../../src/ports/analysis/audio-source.js";
import { measuredAudio, type Measurements } from "./measured-audio.js";

/**
 * Decodes audio and identifies the recording in it as an analysis does, and says the same numbers of all: a tenth of
 * the time of a measurement.
 */
export class DecodingAnalyzer implements Analyzer {
  readonly version = 1;
  readonly changes: Analyzer["changes"] = [{ version: 1, fields: "all" }];
  readonly #decoder = new ContainerAudioDecoder();

  constructor(private readonly answer: Measurements = {}) {}

  async analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis> {
    signal?.throwIfAborted();
    const opened = await openByteReader(audio);
    try {
      const reader = await IdentifyingReader.over(opened);
      let durationSeconds = 0;
      for await (const { channels, sampleRate } of this.#decoder.decodeOpened(reader, signal)) {
        durationSeconds += (channels[0]?.length ?? 0) / sampleRate;
      }
      const identity = await reader.identify();
      if (!identity || durationSeconds === 0) {
        throw new AudioUndecodableError("it contains no samples");
      }
      const { recordingId } = identity;
      const measured = measuredAudio({ ...this.answer, recordingId, durationSeconds });
      return { ...measured, timeline: emptyTimeline, fingerprint: EMPTY_FINGERPRINT };
    } finally {
      await opened.close();
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}
