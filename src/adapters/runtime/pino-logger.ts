import { pino, type DestinationStream, type Logger as Pino } from "pino";
import { printableText } from "../../domain/printable-text.js";
import type { Tracer } from "../../ports/runtime/tracer.js";
import type { LogFacts, Logger, LogLevel } from "../../ports/runtime/logger.js";

/** Log lines are written together: when there are so many bytes, or at the latest after this time. */
const BYTES_PER_WRITE = 8192;
const MAX_HELD_MILLISECONDS = 50;

/** Logs each event as a line of JSON on standard error; standard output is for the commands' results. */
export class PinoLogger implements Logger {
  readonly #pino: Pino;

  /** @param options.tracer knows the trace that each line belongs to */
  constructor({
    level,
    to,
    tracer,
  }: {
    readonly level: LogLevel;
    readonly to?: DestinationStream;
    readonly tracer?: Pick<Tracer, "isOn" | "traceId">;
  }) {
    const options = {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label: string) => ({ level: label }) },
      ...(tracer?.isOn === true && { mixin: () => traceOf(tracer) }),
      serializers: { error: pino.stdSerializers.err, cause: pino.stdSerializers.err },
    };
    this.#pino = pino(options, printable(to ?? standardError()));
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

function traceOf(tracer: Pick<Tracer, "traceId">): { readonly traceId?: string } {
  const traceId = tracer.traceId();
  return traceId === undefined ? {} : { traceId };
}

/** Writes lines of JSON so that a terminal shows them and does not obey them. */
const printable = (stream: DestinationStream): DestinationStream => ({
  write: (line) => stream.write(`${printableText(line.trimEnd())}\n`),
});

/** Opens standard error for log lines; lines that are still buffered are written when the process ends. */
function standardError(): DestinationStream {
  const stream = pino.destination({ dest: 2, sync: false, minLength: BYTES_PER_WRITE });
  let isFlushDue = false;
  const flush = (): void => {
    isFlushDue = false;
    stream.flush();
  };
  return {
    write(line) {
      stream.write(line);
      // Only where there is a line: a flush of nothing writes as well, which costs a system call.
      if (isFlushDue) return;
      isFlushDue = true;
      setTimeout(flush, MAX_HELD_MILLISECONDS).unref();
    },
  };
}
