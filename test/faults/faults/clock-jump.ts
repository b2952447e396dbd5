import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { configFrom } from "../../../src/config/config.js";
import type { Clock } from "../../../src/ports/runtime/clock.js";
import { openServer } from "../../../src/server/server.js";
import { offline } from "../../application/offline.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";
import { addToLibrary, madeTrack } from "../music.js";
import type { FaultTrial } from "./fault-trial.js";

const HOUR = 3_600_000;
const JUMPS = [0, 24 * HOUR, -24 * HOUR, 400 * 24 * HOUR, -400 * 24 * HOUR];
const DELIVERY_MILLISECONDS = 60_000;

/** The system's clock, with an offset that can be set. */
class SetClock implements Clock {
  ahead = 0;

  now(): number {
    return Date.now() + this.ahead;
  }

  async sleep(milliseconds: number, signal?: AbortSignal): Promise<void> {
    await pause(Math.min(milliseconds, 2 ** 31 - 1), undefined, {
      ref: false,
      ...(signal && { signal }),
    }).catch(() => undefined);
  }
}

/** Sets the clock forward and back while analyses are computed and webhooks are sent. */
export async function clockJumps(trial: FaultTrial): Promise<void> {
  const folder = await trial.run.folder();
  const music = join(folder, "music");
  const tracks = JUMPS.flatMap((_, jump) => [2 * jump, 2 * jump + 1].map((n) => madeTrack(n, 1)));
  await addToLibrary(music, tracks);
  const receiver = await StandInReceiver.open();
  trial.atEnd(() => receiver.close());
  const clock = new SetClock();
  const config = configFrom({
    ...offline,
    ...{ PORT: "0", DATA_DIR: join(folder, "data"), LIBRARY_DIRS: music, LIBRARY_ANALYSIS: "off" },
    ...{ WEBHOOK_PRIVATE_ADDRESSES: "on", ANALYSIS_CONCURRENCY: "1" },
    ANALYSIS_WAIT_MS: "120000",
  });
  const server = await openServer(config, { clock, logger: new RecordingLogger() });
  trial.atEnd(() => server.close());
  trial.atEnd(() => Promise.resolve(trial.probe.rest()));
  server.start();
  trial.probe.watch(server.url);
  const { services, url } = server;
  await services.library.scanAll({ signal: new AbortController().signal });
  const { token } = await services.access.issue({ name: "clock", scopes: ["read", "write"] });
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  await fetch(`${url}/api/webhooks`, {
    method: "POST",
    headers,
    body: JSON.stringify({ url: receiver.url }),
  });

  for (const [jump, ahead] of JUMPS.entries()) {
    const asking = tracks.slice(2 * jump, 2 * jump + 2).map(async ({ trackKey }) => {
      const path = `${url}/api/audio/analysis/${trackKey}`;
      const { status } = await fetch(path, { headers, signal: AbortSignal.timeout(180_000) });
      trial.check(status === 200, `${trackKey} was answered ${status} at ${ahead / HOUR} h`);
    });
    clock.ahead = ahead;
    await Promise.all(asking);
    const { status } = await fetch(`${url}/api/audio/search?track=Track`, { headers });
    trial.check(status === 200, `a search was answered ${status} at ${ahead / HOUR} h`);
  }
  clock.ahead = 0;
  const until = performance.now() + DELIVERY_MILLISECONDS;
  while (receiver.count < tracks.length && performance.now() < until) await pause(100);
  trial.check(
    receiver.count >= tracks.length,
    `the webhook received ${receiver.count} messages of ${tracks.length} analyses`,
  );
}
