import type { CommandContext } from "../command-context.js";
import { openProgressBar } from "../progress-bar.js";

/**
 * Works on files, `concurrency` at a time, under a progress bar; yields the outcomes in the order of
 * the files.
 *
 * @param what the words in front of the bar
 * @param work never rejects, except when the command is stopped
 * @throws {unknown} `signal.reason`, when the command is stopped
 */
export async function* orderedOutcomes<File, Outcome>(
  files: readonly File[],
  { concurrency, signal }: Pick<CommandContext, "concurrency" | "signal">,
  { what, work }: { readonly what: string; readonly work: (file: File) => Promise<Outcome> },
): AsyncGenerator<Outcome> {
  const bar = await openProgressBar(what);
  let doneFiles = 0;
  const counted = (file: File): Promise<Outcome> =>
    work(file).finally(() => bar.update(++doneFiles, files.length));
  bar.update(0, files.length);
  const running: Promise<Outcome>[] = [];
  // When the command is stopped, no error is printed for the files that stopped with it.
  const next = async (): Promise<Outcome> => {
    const outcome = await (running.shift() as Promise<Outcome>);
    signal.throwIfAborted();
    return outcome;
  };
  try {
    for (const file of files) {
      if (running.length >= concurrency) yield await next();
      signal.throwIfAborted();
      running.push(counted(file));
    }
    while (running.length > 0) yield await next();
  } finally {
    // What is still running when the command is stopped rejects with it.
    for (const outcome of running) outcome.catch(() => undefined);
    bar.stop();
  }
}
