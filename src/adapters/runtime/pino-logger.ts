import { pino, type DestinationStream, type Logger as Pino } from "pino";
import type { LogFacts, Logger, LogLevel } from "../../ports/runtime/logger.js";

/** Lines are written together where there are many, and this long after they were made at most. */
const BYTES_PER_WRITE = 8192;
const MAX_HELD_MILLISECONDS = 50;

/** One line of JSON an event, on standard error, so that standard output stays the commands'. */
export class PinoLogger implements Logger {
  readonly #pino: Pino;

  constructor({ level, to }: { readonly level: LogLevel; readonly to?: DestinationStream }) {
    const options = {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      serializers: { error: pino.stdSerializers.err, cause: pino.stdSerializers.err },
    };
    this.#pino = pino(options, to ?? standardError());
  }

  debug(message: string, facts: LogFacts = {}): void {
    this.#pino.debug(facts, message);
  }

  info(message: string, facts: LogFacts = {}): void {
    this.#pino.info(facts, message);
  }

  warn(message: string, facts: LogFacts = {}): void {
    this.#pino.warn(facts, message);
  }

  error(message: string, facts: LogFacts = {}): void {
    this.#pino.error(facts, message);
  }
}

/** Writes what is left when the process ends, too. */
function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: false, minLength: BYTES_PER_WRITE });
  setInterval(() => stream.flush(), MAX_HELD_MILLISECONDS).unref();
  return stream;
}
