import { requireFreshBuild } from "../build/fresh-build.js";
import { openBenchDatabase, type BenchOptions } from "./database/bench-database.js";
import { openKeyedServer } from "./http/keyed-server.js";

const TRACKS = 100_000;

/**
 * All changes of a library in one stream over REST: how long it takes, and how much memory the server has at most, before it and
 * with it.
 */
export async function benchChanges(options: BenchOptions): Promise<void> {
  requireFreshBuild();
  const bench = await openBenchDatabase(options, options.tracks ?? TRACKS);
  const { server, url, token } = await openKeyedServer(bench);
  try {
    console.log(`All changes of ${bench.description}, as JSON Lines:`);
    const before = await server.maximumMemory();
    const processor = await server.processorTime();
    const started = performance.now();
    const headers = { authorization: `Bearer ${token}`, accept: "application/x-ndjson" };
    const response = await fetch(`${url}/api/audio/changes`, { headers });
    if (response.status !== 200) throw new Error(await response.text());
    let [bytes, lines] = [0, 0];
    for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
      bytes += part.length;
      for (const byte of part) if (byte === 10) lines += 1;
    }
    const seconds = (performance.now() - started) / 1000;
    const used = ((await server.processorTime()) - processor) / 1e6;
    const megabytes = (kilobytes: number): string => (kilobytes / 1000).toFixed(0);
    console.log(
      `  ${lines} lines, ${(bytes / 1e6).toFixed(1)} MB in ${seconds.toFixed(1)} s, ${used.toFixed(1)} s of processor`,
    );
    console.log(
      `  resident memory of the server, at most: ${megabytes(before)} MB before, ${megabytes(await server.maximumMemory())} MB after`,
    );
  } finally {
    await server.close();
    await bench.close();
  }
}
