import type { Config } from "./config.js";
import { openServer, type RunningServer } from "./server.js";
import { StartError } from "./start-error.js";
import { demoTrackKey, welcomeText } from "./welcome.js";

/** How long the first lines wait for the first scan, so that a small library is there at once. */
const FIRST_SCAN_MILLISECONDS = 5_000;

/**
 * Runs the server until the process is asked to stop: opens it, scans the library beside the
 * requests, and says where it is.
 *
 * @throws {StartError} it cannot start; nothing of it is left running
 */
export async function serve(config: Config, say: (text: string) => void): Promise<void> {
  const server = await openServer(config);
  const stopping = stopOnSignals();
  const scanning = scan(server, stopping.signal);
  try {
    await Promise.race([scanning, pause(FIRST_SCAN_MILLISECONDS)]);
    say(await welcome(server));
    await stopping.asked;
  } finally {
    stopping.stop();
    await scanning;
    await server.close();
  }
}

/** @throws {StartError} the database, which holds all that is said, cannot be read or written */
async function welcome({ services, url }: RunningServer): Promise<string> {
  try {
    const first = await services.access.issueFirst();
    const example = await services.tracks.find(demoTrackKey);
    const fileCount = await services.library.countFiles();
    const missingFolders = await services.library.findMissingFolders();
    return welcomeText({ url, token: first?.token, fileCount, missingFolders, example });
  } catch (failure) {
    throw StartError.from(failure);
  }
}

async function scan({ services, logger }: RunningServer, signal: AbortSignal): Promise<void> {
  try {
    const { failed, unreachable, ...counts } = await services.library.scanAll({ signal });
    for (const { path, reason } of failed) logger.warn("A file was left out", { path, reason });
    logger.info("The library was scanned", {
      ...counts,
      failed: failed.length,
      unreachable: unreachable.length,
    });
  } catch (error) {
    if (!signal.aborted) services.failures.record(error);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

interface Stopping {
  /** Resolves when the process is asked to stop. */
  readonly asked: Promise<void>;
  /** Aborted with it. */
  readonly signal: AbortSignal;
  /** Stops without being asked. */
  stop(): void;
}

function stopOnSignals(): Stopping {
  const controller = new AbortController();
  const { signal } = controller;
  const stop = (): void => controller.abort();
  process.once("SIGTERM", stop);
  process.once("SIGINT", stop);
  const asked = new Promise<void>((resolve) => signal.addEventListener("abort", () => resolve()));
  return { asked, signal, stop };
}
