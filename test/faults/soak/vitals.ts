import { readdir, readFile } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import type { FaultServer } from "../fault-server.js";

/** The resource use of an idle server. */
export interface Vitals {
  /** Resident memory and the JavaScript heap after garbage was collected, MiB. */
  readonly rss: number;
  readonly heap: number;
  readonly descriptors: number;
  readonly threads: number;
  /** Event-loop delay since the last reading, 99th percentile, milliseconds. */
  readonly loopDelay: number;
}

const SETTLING_MILLISECONDS = 5_000;
const SAMPLES = 5;
const MEBIBYTE = 2 ** 20;

/** Returns the minimum of some readings after a pause, so that running requests do not count. */
export async function vitalsOf(server: FaultServer): Promise<Vitals> {
  const readings: Vitals[] = [];
  // The delay until now counts, without the delay during the pause.
  const { loopDelay } = await reading(server);
  await pause(SETTLING_MILLISECONDS);
  for (let sample = 0; sample < SAMPLES; sample += 1) {
    process.kill(server.process.pid, "SIGUSR2");
    await pause(1_000);
    readings.push(await reading(server));
  }
  const lowest = (name: keyof Vitals): number => Math.min(...readings.map((one) => one[name]));
  return {
    rss: lowest("rss"),
    heap: lowest("heap"),
    descriptors: lowest("descriptors"),
    threads: lowest("threads"),
    loopDelay,
  };
}

async function reading(server: FaultServer): Promise<Vitals> {
  const { data } = await server.ask("/metrics");
  const metric = (name: string): number =>
    Number(new RegExp(`^${name} (\\S+)$`, "m").exec(String(data))?.[1] ?? Number.NaN);
  const { pid } = server.process;
  const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  return {
    rss: metric("process_resident_memory_bytes") / MEBIBYTE,
    heap: metric("nodejs_heap_size_used_bytes") / MEBIBYTE,
    descriptors: descriptors.length,
    threads: Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 0),
    loopDelay: metric("nodejs_eventloop_lag_p99_seconds") * 1000,
  };
}
