import { setTimeout as pause } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { errorCodes } from "../../../src/domain/errors/error-code.js";
import type { FaultRun } from "../fault-run.js";
import { FaultServer, type Answer } from "../fault-server.js";
import type { LivenessProbe } from "../liveness-probe.js";
import type { MadeTrack } from "../music.js";

/** Maximum time for which requests may still be refused after the fault. */
const RECOVERY_MILLISECONDS = 90_000;

const documentedCodes: readonly string[] = [...errorCodes, "INTERNAL"];

/** The trial of one fault: starts servers, and collects findings. */
export class FaultTrial {
  readonly problems: string[] = [];
  skipped: string | undefined;
  readonly #closers: (() => Promise<unknown>)[] = [];

  constructor(
    readonly run: FaultRun,
    readonly probe: LivenessProbe,
  ) {}

  /** Records why this fault cannot be tried here. */
  skip(reason: string): void {
    this.skipped = reason;
  }

  check(isSo: boolean, problem: string): void {
    if (!isSo) this.problems.push(problem);
  }

  /** Adds an action for the end of the trial; the last one added runs first. */
  atEnd(close: () => Promise<unknown>): void {
    this.#closers.push(close);
  }

  async close(): Promise<void> {
    for (const close of this.#closers.toReversed()) await close();
  }

  async start(environment: Readonly<Record<string, string>>): Promise<FaultServer> {
    const settings = { ANALYSIS_CONCURRENCY: "2", ...environment };
    const { run, probe } = this;
    const server = await FaultServer.start({ run, environment: settings, probe });
    this.atEnd(() => server.stop());
    return server;
  }

  /**
   * Awaits a request during the fault: any documented response is accepted, and so is a closed
   * connection.
   */
  async tolerated(what: string, asking: Promise<Answer>): Promise<Answer | undefined> {
    const answer = await asking.catch((error: unknown) => {
      const isLate = error instanceof Error && error.name === "TimeoutError";
      this.check(!isLate, `${what} was not answered in time`);
      return undefined;
    });
    if (!answer || answer.status < 400) return answer;
    const isKnown = answer.code !== undefined && documentedCodes.includes(answer.code);
    this.check(isKnown, `${what} was answered ${answer.status} without a documented code`);
    if (answer.status === 503) {
      this.check(answer.headers.has("retry-after"), `${what}: 503 without Retry-After`);
    }
    return answer;
  }

  /** Expects that a request succeeds after the fault, within the recovery time. */
  async recovers(what: string, ask: () => Promise<Answer>): Promise<Answer | undefined> {
    const until = performance.now() + RECOVERY_MILLISECONDS;
    for (;;) {
      const answer = await ask().catch(() => undefined);
      if (answer?.status === 200) return answer;
      if (performance.now() > until || this.run.signal.aborted) {
        const { status = "nothing", code = "" } = answer ?? {};
        this.problems.push(`${what} still answers ${status} ${code} after the fault`);
        return undefined;
      }
      await pause(500);
    }
  }

  /** Analyses tracks, and keeps the results for comparison. */
  async analysed(
    server: FaultServer,
    tracks: readonly MadeTrack[],
  ): Promise<ReadonlyMap<string, unknown>> {
    const kept = new Map<string, unknown>();
    for (const { trackKey } of tracks) {
      const answer = await server.analysisOf(trackKey);
      this.check(answer.status === 200, `${trackKey} answered ${answer.status} before the fault`);
      kept.set(trackKey, answer.data);
    }
    return kept;
  }

  async checkKept(server: FaultServer, kept: ReadonlyMap<string, unknown>): Promise<void> {
    for (const [trackKey, data] of kept) {
      const answer = await this.recovers(trackKey, () => server.analysisOf(trackKey));
      if (answer) this.check(isDeepStrictEqual(answer.data, data), `${trackKey} has changed`);
    }
  }
}

/** Sends the file of a track. */
export function uploadOf(server: FaultServer, { artist, name, bytes }: MadeTrack): Promise<Answer> {
  const query = new URLSearchParams({ artist, track: name });
  return server.ask(`/api/audio/analysis?${query.toString()}`, {
    method: "POST",
    headers: { "content-type": "audio/wav" },
    body: Buffer.from(bytes),
  });
}
