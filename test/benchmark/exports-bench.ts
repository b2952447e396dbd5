import { execFileSync, spawnSync } from "node:child_process";
import { setTimeout as pause } from "node:timers/promises";
import { estimateFields } from "../../src/domain/analysis/descriptors.js";
import { mediaTypeOfFormat, tableFormats } from "../../src/domain/export/export-format.js";
import { requireFreshBuild } from "../build/fresh-build.js";
import {
  type BenchDatabase,
  type BenchOptions,
  openBenchDatabase,
} from "./database/bench-database.js";
import { openKeyedServer } from "./http/keyed-server.js";
import type { MeasuredServer } from "./http/measured-server.js";

const TRACKS = 100_000;

/** Times that each format is exported. */
const ROUNDS = 3;

/** Interval between the requests to a server that exports, milliseconds. */
const PROBE_MILLISECONDS = 10;

/** Maximum time of an answer meanwhile, milliseconds. */
const GOAL = 50;

/**
 * Tables of all tracks over REST, each read as fast as it comes: the time of each, the processor time of the server, and how long
 * others wait for an answer meanwhile. Beside them, what the database's own program takes.
 */
export async function benchExports(options: BenchOptions): Promise<void> {
  requireFreshBuild();
  const { tracks = TRACKS } = options;
  const bench = await openBenchDatabase(options, tracks);
  const { server, url, token } = await openKeyedServer(bench);
  try {
    console.log(`Tables of ${bench.description} (goal: others wait at most ${GOAL} ms):`);
    for (const format of tableFormats) {
      for (let round = 0; round < ROUNDS; round += 1) {
        const headers = { authorization: `Bearer ${token}`, accept: mediaTypeOfFormat(format) };
        await measure(format, server, { url, headers });
      }
    }
    compareWithProgram(options.system, bench);
  } finally {
    await server.close();
    await bench.close();
  }
}

async function measure(
  format: string,
  server: MeasuredServer,
  { url, headers }: { readonly url: string; readonly headers: Record<string, string> },
): Promise<void> {
  const before = await server.processorTime();
  const started = performance.now();
  const ending = new AbortController();
  const waits = waitsOf(url, ending.signal);
  const response = await fetch(`${url}/api/audio/tracks`, { headers });
  if (response.status !== 200) throw new Error(`${format}: ${await response.text()}`);
  let bytes = 0;
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += part.length;
  }
  const seconds = (performance.now() - started) / 1000;
  ending.abort();
  const used = ((await server.processorTime()) - before) / 1e6;
  const longest = Math.max(...(await waits));
  console.log(
    `  ${format.padEnd(10)} ${seconds.toFixed(1)} s, ${used.toFixed(1)} s of processor, ${(bytes / 1e6).toFixed(1)} MB; others wait ${longest.toFixed(0)} ms at most`,
  );
}

/** Returns how long each of the requests waits that are sent until the signal aborts, milliseconds. */
async function waitsOf(url: string, signal: AbortSignal): Promise<readonly number[]> {
  const waits = [0];
  while (!signal.aborted) {
    const started = performance.now();
    await (await fetch(`${url}/health`)).text();
    waits.push(performance.now() - started);
    await pause(PROBE_MILLISECONDS);
  }
  return waits;
}

/** Prints how long the database's own program takes for the table of analyses as it is, and for its values in columns as an export has them. */
function compareWithProgram(system: BenchOptions["system"], { url }: BenchDatabase): void {
  const isSqlite = system === "sqlite";
  const values = estimateFields.flatMap((field) =>
    [0, 1, 2].map((index) =>
      isSqlite ? `json_extract(estimates, '$.${field}[${index}]')` : `e #>> '{${field},${index}}'`,
    ),
  );
  const columns = `recording_id, track_key, artist, track_name, ${values.join(", ")}`;
  const analyses = isSqlite
    ? "analyses"
    : "(select *, estimates::jsonb as e from analyses) as read";
  const tables = {
    "the stored table": "select * from analyses",
    "its values in columns": `select ${columns} from ${analyses}`,
  };
  for (const [table, query] of Object.entries(tables)) {
    const [program, ...words] = isSqlite
      ? ["sqlite3", "-csv", url.replace("sqlite:", ""), query]
      : ["psql", url, "-c", `\\copy (${query}) to stdout csv`];
    if (spawnSync(program, ["--version"]).status !== 0) return;
    const started = performance.now();
    const bytes = execFileSync(program, words, { maxBuffer: 2 ** 30 }).length;
    console.log(
      `  ${program}, csv of ${table}: ${((performance.now() - started) / 1000).toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB`,
    );
  }
}
