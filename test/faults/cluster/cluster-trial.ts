import { setTimeout as pause } from "node:timers/promises";
import type { EmbeddedServer } from "../../postgres/embedded-server.js";
import type { FaultRun } from "../fault-run.js";
import { FaultTrial } from "../faults/fault-trial.js";
import { LivenessProbe } from "../liveness-probe.js";

/** Pause between two looks at a condition. */
const LOOK_MILLISECONDS = 100;

/** The trial of one fault of a cluster. */
export class ClusterTrial extends FaultTrial {
  /** How often the fault was made; none if the trial broke off before. */
  runs = 0;
  /** Whether a process has ended by itself, so that the trial can find nothing more. */
  isBroken = false;
  /** What was counted. */
  readonly counts = new Map<string, number>();

  constructor(
    run: FaultRun,
    readonly postgres: EmbeddedServer,
  ) {
    super(run, new LivenessProbe());
  }

  count(what: string, number = 1): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + number);
  }

  /** Whether the run was asked to stop. */
  get isOver(): boolean {
    return this.run.signal.aborted;
  }

  async pause(milliseconds: number): Promise<void> {
    await pause(milliseconds, undefined, { signal: this.run.signal }).catch(() => undefined);
    if (this.isOver) throw new Error("The run was stopped.");
  }

  /**
   * Waits until a condition holds; one that cannot be looked at does not hold.
   *
   * @throws {Error} it does not hold in time
   */
  async until(what: string, seconds: number, isSo: () => Promise<boolean>): Promise<void> {
    const end = performance.now() + seconds * 1_000;
    while (!(await isSo().catch(() => false))) {
      if (this.isBroken) throw new Error(`${what}: a process has ended`);
      if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
      await this.pause(LOOK_MILLISECONDS);
    }
  }
}
