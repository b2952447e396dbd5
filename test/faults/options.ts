import { parseArgs } from "node:util";

/** The options of a run. */
export interface RunOptions {
  /** The names of the parts; all if empty. */
  readonly parts: readonly string[];
  readonly seed: number;
  /** Mutants of the decoders and the tag reader; a tenth as many go to the upload route. */
  readonly mutants: number;
  /** Mutants into which tags are written. */
  readonly tagMutants: number;
  /** The index of the only mutant to try. */
  readonly replay: number | undefined;
  readonly kills: number;
  /** Faults of commands among the files of somebody. */
  readonly ownerFaults: number;
  /** The number of the first of them that is tried, from 0. */
  readonly from: number;
  /** Kills of processes that store. */
  readonly writeKills: number;
  /** The first words of the only commands that are killed there, such as "tag"; all where absent. */
  readonly killed: string | undefined;
  /** Changed bytes of a database file. */
  readonly bytes: number;
  /** Tracks of the library over which turns are measured. */
  readonly turnTracks: number;
  /** Kills of each kind of process of a cluster. */
  readonly clusterKills: number;
  /** The names of the only trials of the parts faults and cluster, or requests of turns and costs; all if empty. */
  readonly trials: readonly string[];
  readonly minutes: number;
}

/** @throws {TypeError} an argument is unknown, or not a number where one is needed */
export function optionsFrom(args: readonly string[]): RunOptions {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      seed: { type: "string", default: "1" },
      mutants: { type: "string", default: "10000" },
      "tag-mutants": { type: "string", default: "20000" },
      replay: { type: "string" },
      kills: { type: "string", default: "200" },
      bytes: { type: "string", default: "1000" },
      "owner-faults": { type: "string", default: "2000" },
      from: { type: "string", default: "0" },
      "write-kills": { type: "string", default: "10000" },
      killed: { type: "string" },
      "turn-tracks": { type: "string", default: "100000" },
      "cluster-kills": { type: "string", default: "50" },
      trial: { type: "string", multiple: true, default: [] },
      minutes: { type: "string", default: "20" },
    },
  });
  return {
    parts: positionals,
    seed: numberFrom("seed", values.seed),
    mutants: numberFrom("mutants", values.mutants),
    tagMutants: numberFrom("tag-mutants", values["tag-mutants"]),
    replay: values.replay === undefined ? undefined : numberFrom("replay", values.replay),
    kills: numberFrom("kills", values.kills),
    bytes: numberFrom("bytes", values.bytes),
    ownerFaults: numberFrom("owner-faults", values["owner-faults"]),
    from: numberFrom("from", values.from),
    writeKills: numberFrom("write-kills", values["write-kills"]),
    killed: values.killed,
    turnTracks: numberFrom("turn-tracks", values["turn-tracks"]),
    clusterKills: numberFrom("cluster-kills", values["cluster-kills"]),
    trials: values.trial,
    minutes: numberFrom("minutes", values.minutes),
  };
}

function numberFrom(name: string, text: string): number {
  const number = Number(text);
  if (text.trim() === "" || !(number >= 0)) throw new TypeError(`--${name} must be a number >= 0.`);
  return number;
}
