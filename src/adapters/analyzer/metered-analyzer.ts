import type { AudioAnalysis } from "../../domain/analysis/analysis.js";
import { DomainError } from "../../domain/errors/domain-error.js";
import type { Analyzer } from "../../ports/analysis/analyzer.js";
import type { EncodedAudio } from "../../ports/analysis/audio-source.js";
import type { Clock } from "../../ports/runtime/clock.js";
import type { CompletedMeasurement, Metrics } from "../../ports/runtime/metrics.js";

/** Wraps an analyzer, and records the duration and the outcome of each analysis. */
export class MeteredAnalyzer implements Analyzer {
  constructor(
    private readonly needs: {
      readonly analyzer: Analyzer;
      readonly metrics: Metrics;
      readonly clock: Clock;
    },
  ) {}

  get version(): number {
    return this.needs.analyzer.version;
  }

  get changes(): Analyzer["changes"] {
    return this.needs.analyzer.changes;
  }

  async analyze(audio: EncodedAudio, signal?: AbortSignal): Promise<AudioAnalysis> {
    const startedAt = this.needs.clock.now();
    let outcome: CompletedMeasurement["outcome"] = "measured";
    try {
      return await this.needs.analyzer.analyze(audio, signal);
    } catch (error) {
      outcome = error instanceof DomainError ? error.code : "INTERNAL";
      if (signal?.aborted === true) outcome = "cancelled";
      throw error;
    } finally {
      this.needs.metrics.recordAnalysis({
        outcome,
        milliseconds: this.needs.clock.now() - startedAt,
      });
    }
  }

  close(): Promise<void> {
    return this.needs.analyzer.close();
  }
}
