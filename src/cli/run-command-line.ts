import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { CommanderError } from "commander";
import { ConfigError } from "../config/config-error.js";
import { threadsOf, type Config } from "../config/config.js";
import { StartError } from "../config/start-error.js";
import { ownUrlAt } from "../domain/operations/own-url-at.js";
import { endAfterSignals, endSoon } from "../server/final-end.js";
import { askSecret } from "./ask-secret.js";
import type { CommandContext } from "./command-context.js";
import { CommandSettings } from "./command-settings.js";
import { exitCodes, failureLinesOf, failureReportFrom } from "./failure-report.js";
import { printableContent, printableLines } from "../domain/printable-text.js";
import { programFor } from "./program.js";

const stopped = new AbortController();
const print = (...lines: readonly string[]): void => console.log(printableLines(lines));
const printError = (...lines: readonly string[]): void => console.error(printableLines(lines));

/**
 * Loads what a command needs when it runs: the server's modules take over a second of processor, and `--version` and
 * `--help` need no settings.
 */
function contextFrom(settings: CommandSettings): CommandContext {
  const config = (): Config => settings.config;
  return {
    async withServices(use, { mayCreate = false } = {}) {
      settings.nameDatabase({ mayCreate });
      const { compose } = await import("../composition/compose.js");
      const application = await compose(config());
      await use(application.services).finally(() => application.close());
    },
    async withAnalyses(use) {
      settings.nameDatabase({ mayCreate: true });
      const { compose } = await import("../composition/compose.js");
      const application = await compose({ ...config(), analysis: threadsOf(config().analysis) });
      application.startJobs();
      await use(application.services).finally(() => application.close());
    },
    async withFileAnalysis(use) {
      const { withFileAnalysis } = await import("../composition/compose-commands.js");
      await withFileAnalysis(config(), use);
    },
    async withTagging(use) {
      const known = settings.withDatabaseThatIs();
      const { withTagging } = await import("../composition/compose-commands.js");
      await withTagging(known, use);
    },
    async withDiagnosis(use) {
      settings.nameDatabase({ mayCreate: true });
      const { withDiagnosis } = await import("../composition/compose-commands.js");
      await withDiagnosis(config(), use);
    },
    async copyDatabase(urls, onProgress) {
      const { copyDatabase } = await import("../composition/compose-commands.js");
      return copyDatabase(config(), { ...urls, onProgress, signal: stopped.signal });
    },
    async serve() {
      const { serve } = await import("../server/serve.js");
      await serve(settings.ofServer, (text) => print(...text.split("\n")));
    },
    async work(options) {
      const { runWorker } = await import("../composition/compose-worker.js");
      await runWorker(config(), options, print);
    },
    async serveAssistant(options) {
      if (!options.server) settings.nameDatabase({ mayCreate: true });
      const { serveAssistant } = await import("../server/serve-assistant.js");
      await serveAssistant(config(), options);
    },
    print,
    async send(content) {
      const { stdout } = process;
      const sent = stdout.isTTY ? printableContent(content) : content;
      await pipeline(Readable.from(sent, { objectMode: false }), stdout, { end: false });
    },
    isTerminal: process.stdout.isTTY,
    async saveFile(path, content) {
      const { saveFile } = await import("../composition/compose-commands.js");
      await saveFile(path, content);
    },
    printError,
    askSecret,
    setExitCode: (code) => (process.exitCode = code),
    get concurrency() {
      return threadsOf(config().analysis).concurrency;
    },
    get serverUrl() {
      const { publicUrl, host, port } = config().http;
      return publicUrl ?? ownUrlAt(host, port);
    },
    signal: stopped.signal,
  };
}

try {
  const command = process.argv[2] ?? "";
  if (["serve", "mcp"].includes(command)) endAfterSignals(printError);
  // A worker may go on for as long as its user says.
  else if (command !== "worker") stopOnInterruptOrClosedOutput();
  await programFor(contextFrom(new CommandSettings(process.env, printError))).parseAsync();
} catch (error) {
  process.exitCode = report(error);
}
endSoon(printError);

/** Stops the command on SIGINT, or when its output is closed. */
function stopOnInterruptOrClosedOutput(): void {
  const stop = (exitCode: number): void => {
    process.exitCode = exitCode;
    stopped.abort();
    endSoon(printError);
  };
  process.once("SIGINT", () => stop(exitCodes.interrupted));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "EPIPE") throw error;
      stop(exitCodes.unread);
    });
  }
}

function report(error: unknown): number {
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage;
  if (error instanceof ConfigError) {
    printError(...error.message.split("\n"));
    return exitCodes.usage;
  }
  if (error instanceof StartError) {
    printError(error.message);
    return exitCodes.failure;
  }
  if (stopped.signal.aborted) return Number(process.exitCode);
  const failure = failureReportFrom(error);
  printError(...failureLinesOf(failure));
  return failure.exitCode;
}
