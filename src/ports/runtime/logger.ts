/** Where the process says what happens. Facts are plain data; errors are passed as `error`. */
export interface Logger {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
}

/** Which messages are written: those of this level and of the more serious ones. */
export const logLevels = ["silent", "error", "warn", "info", "debug"] as const;

export type LogLevel = (typeof logLevels)[number];

export type LogFacts = Readonly<Record<string, unknown>>;
