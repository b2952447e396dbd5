import type { AnalysisState } from "../../../src/domain/analysis/analysis.js";
import { AnalysisStates } from "../../../src/services/analysis/analysis-states.js";

/** States that are returned by the next read only when `held` resolves; where it rejects, the read fails. */
export class HeldStates extends AnalysisStates {
  held: Promise<unknown> = Promise.resolve();

  /** Holds the next read until the returned function is called. */
  hold(): () => void {
    let release: () => void = () => undefined;
    this.held = new Promise<void>((resolve) => (release = resolve));
    return release;
  }

  override async findMany(
    ...given: Parameters<AnalysisStates["findMany"]>
  ): Promise<readonly AnalysisState[]> {
    const { held } = this;
    this.held = Promise.resolve();
    const states = await super.findMany(...given);
    await held;
    return states;
  }
}
