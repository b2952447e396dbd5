import { Presets, SingleBar } from "cli-progress";

/** Shows how much of its work a command has done. */
export interface ProgressBar {
  /** @param note stands for "{note}" at the end of the bar */
  update(done: number, total: number, note?: string): void;
  stop(): void;
}

/**
 * Opens a progress bar on standard error; where that is no terminal, nothing is shown.
 *
 * @param unit of what is done, in the plural
 * @param end what follows the count: by default the time left at the speed until now
 */
export function openProgressBar(
  what: string,
  unit = "files",
  end = ", {eta_formatted} left",
): ProgressBar {
  const bar = new SingleBar(
    {
      format: `${what} {bar} {value}/{total} ${unit}${end}`,
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
      if (!process.stderr.isTTY) return;
      if (!isStarted) bar.start(total, done, { note });
      isStarted = true;
      bar.setTotal(total);
      bar.update(done, { note });
    },
    stop: () => bar.stop(),
  };
}
