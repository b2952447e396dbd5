import { Presets, SingleBar } from "cli-progress";

/** Shows how much of its work a command has done. */
export interface ProgressBar {
  update(done: number, total: number): void;
  stop(): void;
}

/**
 * Opens a progress bar on standard error; where that is no terminal, nothing is shown.
 *
 * @param unit of what is done, in the plural
 */
export function openProgressBar(what: string, unit = "files"): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${what} {bar} {value}/{total} ${unit}, {eta_formatted} left`,
      stream: process.stderr,
      noTTYOutput: false,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update(done, total) {
      if (!process.stderr.isTTY) return;
      if (isStarted) bar.update(done);
      else bar.start(total, done);
      isStarted = true;
    },
    stop: () => bar.stop(),
  };
}
