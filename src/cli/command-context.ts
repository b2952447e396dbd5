import type { CopyProgress, DatabaseCopyReport } from "../domain/operations/copy-report.js";
import type { DiagnosisService } from "../services/operations/diagnosis-service.js";
import type { FileAnalysisService } from "../services/analysis/file-analysis-service.js";
import type { FileTables } from "../services/export/file-tables.js";
import type { Services } from "../services/services.js";
import type { TaggingServices, CopiedUrls } from "../composition/compose-commands.js";
import type { WorkerOptions } from "../composition/compose-worker.js";

/** What the command line says about the server of tools for assistants. */
export interface AssistantOptions {
  /** The server whose library is used; that of this machine when absent. */
  readonly server?: URL;
  /** Whether the tools that change data are offered. */
  readonly canWrite: boolean;
}

/** The context of a command: the services, opened only when needed, and the outputs. */
export interface CommandContext {
  /**
   * Opens the application for `use`, and closes it afterwards.
   *
   * @param options.mayCreate whether a database is created where there is none; by default, it is refused
   */
  withServices(
    use: (services: Services) => Promise<void>,
    options?: { readonly mayCreate?: boolean },
  ): Promise<void>;
  /** Opens the application for `use`, and runs the analyses that wait until `use` has ended. */
  withAnalyses(use: (services: Services) => Promise<void>): Promise<void>;
  /** Opens only the analyzer, without a database. */
  withFileAnalysis(
    use: (files: FileAnalysisService, tables: FileTables) => Promise<void>,
  ): Promise<void>;
  /** Opens the services that write tags: the database, the analyzer, and what reads files of the library again. */
  withTagging(use: (services: TaggingServices) => Promise<void>): Promise<void>;
  /** Opens only the checks, because the services that they check may not open. */
  withDiagnosis(use: (diagnosis: DiagnosisService) => Promise<void>): Promise<void>;
  /** Copies the database at a URL to another one. */
  copyDatabase(urls: CopiedUrls, onProgress: CopyProgress): Promise<DatabaseCopyReport>;
  /** Runs the server until it is asked to stop. */
  serve(): Promise<void>;
  /** Analyses for a server until the process is asked to stop. */
  work(options: WorkerOptions): Promise<void>;
  /** Serves tools for assistants on standard input and output until the input ends. */
  serveAssistant(options: AssistantOptions): Promise<void>;
  /** Writes lines to standard output; an end of a line inside one of them is written as an escape. */
  print(...lines: readonly string[]): void;
  /** Writes lines to standard error in the same way. */
  printError(...lines: readonly string[]): void;
  /** Writes to standard output, as fast as it is read; text, as a terminal shows and does not obey it, where that is one. */
  send(content: AsyncIterable<Uint8Array>): Promise<void>;
  /** Whether a person sees standard output. */
  readonly isTerminal: boolean;
  /** Writes a file, which appears or is replaced when its content is complete. */
  saveFile(path: string, content: AsyncIterable<Uint8Array>): Promise<void>;
  /**
   * Reads a line of standard input, which a person who types it is asked for and does not see.
   *
   * @param question e.g. "Password of ann"
   */
  askSecret(question: string): Promise<string>;
  /** Sets the exit code of the process. */
  setExitCode(code: number): void;
  /** Maximum number of files that are processed at once, >= 1. */
  readonly concurrency: number;
  /** The URL by which clients reach a server with these settings, without a trailing slash. */
  readonly serverUrl: string;
  /** Aborted when the user stops the command (Ctrl+C), or its output is closed. */
  readonly signal: AbortSignal;
}
