import { randomUUID } from "node:crypto";
import { createServer } from "node:net";
import { once } from "node:events";
import { join } from "node:path";
import { NodeRandomSource } from "../../../src/adapters/runtime/node-random-source.js";
import { SystemClock } from "../../../src/adapters/runtime/system-clock.js";
import { SqlApiKeyStore } from "../../../src/adapters/storage/api-keys/sql-api-key-store.js";
import { openDatabase } from "../../../src/adapters/storage/database.js";
import { AccessService } from "../../../src/services/access/access-service.js";
import { RunningProcess } from "../../application/processes/running-process.js";
import { FaultServer } from "../fault-server.js";
import { addToLibrary, madeTrack, type MadeTrack } from "../music.js";
import { ClusterAudit } from "./cluster-audit.js";
import { ClusterListeners } from "./cluster-listeners.js";
import type { ClusterTrial } from "./cluster-trial.js";
import { FaultyProxy } from "./faulty-proxy.js";
import { withoutFolder } from "./preloads.js";

/** What a cluster has at its start. */
export interface ClusterPlan {
  /** How many jobs each server runs itself, e.g. [1, 0]. */
  readonly slots: readonly number[];
  /** Numbers and lengths of the tracks of the library. */
  readonly tracks: number;
  readonly trackSeconds?: number;
  /** Modules that each server loads first, by its place. */
  readonly serverPreloads?: readonly (readonly string[])[];
}

/** What a worker differs in from others. */
export interface WorkerPlan {
  readonly name: string;
  /** Instead of that of the balancer. */
  readonly url?: string;
  readonly preloads?: readonly string[];
}

/** A server of the cluster, which keeps its port through its restarts. */
export interface ServerPlace {
  readonly port: number;
  readonly url: string;
  readonly token: string;
  process: FaultServer | undefined;
}

const ATTEMPTS_FOR_A_PORT = 50;

/**
 * Some servers on one PostgreSQL database behind a balancer, and workers: real processes on this
 * machine. Workers cannot read the folder of the library, as on another machine.
 */
export class Cluster {
  readonly servers: ServerPlace[] = [];
  readonly workers = new Map<string, RunningProcess>();
  readonly audit: ClusterAudit;
  /** The processes that the trial ends. */
  readonly #ending = new Set<RunningProcess>();

  private constructor(
    readonly trial: ClusterTrial,
    readonly plan: ClusterPlan,
    readonly tracks: readonly MadeTrack[],
    private readonly made: {
      readonly folder: string;
      readonly databaseUrl: string;
      readonly token: string;
      readonly balancer: FaultyProxy;
      readonly listeners: ClusterListeners;
    },
  ) {
    this.audit = new ClusterAudit(made.databaseUrl);
  }

  /** Creates the database and the library, and starts the servers. */
  static async open(trial: ClusterTrial, plan: ClusterPlan): Promise<Cluster> {
    const folder = await trial.run.folder();
    const tracks = Array.from({ length: plan.tracks }, (_, number) =>
      madeTrack(number, plan.trackSeconds),
    );
    await addToLibrary(join(folder, "music"), tracks);
    const databaseUrl = await createDatabase(trial);
    const token = await issueKey(databaseUrl);
    const ports = await Promise.all(plan.slots.map(() => freePort()));
    const balancer = await FaultyProxy.open(ports);
    trial.atEnd(() => balancer.close());
    const listeners = await ClusterListeners.open();
    trial.atEnd(() => listeners.close());
    const made = { folder, databaseUrl, token, balancer, listeners };
    const cluster = new Cluster(trial, plan, tracks, made);
    trial.atEnd(() => cluster.close());
    await cluster.#command(["scan"]);
    for (const port of ports) {
      cluster.servers.push({ port, token, url: `http://127.0.0.1:${port}`, process: undefined });
    }
    await Promise.all(ports.map((_, place) => cluster.startServer(place)));
    await cluster.audit.begin();
    if (ports.length > 0) await listeners.register(cluster.front);
    return cluster;
  }

  get listeners(): ClusterListeners {
    return this.made.listeners;
  }

  get balancer(): FaultyProxy {
    return this.made.balancer;
  }

  get databaseUrl(): string {
    return this.made.databaseUrl;
  }

  /** Where clients send their requests. */
  get front(): { readonly url: string; readonly token: string } {
    return { url: this.balancer.url, token: this.made.token };
  }

  /** Starts a server, or starts it again. */
  async startServer(place: number): Promise<void> {
    const server = this.servers[place]!;
    server.process = await FaultServer.start({
      run: this.trial.run,
      environment: {
        ...this.#environment(`server-${place}`),
        PORT: String(server.port),
        ANALYSIS_CONCURRENCY: String(this.plan.slots[place]),
      },
      token: this.made.token,
      preloads: this.plan.serverPreloads?.[place] ?? [],
    });
    this.#watch(`server ${place}`, server.process.process);
  }

  async killServer(place: number): Promise<void> {
    const server = this.servers[place]!;
    const { process } = server;
    server.process = undefined;
    if (process !== undefined) this.#ending.add(process.process);
    await process?.kill();
  }

