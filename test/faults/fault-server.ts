import { setTimeout as pause } from "node:timers/promises";
import { RunningProcess } from "../application/processes/running-process.js";
import type { FaultRun } from "./fault-run.js";
import type { LivenessProbe } from "./liveness-probe.js";

/** Maximum time to the first output of a server, on a busy machine. */
const START_MILLISECONDS = 120_000;

export interface FaultServerOptions {
  readonly run: FaultRun;
  readonly environment: Readonly<Record<string, string>>;
  /** The key, if an earlier server on the same database has created it. */
  readonly token?: string;
  /** Measures its response times while it runs. */
  readonly probe?: LivenessProbe;
  /** URLs of modules that the process loads first. */
  readonly preloads?: readonly string[];
}

/** A response: its status, headers and JSON body. */
export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly data: unknown;
  readonly code: string | undefined;
}

/** The built server, in a process of its own that cannot reach other machines. */
export class FaultServer {
  readonly url: string;
  readonly token: string;
  readonly process: RunningProcess;
  readonly #probe: LivenessProbe | undefined;

  private constructor(process: RunningProcess, url: string, token: string, probe?: LivenessProbe) {
    this.process = process;
    this.url = url;
    this.token = token;
    this.#probe = probe;
    probe?.watch(url);
  }

  /** Starts a process without waiting for it, for tests that kill it during its start. */
  static async spawn({ run, environment, preloads }: FaultServerOptions): Promise<RunningProcess> {
    const settings = { PORT: "0", LOG_LEVEL: "error", RATE_LIMIT_PER_SECOND: "1000000" };
    const imports = ["--expose-gc", ...(await run.importsOf(preloads))];
    return new RunningProcess("dist/main.js", [], { ...settings, ...environment }, imports);
  }

  /** @throws {Error} it ends, or prints nothing for two minutes */
  static async start(options: FaultServerOptions): Promise<FaultServer> {
    const process = await FaultServer.spawn(options);
    const late = pause(START_MILLISECONDS, undefined, { ref: false }).then(() => undefined);
    const listening = await Promise.race([process.saying(/listens at (\S+)\n/), late]);
    if (!listening) {
      const { errors } = await process.stop("SIGKILL");
      throw new Error(`The server did not start within ${START_MILLISECONDS / 1000} s. ${errors}`);
    }
    const made = await process
      .saying(/\n/)
      .then(({ input }) => /ot_live_[0-9a-f_]{57}/.exec(input));
    const token = options.token ?? made?.[0];
    if (token === undefined) throw new Error(`The server printed no key:\n${process.output}`);
    return new FaultServer(process, listening[1] ?? "", token, options.probe);
  }

  /** Sends a request with the key. */
  ask(path: string, init: RequestInit = {}, waitSeconds = 120): Promise<Answer> {
    return askAt(this, path, init, waitSeconds);
  }

  analysisOf(trackKey: string): Promise<Answer> {
    return this.ask(`/api/audio/analysis/${trackKey}`);
  }

  async kill(): Promise<void> {
    this.#probe?.rest();
    await this.process.stop("SIGKILL");
  }

  async stop(): Promise<void> {
    this.#probe?.rest();
    await this.process.stop();
  }
}

/** Sends a request with a key to a server, or to what stands before it. */
export async function askAt(
  { url, token }: Pick<FaultServer, "url" | "token">,
  path: string,
  init: RequestInit = {},
  waitSeconds = 120,
): Promise<Answer> {
  const response = await fetch(url + path, {
    signal: AbortSignal.timeout(waitSeconds * 1000),
    ...init,
    headers: { authorization: `Bearer ${token}`, ...(init.headers as object) },
  });
  const text = await response.text();
  const isJson = response.headers.get("content-type")?.includes("json") === true;
  const body = isJson ? (JSON.parse(text) as { data?: unknown; error?: { code: string } }) : {};
  const { status, headers } = response;
  return { status, headers, data: body.data ?? (isJson ? body : text), code: body.error?.code };
}
