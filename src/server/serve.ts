import { setTimeout as pause } from "node:timers/promises";
import type { Config } from "../config/config.js";
import { shareSettings } from "../composition/share-settings.js";
import { asError } from "../domain/errors/as-error.js";
import { scanCountsOf } from "../domain/library/library-scan.js";
import { openServer, type RunningServer } from "./server.js";
import { StartError } from "../config/start-error.js";
import { stopOnSignals } from "./stop-signals.js";
import { demoTrack, scannedText, welcomeText } from "./welcome.js";

/**
 * Maximum time that the welcome text waits for the first scan, so that it includes a small library.
 */
const FIRST_SCAN_MILLISECONDS = 5_000;

/**
 * Runs the server until the process receives a stop signal: opens it, scans the library while it
 * serves requests, and prints the welcome text.
 *
 * @param options.firstScanMilliseconds maximum time that the welcome text waits for the scan
 * @throws {StartError} it cannot start; everything that was started has been closed
 */
export async function serve(
  config: Config,
  print: (text: string) => void,
  { firstScanMilliseconds = FIRST_SCAN_MILLISECONDS } = {},
): Promise<void> {
  const server = await openServer(config);
  await shareSettings(config).catch((error: unknown) => {
    const reason = asError(error).message;
    server.logger.warn("Commands do not know the settings of this server", { reason });
  });
  const stopping = stopOnSignals();
  const scanning = scan(server, stopping.signal);
  try {
    const isScanned = await Promise.race([
      scanning,
      pause(firstScanMilliseconds, false, { ref: false }),
    ]);
    print(await welcome(server, config, isScanned));
    if (!isScanned)
      void scanning.then((isDone) => (isDone ? printScanned(server, print) : undefined));
    await stopping.requested;
  } finally {
    stopping.stop();
    await scanning;
    await server.close();
  }
}

/**
 * @throws {StartError} the database, which holds the data of the text, cannot be read or written
 */
async function welcome(
  { services, url, ownUrl }: RunningServer,
  { library, http: { publicUrl } }: Pick<Config, "library" | "http">,
  isScanned: boolean,
): Promise<string> {
  try {
    const first = await services.access.issueFirst();
    const linkToken = await services.sessions.issueLink(["read"]);
    const fileCount = await services.library.countFiles();
    const folders = await services.library.listFolders();
    // The demo track is a valid example even before the scan of the demo library is complete.
    const isDemoOnly = library.isDemo && folders.every(({ isConfigured }) => isConfigured);
    const example = isDemoOnly ? demoTrack : await services.tracks.find(demoTrack.trackKey);
    const token = first?.token;
    const found = { fileCount, isScanned, folders, example };
    return welcomeText({ url, ownUrl, publicUrl, token, linkToken, ...found });
  } catch (failure) {
    throw StartError.from(failure);
  }
}

async function printScanned(
  { services }: RunningServer,
  print: (text: string) => void,
): Promise<void> {
  const fileCount = await services.library.countFiles().catch(() => undefined);
  if (fileCount !== undefined) print(scannedText(fileCount));
}

/** Scans the library, and returns whether the scan was completed. */
async function scan({ services, logger }: RunningServer, signal: AbortSignal): Promise<boolean> {
  try {
    const report = await services.libraryWatch.scanFirst(signal);
    for (const { path, reason } of report.failed)
      logger.warn("File skipped in the scan", { path, reason });
    logger.info("Library scanned", { ...scanCountsOf(report) });
    return true;
  } catch (error) {
    if (!signal.aborted) services.failures.record(error);
    return false;
  }
}
