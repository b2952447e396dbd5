import type { LogFacts, Logger } from "../../src/ports/runtime/logger.js";

/** One line of the log. */
export interface LogLine {
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
  readonly facts: LogFacts;
}

/** A logger that stores its lines. */
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
