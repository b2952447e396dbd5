import { readdir, utimes } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import Database from "better-sqlite3";
import { StandInReceiver } from "../../fakes/stand-in-receiver.js";
import { secondsSince, type FaultRun } from "../fault-run.js";
import { FaultServer } from "../fault-server.js";
import { RandomChoices } from "../fuzzing/random-choices.js";
import { LivenessProbe } from "../liveness-probe.js";
import { addToLibrary, madeTrack, type MadeTrack } from "../music.js";
import type { PartResult } from "../report.js";
import { KillLedger } from "./kill-ledger.js";
import { analyse, upload } from "./kill-work.js";

const phases = ["analysis", "scan", "upload", "webhook"] as const;

type Phase = (typeof phases)[number];

const TRACKS_PER_KILL = 4;
/** Number of new files for the scan that is killed. */
const SCANNED_TRACKS = 30;
/** Maximum time from the start of the work to the kill. */
const MAX_DELAY_MILLISECONDS = 1_200;
/** Maximum time for deliveries; one that was interrupted is retried after half a minute. */
const DELIVERY_MILLISECONDS = 90_000;

/** Older than the uploads that a server leaves alone, because they may still arrive. */
const UPLOAD_AGE_MILLISECONDS = 7_200_000;
/** Maximum time until a server that has started has deleted old uploads. */
const REMOVAL_MILLISECONDS = 100_000;

/**
 * Starts servers on one database one after another, and kills each during some work. One row of the
 * table for each kind of work.
 */
export async function killServers(run: FaultRun): Promise<readonly PartResult[]> {
  const kills = await KillSeries.open(run);
  try {
    for (let index = 0; index < run.options.kills && !run.signal.aborted; index += 1) {
      await kills.next(index);
      if (index % 10 === 9) run.note(`kills: ${index + 1} of ${run.options.kills}`);
    }
    await kills.finish();
  } finally {
    await kills.close();
  }
  return kills.results;
}

