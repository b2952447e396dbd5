import type { DiagnosisService } from "../services/operations/diagnosis-service.js";
import type { FileAnalysisService } from "../services/analysis/file-analysis-service.js";
import type { Services } from "../services/services.js";

/** What a command works with: the services, opened only when needed, and where to write. */
export interface CommandContext {
  /** Opens the application for `use`, and closes it afterwards. */
  withServices(use: (services: Services) => Promise<void>): Promise<void>;
  /** Opens the analyzer alone: no database. */
  withFileAnalysis(use: (files: FileAnalysisService) => Promise<void>): Promise<void>;
  /** Opens the checks alone, because what they check may be broken. */
  withDiagnosis(use: (diagnosis: DiagnosisService) => Promise<void>): Promise<void>;
  /** Runs the server until it is asked to stop. */
  serve(): Promise<void>;
  /** Writes a line to standard output. */
  print(line: string): void;
  /** Writes a line to standard error. */
  complain(line: string): void;
  /** The exit code that the process will end with. */
  setExitCode(code: number): void;
  /** How many files to work on at once, >= 1. */
  readonly concurrency: number;
  /** Aborted when the user stops the command (Ctrl+C), or its output is closed. */
  readonly signal: AbortSignal;
}
