/** Where the process says what happens. Facts are plain data; errors are passed as `error`. */
export interface Logger {
  debug(message: string, facts?: LogFacts): void;
  info(message: string, facts?: LogFacts): void;
  warn(message: string, facts?: LogFacts): void;
  error(message: string, facts?: LogFacts): void;
}

export type LogFacts = Readonly<Record<string, unknown>>;
