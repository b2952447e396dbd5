import type { Config } from "../config/config.js";
import { openServer, type RunningServer } from "./server.js";
import { StartError } from "../config/start-error.js";
import { demoTrackKey, scannedText, welcomeText } from "./welcome.js";

/** How long the first lines wait for the first scan, so that a small library is there at once. */
const FIRST_SCAN_MILLISECONDS = 5_000;

/**
 * Runs the server until the process is asked to stop: opens it, scans the library beside the
 * requests, and says where it is.
 *
 * @param options.firstScanMilliseconds how long the first lines wait for the scan
 * @throws {StartError} it cannot start; nothing of it is left running
 */
export async function serve(
  config: Config,
  say: (text: string) => void,
  { firstScanMilliseconds = FIRST_SCAN_MILLISECONDS } = {},
): Promise<void> {
  const server = await openServer(config);
  const stopping = stopOnSignals();
  const scanning = scan(server, stopping.signal);
  try {
    const isScanned = await Promise.race([
      scanning,
      pause(firstScanMilliseconds).then(() => false),
    ]);
    say(await welcome(server, isScanned));
    if (!isScanned) void scanning.then((isDone) => (isDone ? sayScanned(server, say) : undefined));
    await stopping.asked;
  } finally {
    stopping.stop();
    await scanning;
    await server.close();
  }
}

/** @throws {StartError} the database, which holds all that is said, cannot be read or written */
async function welcome({ services, url }: RunningServer, isScanned: boolean): Promise<string> {
  try {
    const first = await services.access.issueFirst();
    const example = await services.tracks.find(demoTrackKey);
    const fileCount = await services.library.countFiles();
    const folders = await services.library.listFolders();
    return welcomeText({ url, token: first?.token, fileCount, isScanned, folders, example });
  } catch (failure) {
    throw StartError.from(failure);
  }
}

async function sayScanned({ services }: RunningServer, say: (text: string) => void): Promise<void> {
  const fileCount = await services.library.countFiles().catch(() => undefined);
  if (fileCount !== undefined) say(scannedText(fileCount));
}

/** Scans the library, and answers whether the scan has come to its end. */
async function scan({ services, logger }: RunningServer, signal: AbortSignal): Promise<boolean> {
  try {
    const { failed, unreachable, ...counts } = await services.library.scanAll({ signal });
    for (const { path, reason } of failed) logger.warn("A file was left out", { path, reason });
    logger.info("The library was scanned", {
      ...counts,
      failed: failed.length,
      unreachable: unreachable.length,
    });
    return true;
  } catch (error) {
    if (!signal.aborted) services.failures.record(error);
    return false;
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
