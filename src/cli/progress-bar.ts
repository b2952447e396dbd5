import type { ProgressBar } from "./terminal-bar.js";

const NO_BAR: ProgressBar = { update: () => undefined, stop: () => undefined };

/**
 * Opens a progress bar on standard error; where that is no terminal, nothing is shown.
 *
 * @param unit of what is done, in the plural
 * @param end what follows the count: by default the time left at the speed until now
 */
export async function openProgressBar(
  what: string,
  unit = "files",
  end = ", {eta_formatted} left",
): Promise<ProgressBar> {
  if (!process.stderr.isTTY) return NO_BAR;
  const { terminalBar } = await import("./terminal-bar.js");
  return terminalBar(`${what} {bar} {value}/{total} ${unit}${end}`);
}