  /** Starts a worker of one job at a time. */
  async startWorker({ name, url = this.front.url, preloads = [] }: WorkerPlan): Promise<void> {
    const { folder, token } = this.made;
    const hidden = withoutFolder(join(folder, "music"));
    const worker = new RunningProcess(
      "dist/cli/overtone.js",
      ["worker", "--server", url, "--concurrency", "1", "--name", name],
      { WORKER_KEY: token, LOG_LEVEL: "info" },
      await this.trial.run.importsOf([hidden, ...preloads]),
    );
    this.workers.set(name, worker);
    this.#watch(`worker ${name}`, worker);
    await worker.saying(/^Working for /m);
  }

  async killWorker(name: string): Promise<void> {
    const worker = this.workers.get(name);
    this.workers.delete(name);
    if (worker !== undefined) this.#ending.add(worker);
    await worker?.stop("SIGKILL");
  }

  /** Runs a command on the database of the cluster to its end; returns what it printed. */
  async command(...args: readonly string[]): Promise<string> {
    return this.#command(args);
  }

  /** Starts a command on the database of the cluster. */
  async spawn(args: readonly string[], environment: Record<string, string> = {}) {
    return new RunningProcess(
      "dist/cli/overtone.js",
      args,
      { ...this.#environment("command"), ...environment },
      await this.trial.run.importsOf(),
    );
  }

  /** Ends all processes in order: each of them must end with 0. */
  async stop(): Promise<void> {
    const processes = [
      ...this.workers,
      ...this.servers.map(({ url, process }) => [url, process?.process] as const),
    ];
    for (const [name, process] of processes) {
      if (process !== undefined) this.#ending.add(process);
      const ended = await process?.stop();
      if (ended === undefined) continue;
      const { exitCode, errors } = ended;
      this.trial.check(exitCode === 0, `${name} ended with ${exitCode}: ${tailOf(errors)}`);
    }
    this.workers.clear();
    for (const server of this.servers) server.process = undefined;
  }

  /** Kills what still runs. */
  async close(): Promise<void> {
    for (const name of [...this.workers.keys()]) await this.killWorker(name);
    for (const place of this.servers.keys()) await this.killServer(place);
  }

  /** Records where a process ends by itself. */
  #watch(name: string, process: RunningProcess): void {
    void process.finished().then(({ exitCode, errors }) => {
      const isExpected = this.#ending.has(process) || this.trial.isOver;
      this.trial.isBroken ||= !isExpected;
      this.trial.check(isExpected, `${name} ended by itself with ${exitCode}: ${tailOf(errors)}`);
    });
  }

  async #command(args: readonly string[]): Promise<string> {
    const command = await this.spawn(args);
    const { exitCode, output, errors } = await command.finished();
    if (exitCode === 0) return output;
    throw new Error(`overtone ${args.join(" ")} ended with ${exitCode}: ${output}${errors}`);
  }

  #environment(name: string): Record<string, string> {
    const { folder, databaseUrl } = this.made;
    return {
      DATABASE_URL: databaseUrl,
      DATA_DIR: join(folder, name),
      LIBRARY_DIRS: join(folder, "music"),
      LIBRARY_ANALYSIS: "off",
      SECRETS_KEY: "5a".repeat(32),
      WEBHOOK_PRIVATE_ADDRESSES: "on",
      ANALYSIS_WAIT_MS: "10000",
      LOG_LEVEL: "warn",
    };
  }
}

/** The end of a log, in one line. */
const tailOf = (errors: string): string => errors.slice(-1_500).replaceAll("\n", " | ");

/** Creates an empty database, and returns its URL. */
export async function createDatabase({ postgres }: ClusterTrial): Promise<string> {
  const name = `cluster_${randomUUID().replaceAll("-", "")}`;
  await postgres.administer(`create database ${name} encoding 'UTF8' template template0`);
  return postgres.url(name);
}

/** Migrates a database, and creates a key that may do everything. */
async function issueKey(url: string): Promise<string> {
  const database = await openDatabase({ url });
  const [clock, random] = [new SystemClock(), new NodeRandomSource()];
  const limiter = { take: () => Promise.reject(new Error("Not needed here.")) };
  const keys = new SqlApiKeyStore({ database, clock });
  const access = new AccessService({ clock, random, limiter, keys });
  const { token } = await access.issue({ name: "faults", scopes: ["read", "write", "work"] });
  await database.close();
  return token;
}

/** Returns a port that connections of clients do not get, so that it is free after each restart. */
async function freePort(): Promise<number> {
  for (let attempt = 0; attempt < ATTEMPTS_FOR_A_PORT; attempt += 1) {
    const port = 15_000 + Math.floor(Math.random() * 15_000);
    const server = createServer();
    const isFree = await new Promise<boolean>((resolve) => {
      server.once("error", () => resolve(false)).listen(port, "127.0.0.1", () => resolve(true));
    });
    if (!isFree) continue;
    server.close();
    await once(server, "close");
    return port;
  }
  throw new Error("No port is free.");
}
