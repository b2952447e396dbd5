import type { TrackCost } from "./analysis-costs.js";
import type { ClaimsMeasured } from "./claims-bench.js";
import type { WorkersMeasured } from "./workers-bench.js";

const TRACKS = [100_000, 10_000_000] as const;
const CORES = [4, 64, 1_024] as const;

/** An MP3 of 320 kbit/s, four minutes. */
const BYTES_PER_TRACK = 9.6e6;

/** Links of the servers together, bytes per second; without a limit where audio is not sent. */
const LINKS = [
  ["1 Gbit/s", 1e9 / 8],
  ["10 Gbit/s", 1e10 / 8],
  ["not sent", Infinity],
] as const;

/** What was measured in this run. */
export interface Measured {
  readonly claims: ClaimsMeasured;
  readonly workers: WorkersMeasured;
  readonly slots: TrackCost;
}

/**
 * Prints how long large catalogues take by the figures of this run: the time of what takes longest of the
 * processors, the bytes, the claims and the commits, if each is used without a pause.
 */
export function reportProjection({ claims, workers, slots }: Measured): void {
  const { sentMp3, sentWav, syncsPerTrack } = workers;
  const perTrack = sentMp3.analysis + sentMp3.main + sentMp3.helpers;
  console.log("On paper, tracks of four minutes, from the figures of this run:");
  const assumptions = [
    `${perTrack.toFixed(2)} CPU s of a worker for an MP3 (${sentWav.analysis.toFixed(2)} of analysis ` +
      `for WAV, ${slots.analysis.toFixed(2)} in a server's own slot), and cores that do not slow each other`,
    `the cores are those of workers; servers and PostgreSQL have others`,
    `${(BYTES_PER_TRACK / 1e6).toFixed(1)} MB sent for each track (MP3 of 320 kbit/s) over the links of all servers together`,
    `${claims.claimsPerSecond.toFixed(0)} claims and ends, and ${claims.commitsPerSecond.toFixed(0)} ` +
      `commits a second; ${syncsPerTrack.toFixed(1)} writes to the disk for each track`,
  ];
  for (const assumption of assumptions) console.log(`  - ${assumption}`);
  console.log(
    `  ${"tracks".padStart(10)} ${"cores".padStart(6)}  ${LINKS.map(([name]) => name.padEnd(24)).join("")}` +
      "servers' and PostgreSQL's cores",
  );
  for (const tracks of TRACKS) for (const cores of CORES) reportRow({ tracks, cores });

  function reportRow({ tracks, cores }: { tracks: number; cores: number }): void {
    const cells = LINKS.map(([, bytesPerSecond]) => {
      const limits = [
        ["processors", cores / perTrack],
        ["bytes", bytesPerSecond / BYTES_PER_TRACK],
        ["claims", claims.claimsPerSecond],
        ["commits", claims.commitsPerSecond / syncsPerTrack],
      ] as const;
      const [name, rate] = limits.reduce((least, limit) => (limit[1] < least[1] ? limit : least));
      return `${hoursOf(tracks / rate)} h (${name})`.padEnd(24);
    });
    const rate = cores / perTrack;
    const others = [sentMp3.server, sentMp3.database].map((seconds) => (rate * seconds).toFixed(1));
    console.log(
      `  ${String(tracks).padStart(10)} ${String(cores).padStart(6)}  ${cells.join("")}` +
        `${others[0]} and ${others[1]} at the full rate of ${rate.toFixed(1)} tracks/s`,
    );
  }
}

function hoursOf(seconds: number): string {
  const hours = seconds / 3_600;
  return hours.toFixed(hours < 10 ? 1 : 0);
}
