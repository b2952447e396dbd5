import { readdirSync } from "node:fs";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import { ContainerAudioDecoder } from "../../../src/adapters/decoder/container-audio-decoder.js";
import {
  findEmbeddedCover,
  findEmbeddedTags,
} from "../../../src/adapters/library/tags/embedded-tags.js";
import { DomainError } from "../../../src/domain/errors/domain-error.js";
import { errorCodes } from "../../../src/domain/errors/error-code.js";
import type { PcmBlock } from "../../../src/ports/analysis/audio-decoder.js";

/** One in this many files is also decoded from memory. */
const COMPARED_EVERY = 8;

/** A second for descriptors that are still being closed. */
const MAX_WAITS = 20;
const WAIT_MS = 50;

/** Tries the decoders and the tag reader with damaged files in a folder of its own. */
export class Trial {
  readonly #path: string;
  readonly #decoder: ContainerAudioDecoder;
  #count = 0;

  /** @param ffmpegCommand a name that does not exist excludes ffmpeg */
  constructor({ folder, ffmpegCommand }: { folder: string; ffmpegCommand: string }) {
    this.#path = join(folder, "mutant");
    this.#decoder = new ContainerAudioDecoder({ ffmpegCommand });
  }

  /** Returns the problems in decoding a file and reading its tags; empty if there are none. */
  async problemsOf(bytes: Uint8Array): Promise<readonly string[]> {
    await writeFile(this.#path, bytes);
    const before = openDescriptors();
    const problems = [...(await this.#decodingProblems(bytes)), ...(await this.#tagProblems())];
    const left = await descriptorsLeftSince(before);
    if (left > 0) problems.push(`${left} descriptors were left open`);
    return problems;
  }

  async #decodingProblems(bytes: Uint8Array): Promise<readonly string[]> {
    const inMemory = { kind: "memory", bytes } as const;
    const onDisk = { kind: "file", path: this.#path } as const;
    this.#count += 1;
    const isCompared = this.#count % COMPARED_EVERY === 0;
    const outcomes: string[] = [];
    for (const audio of isCompared ? [onDisk, inMemory] : [onDisk]) {
      try {
        const sound = new SoundCheck();
        for await (const block of this.#decoder.decode(audio)) sound.add(block);
        if (sound.problem !== undefined) return [sound.problem];
        outcomes.push(`decoded ${sound.frameCount} frames`);
      } catch (error) {
        if (!isDocumented(error)) return [`decoding a ${audio.kind} failed: ${described(error)}`];
        outcomes.push(error.message);
      }
    }
    const [first, second = first] = outcomes;
    // ffmpeg reads a file and a pipe in different ways.
    const isOurs = !outcomes.some((outcome) => outcome.includes("ffmpeg"));
    return first === second || !isOurs ? [] : [`on disk: ${first}; in memory: ${second}`];
  }

  async #tagProblems(): Promise<readonly string[]> {
    try {
      await findEmbeddedTags({ path: this.#path });
      await findEmbeddedCover({ path: this.#path });
      return [];
    } catch (error) {
      return isDocumented(error) ? [] : [`reading tags failed: ${described(error)}`];
    }
  }
}

/** Checks that the blocks of a recording are consistent and contain only finite numbers. */
class SoundCheck {
  problem: string | undefined;
  frameCount = 0;
  #first: PcmBlock | undefined;

  add(block: PcmBlock): void {
    this.#first ??= block;
    this.frameCount += block.channels[0]?.length ?? 0;
    const isAlike =
      block.sampleRate === this.#first.sampleRate &&
      block.channels.length === this.#first.channels.length &&
      block.channels.every(({ length }) => length === block.channels[0]?.length);
    if (!isAlike) this.problem ??= "its blocks differ in sample rate, channels or length";
    if (!block.channels.every(isFinite)) this.problem ??= "a sample is not a finite number";
  }
}

function isFinite(samples: Float32Array): boolean {
  // The difference of a number and itself is 0 only if it is finite.
  return samples.every((sample) => sample - sample === 0);
}

function isDocumented(error: unknown): error is DomainError {
  return error instanceof DomainError && errorCodes.includes(error.code);
}

function described(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error);
}

/**
 * Returns how many more descriptors are open than before. Those that are soon closed do not count: the
 * thread that loads TypeScript may be writing its cache.
 */
async function descriptorsLeftSince(before: number): Promise<number> {
  for (let wait = 0; wait < MAX_WAITS && openDescriptors() > before; wait++) {
    await setTimeout(WAIT_MS);
  }
  return openDescriptors() - before;
}

/** 0 where the system does not list them. */
function openDescriptors(): number {
  try {
    return readdirSync("/proc/self/fd").length;
  } catch {
    return 0;
  }
}
