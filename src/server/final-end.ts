/** Maximum time from a request to stop to the end: running requests get 10 s of it. */
const MAX_STOP_MILLISECONDS = 13_000;

/**
 * Ends this process at the latest 15 s after the first signal to stop. For entry points alone: a call of the operating
 * system that never returns, such as one to a disk that was lost, cannot be ended, and the orderly end of a process
 * waits for it.
 *
 * @param report receives a line where the process does not end by itself
 */
export function endAfterSignals(report: (line: string) => void): void {
  for (const signal of ["SIGTERM", "SIGINT"]) process.once(signal, () => endSoon(report));
}

/** Ends this process at the latest 15 s from now, as `endAfterSignals` does. */
export function endSoon(report: (line: string) => void): void {
  setTimeout(() => {
    const waits = [...new Set(process.getActiveResourcesInfo())].join(", ");
    report(`The process ends now; a part of it does not end by itself (${waits}).`);
    // What the operating system does at this signal waits for nothing.
    process.removeAllListeners("SIGTERM");
    process.kill(process.pid, "SIGTERM");
  }, MAX_STOP_MILLISECONDS).unref();
}
