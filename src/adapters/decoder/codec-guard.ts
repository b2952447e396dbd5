import { AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import { AudioUnavailableError } from "../../domain/errors/availability-errors.js";

interface CompiledCodec {
  readonly ready: Promise<void>;
  free(): void;
}

/** Keeps what goes wrong inside a compiled codec inside the words of the product. */
export interface CodecGuard {
  /** Waits until the codec is compiled. */
  ready(): Promise<void>;

  /** @throws {AudioUndecodableError} the codec throws, whatever it throws */
  run<Result>(step: () => Result | Promise<Result>): Promise<Result>;

  /** Gives the codec's memory back. Never throws: one that crashed has nothing to give. */
  free(): void;
}

/** Watches over a codec; `name` is said in the error's sentence. */
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
        // It crashed, or was never used; its memory goes with it.
      }
    },
  };
}
