import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";

interface CompiledCodec {
  readonly ready: Promise<void>;
  free(): void;
}

/** Runs a compiled codec, and translates its errors to errors of the domain. */
export interface CodecGuard {
  /** Waits until the codec is compiled. */
  ready(): Promise<void>;

  /** @throws {AudioUndecodableError} the codec threw any error */
  run<Result>(step: () => Result | Promise<Result>): Promise<Result>;

  /** Frees the codec's memory. Never throws, even if the codec has crashed. */
  free(): void;
}

/** Creates the guard of a codec; `name` is part of its error messages. */
export function guardCodec(name: string, codec: CompiledCodec): CodecGuard {
  return {
    ready: () => codec.ready,
    async run(step) {
      try {
        return await step();
      } catch (error) {
        if (error instanceof AudioUnavailableError) throw error;
        throw new AudioUndecodableError(`its ${name} stream is damaged`, error);
      }
    },
    free() {
      try {
        codec.free();
      } catch {
        // It crashed, or was never used; its memory is freed with the object.
      }
    },
  };
}
