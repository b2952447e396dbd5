import type { LogFacts, Logger } from "../../src/ports/runtime/logger.js";

/** One thing that the process said. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly facts: LogFacts;
}

/** A log that can be read afterwards. */
export class RecordingLogger implements Logger {
  readonly lines: LogLine[] = [];

  debug(message: string, facts: LogFacts = {}): void {
    this.lines.push({ level: "debug", message, facts });
  }

  info(message: string, facts: LogFacts = {}): void {
    this.lines.push({ level: "info", message, facts });
  }

  warn(message: string, facts: LogFacts = {}): void {
    this.lines.push({ level: "warn", message, facts });
  }

  error(message: string, facts: LogFacts = {}): void {
    this.lines.push({ level: "error", message, facts });
  }
}
