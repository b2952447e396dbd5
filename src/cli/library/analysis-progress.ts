import { setTimeout as pause } from "node:timers/promises";
import type { LibraryStatus } from "../../domain/library/library-status.js";
import type { CommandContext } from "../command-context.js";
import { openProgressBar } from "../progress-bar.js";
import { countText, paceText } from "./library-text.js";

/** How often a progress bar moves. */
const BAR_MILLISECONDS = 1_000;

/** How often a line is printed where standard error is no terminal. */
const LINE_MILLISECONDS = 30_000;

/**
 * Shows on standard error how much of the library is analysed, until `work` has ended: a bar on a
 * terminal, otherwise a line every 30 s.
 */
export async function showAnalysisProgress(
  context: Pick<CommandContext, "printError">,
  status: { get(): Promise<LibraryStatus> },
  work: Promise<void>,
): Promise<void> {
  const over = new AbortController();
  const showing = follow(context, status, over.signal);
  try {
    await work;
  } finally {
    over.abort();
    await showing;
  }
}

/** Read anew, because it changes while the status is read. */
const isOver = ({ aborted }: AbortSignal): boolean => aborted;

async function follow(
  context: Pick<CommandContext, "printError">,
  status: { get(): Promise<LibraryStatus> },
  over: AbortSignal,
): Promise<void> {
  const isTerminal = process.stderr.isTTY;
  const bar = await openProgressBar("Analysing", "tracks", "{note}");
  while (!over.aborted) {
    // What cannot be read now is shown the next time; the work itself reports what fails.
    const now = await status.get().catch(() => undefined);
    if (now && !isOver(over)) {
      const done = now.analysed - now.outdated + now.failed;
      bar.update(done, now.tracks, paceText(now));
      const counts = `${countText(done)} of ${countText(now.tracks)} tracks`;
      if (!isTerminal) context.printError(`Analysing: ${counts}${paceText(now)}`);
    }
    const milliseconds = isTerminal ? BAR_MILLISECONDS : LINE_MILLISECONDS;
    await pause(milliseconds, undefined, { signal: over }).catch(() => undefined);
  }
  bar.stop();
}
