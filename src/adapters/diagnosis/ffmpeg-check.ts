import { execFile } from "node:child_process";
import { promisify } from "node:util";
import type { FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import { systemCodeOf } from "../runtime/system-error.js";

const execute = promisify(execFile);

const ADVICE =
  "Without it, AAC, ALAC, WMA and other rare formats cannot be decoded; all others can. Install " +
  "ffmpeg with your package manager, so that it is on the PATH.";

/** Checks whether ffmpeg is installed, for the formats that we do not decode ourselves. */
export class FfmpegCheck implements Check {
  readonly what = "ffmpeg";
  readonly #command: string;

  constructor({ command = "ffmpeg" }: { readonly command?: string } = {}) {
    this.#command = command;
  }

  async run(signal: AbortSignal): Promise<FindingState> {
    try {
      const { stdout } = await execute(this.#command, ["-version"], { signal });
      const version = /^ffmpeg version (\S+)/.exec(stdout)?.[1];
      return { state: "ok", message: version ?? "found, of an unknown version" };
    } catch (error) {
      signal.throwIfAborted();
      const isMissing = systemCodeOf(error) === "ENOENT";
      const message = isMissing ? "not found" : "found, but cannot be run";
      return { state: "warn", message, advice: ADVICE };
    }
  }
}
