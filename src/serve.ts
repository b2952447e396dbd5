import type { Config } from "./config.js";
import { openServer, type RunningServer } from "./server.js";
import { demoTrackKey, welcomeText } from "./welcome.js";

/** How long the first lines wait for the first scan, so that a small library is there at once. */
const FIRST_SCAN_MILLISECONDS = 5_000;

/**
 * Runs the server until the process is asked to stop: opens it, scans the library beside the
 * requests, and says where it is.
 *
 * @throws {Error} it cannot start
 */
export async function serve(config: Config, say: (text: string) => void): Promise<void> {
  const server = await openServer(config);
  const stopped = whenAskedToStop();
  const scanning = scan(server, stopped.signal);
  await Promise.race([scanning, pause(FIRST_SCAN_MILLISECONDS)]);
  const { services, url } = server;
  const first = await services.access.issueFirst();
  const example = await services.tracks.find(demoTrackKey);
  const fileCount = await services.library.countFiles();
  say(welcomeText({ url, token: first?.token, fileCount, example }));
  await stopped.promise;
  await scanning;
  await server.close();
}

async function scan({ services, logger }: RunningServer, signal: AbortSignal): Promise<void> {
  try {
    const { failed, ...counts } = await services.library.scanAll({ signal });
    for (const { path, reason } of failed) logger.warn("A file was left out", { path, reason });
    logger.info("The library was scanned", { ...counts, failed: failed.length });
  } catch (error) {
    if (!signal.aborted) services.failures.record(error);
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds).unref());
}

function whenAskedToStop(): { readonly promise: Promise<void>; readonly signal: AbortSignal } {
  const controller = new AbortController();
  const promise = new Promise<void>((resolve) => {
    const stop = (): void => {
      controller.abort();
      resolve();
    };
    process.once("SIGTERM", stop);
    process.once("SIGINT", stop);
  });
  return { promise, signal: controller.signal };
}