class KillSeries {
  readonly #run: FaultRun;
  readonly #environment: Readonly<Record<string, string>>;
  readonly #folder: string;
  readonly #music: string;
  readonly #receiver: StandInReceiver;
  readonly #ledger = new KillLedger();
  readonly #probe = new LivenessProbe();
  readonly #rows = new Map(
    phases.map((phase) => [phase, { runs: 0, findings: [] as string[], seconds: 0 }]),
  );
  #server: FaultServer | undefined;
  #token: string | undefined;
  #trackCount = 0;
  /** The tracks that the scan of the running server has found, and that were not requested yet. */
  #scanned: readonly MadeTrack[] = [];

  private constructor(run: FaultRun, folder: string, receiver: StandInReceiver) {
    this.#run = run;
    this.#folder = folder;
    this.#music = join(folder, "music");
    this.#receiver = receiver;
    this.#environment = {
      DATA_DIR: join(folder, "data"),
      LIBRARY_DIRS: this.#music,
      LIBRARY_ANALYSIS: "off",
      WEBHOOK_PRIVATE_ADDRESSES: "on",
      ANALYSIS_CONCURRENCY: "2",
      ANALYSIS_WAIT_MS: "60000",
    };
  }

  static async open(run: FaultRun): Promise<KillSeries> {
    return new KillSeries(run, await run.folder(), await StandInReceiver.open());
  }

  get results(): readonly PartResult[] {
    const liveness = this.#probe.liveness;
    return [...this.#rows].map(([phase, row]) => ({
      part: `kill during ${phase}`,
      ...row,
      ...(liveness && { liveness }),
    }));
  }

  /** Kills a server, and checks the next one. */
  async next(index: number): Promise<void> {
    const phase = phases[index % phases.length]!;
    const row = this.#rows.get(phase)!;
    const random = new RandomChoices(this.#run.options.seed, index);
    const startedAt = performance.now();
    const server = this.#server ?? (await this.#start());
    const tracks = phase === "upload" ? this.#newTracks(TRACKS_PER_KILL) : this.#scanned;
    const delay = random.below(MAX_DELAY_MILLISECONDS);
    try {
      await this.#killDuring(phase, server, tracks, delay);
      this.#checkIntegrity();
      const next = await this.#start();
      await this.#ledger.check(next, (count) => random.below(count));
      if (phase !== "upload") await this.#checkAnswered(next, tracks);
    } catch (error) {
      this.#ledger.problems.push(String(error));
    }
    const problems = this.#ledger.problems.splice(0);
    const { seed } = this.#run.options;
    row.findings.push(
      ...problems.map((text) => `--seed ${seed}, kill ${index} after ${delay} ms: ${text}`),
    );
    for (const finding of row.findings.slice(row.findings.length - problems.length))
      this.#run.note(finding);
    row.runs += 1;
    row.seconds += secondsSince(startedAt);
  }

  /** Checks that webhooks received every stored analysis, and that no upload stays without a job. */
  async finish(): Promise<void> {
    if (!this.#server) return;
    await this.#checkDelivered();
    await this.#checkLeftovers(this.#server);
  }

  async #checkDelivered(): Promise<void> {
    const until = performance.now() + DELIVERY_MILLISECONDS;
    let undelivered = this.#undelivered();
    while (undelivered.length > 0 && performance.now() < until && !this.#run.signal.aborted) {
      await pause(500);
      undelivered = this.#undelivered();
    }
    // Deliveries that are still pending prove nothing.
    if (this.#run.signal.aborted) return;
    const { findings } = this.#rows.get("webhook")!;
    findings.push(
      ...undelivered.map((key) => `the webhook received no message that ${key} is ready`),
    );
  }

  async close(): Promise<void> {
    await this.#server?.stop();
    await this.#receiver.close();
  }

  async #killDuring(
    phase: Phase,
    server: FaultServer,
    tracks: readonly MadeTrack[],
    delay: number,
  ): Promise<void> {
    this.#server = undefined;
    if (phase === "scan") {
      await server.kill();
      await addToLibrary(this.#music, this.#newTracks(SCANNED_TRACKS));
      const starting = await FaultServer.spawn({ run: this.#run, environment: this.#environment });
      await pause(delay);
      await starting.stop("SIGKILL");
      return;
    }
    if (phase === "webhook") this.#receiver.answerWith(500, 503);
    const work = phase === "upload" ? upload(server, tracks) : analyse(server, tracks);
    await pause(delay);
    await server.kill();
    for (const { track, answer } of await work) {
      if (answer.status === 200) this.#ledger.keep(track.trackKey, answer.data);
      else
        this.#ledger.problems.push(
          `${track.trackKey} was answered ${answer.status} ${answer.code}`,
        );
    }
  }

  /** Starts a server with new tracks for its scan; the first server gets a webhook. */
  async #start(): Promise<FaultServer> {
    this.#scanned = this.#newTracks(TRACKS_PER_KILL);
    await addToLibrary(this.#music, this.#scanned);
    const server = await FaultServer.start({
      run: this.#run,
      environment: this.#environment,
      probe: this.#probe,
      ...(this.#token !== undefined && { token: this.#token }),
    });
    this.#server = server;
    if (this.#token === undefined) await this.#registerAt(server);
    this.#token = server.token;
    return server;
  }

  async #registerAt(server: FaultServer): Promise<void> {
    const { status } = await server.ask("/api/webhooks", {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ url: this.#receiver.url }),
    });
    if (status !== 201) throw new Error(`No webhook could be registered: ${status}`);
  }

  #newTracks(count: number): readonly MadeTrack[] {
    return Array.from({ length: count }, () => madeTrack((this.#trackCount += 1)));
  }

  #checkIntegrity(): void {
    const database = new Database(join(this.#folder, "data", "overtone.db"));
    const found = database.pragma("integrity_check", { simple: true });
    database.close();
    if (found !== "ok") this.#ledger.problems.push(`integrity_check: ${String(found)}`);
  }

  /** Checks that interrupted analyses complete when they are requested again. */
  async #checkAnswered(server: FaultServer, tracks: readonly MadeTrack[]): Promise<void> {
    for (const { trackKey } of tracks) {
      const answer = await server.analysisOf(trackKey);
      if (answer.status === 200) this.#ledger.keep(trackKey, answer.data);
      else this.#ledger.problems.push(`${trackKey}, asked again: ${answer.status} ${answer.code}`);
    }
  }

  /** Checks that a server deletes the files of uploads that were interrupted, once they are old. */
  async #checkLeftovers(server: FaultServer): Promise<void> {
    const uploads = join(this.#folder, "data", "uploads");
    const list = () => readdir(uploads).catch((): string[] => []);
    const old = new Date(Date.now() - UPLOAD_AGE_MILLISECONDS);
    for (const name of await list()) await utimes(join(uploads, name), old, old);
    // Soon after its start, it looks for them.
    await server.kill();
    await this.#start();
    const until = performance.now() + REMOVAL_MILLISECONDS;
    while ((await list()).length > 0 && performance.now() < until && !this.#run.signal.aborted) {
      await pause(500);
    }
    const left = this.#run.signal.aborted ? [] : await list();
    const { findings } = this.#rows.get("upload")!;
    findings.push(...left.map((name) => `the upload ${name} is left`));
  }

  #undelivered(): readonly string[] {
    const delivered = new Set(this.#receiver.messages.map(({ body }) => trackKeyIn(body)));
    return this.#ledger.trackKeys.filter((trackKey) => !delivered.has(trackKey));
  }
}

function trackKeyIn(body: string): string | undefined {
  return (JSON.parse(body) as { data?: { trackKey?: string } }).data?.trackKey;
}
