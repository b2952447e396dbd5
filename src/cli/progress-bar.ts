import { Presets, SingleBar } from "cli-progress";

/** Shows how many files a command has done. */
export interface ProgressBar {
  update(doneFiles: number, totalFiles: number): void;
  stop(): void;
}

/** Opens a progress bar on standard error; where that is no terminal, nothing is shown. */
export function openProgressBar(what: string): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${what} {bar} {value}/{total} files, {eta_formatted} left`,
      stream: process.stderr,
      noTTYOutput: false,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update(doneFiles, totalFiles) {
      if (!process.stderr.isTTY) return;
      if (isStarted) bar.update(doneFiles);
      else bar.start(totalFiles, doneFiles);
      isStarted = true;
    },
    stop: () => bar.stop(),
  };
}
