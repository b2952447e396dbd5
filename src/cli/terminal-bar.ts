import { Presets, SingleBar } from "cli-progress";

/** Shows how much of its work a command has done. */
export interface ProgressBar {
  /** @param note stands for "{note}" at the end of the bar */
  update(done: number, total: number, note?: string): void;
  stop(): void;
}

/** Creates a progress bar on the terminal of standard error, which is shown from its first update on. */
export function terminalBar(format: string): ProgressBar {
  const bar = new SingleBar(
    {
      format,
      stream: process.stderr,
      noTTYOutput: false,
      hideCursor: true,
      clearOnComplete: true,
    },
    Presets.shades_classic,
  );
  let isStarted = false;
  return {
    update(done, total, note = "") {
      if (!isStarted) bar.start(total, done, { note });
      isStarted = true;
      bar.setTotal(total);
      bar.update(done, { note });
    },
    stop: () => bar.stop(),
  };
}
