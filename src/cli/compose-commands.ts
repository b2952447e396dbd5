import { configuredChecks } from "../adapters/diagnosis/configured-checks.js";
import { DiskAudioFolders } from "../adapters/library/disk-audio-folders.js";
import { FileTagReader } from "../adapters/library/file-tag-reader.js";
import { EmbeddedTagReader } from "../adapters/library/tags/embedded-tag-reader.js";
import { WorkerAnalyzer } from "../adapters/analyzer/worker-analyzer.js";
import { SystemClock } from "../adapters/runtime/system-clock.js";
import type { Config } from "../config/config.js";
import { DiagnosisService } from "../services/operations/diagnosis-service.js";
import { FileAnalysisService } from "../services/analysis/file-analysis-service.js";
import { userAgentFor } from "../config/user-agent.js";

/** The services that analyse files in place: without a database or library folders. */
export interface FileAnalysis {
  readonly files: FileAnalysisService;
  close(): Promise<void>;
}

/** Builds the services of `overtone analyze`. */
export function composeFileAnalysis(config: Config): FileAnalysis {
  const analyzer = new WorkerAnalyzer(config.analysis);
  const embedded = new EmbeddedTagReader();
  const tags = new FileTagReader({ embedded });
  const folders = new DiskAudioFolders(config.library);
  const files = new FileAnalysisService({ analyzer, folders, tags, clock: new SystemClock() });
  const closed = (): Promise<unknown> => Promise.all([analyzer.close(), embedded.close()]);
  return { files, close: async () => void (await closed()) };
}

/** The service that checks everything that the server needs, without opening it. */
export interface Diagnosis {
  readonly diagnosis: DiagnosisService;
  close(): Promise<void>;
}

/** Builds the service of `overtone doctor`. */
export function composeDiagnosis(config: Config): Diagnosis {
  const clock = new SystemClock();
  const configured = configuredChecks(config, { clock, userAgent: userAgentFor(config) });
  const diagnosis = new DiagnosisService({ checks: configured.checks, clock });
  return { diagnosis, close: () => configured.close() };
}
