import type { TagField } from "../../domain/tagging/tag-field.js";
import { isChange, type TagDecision } from "../../services/tagging/tag-decision.js";
import type { TagPlan } from "../../services/tagging/tagging-service.js";
import type { CommandContext } from "../command-context.js";

const LABELS: Readonly<Record<TagField, string>> = {
  bpm: "BPM",
  key: "key",
  trackGain: "track gain",
  trackPeak: "track peak",
  opusGain: "R128 track gain",
  mood: "mood",
  energy: "energy level",
};
const LABEL_WIDTH = 17;
const BEFORE_WIDTH = 14;

/** Prints what `overtone tag` changes, and the sum of it. */
export class TagReport {
  problemCount = 0;
  #fileCount = 0;
  #changedFiles = 0;
  #changedValues = 0;
  #keptValues = 0;
  #uncertainValues = 0;

  constructor(
    private readonly context: Pick<CommandContext, "print" | "printError">,
    private readonly options: { readonly write?: true; readonly json?: true },
  ) {}

  add(plan: TagPlan): void {
    const { path, decisions, problem } = plan;
    this.#fileCount += 1;
    if (problem !== undefined) {
      this.problemCount += 1;
      this.context.printError(`${path}: ${problem}`);
    } else {
      this.#count(decisions);
    }
    if (this.options.json) this.context.print(this.#jsonOf(plan));
    else if (problem === undefined) this.#printRows(path, decisions);
  }

  /** Prints the sum of all files. */
  end(): void {
    if (this.options.json) return;
    const files = `${this.#changedFiles} of ${this.#fileCount} files`;
    const values = `${this.#changedValues} values`;
    const summary = this.options.write
      ? `Wrote ${values} to ${files}`
      : `Nothing was written: --write would write ${values} to ${files}`;
    const rest = [
      [this.#keptValues, "kept that others wrote"],
      [this.#uncertainValues, "not certain enough"],
      [this.problemCount, this.problemCount === 1 ? "file with a problem" : "files with a problem"],
    ] as const;
    const parts = rest.filter(([count]) => count > 0).map(([count, what]) => `${count} ${what}`);
    this.context.print([summary, ...parts].join("; ") + ".");
  }

  #count(decisions: readonly TagDecision[]): void {
    const changed = decisions.filter(isChange).length;
    if (changed > 0) this.#changedFiles += 1;
    this.#changedValues += changed;
    this.#keptValues += decisions.filter(({ outcome }) => outcome === "kept").length;
    this.#uncertainValues += decisions.filter(({ outcome }) => outcome === "uncertain").length;
  }

  #printRows(path: string, decisions: readonly TagDecision[]): void {
    const shown = decisions.filter(({ outcome }) => outcome !== "same");
    if (shown.length === 0) return;
    this.context.print(path, ...shown.map(row));
  }

  #jsonOf({ path, decisions, problem }: TagPlan): string {
    const isWritten = this.options.write === true && problem === undefined;
    return JSON.stringify({
      file: path,
      tags: decisions.map((decision) => ({
        field: decision.field,
        before: decision.before.map(({ value }) => value),
        measured: decision.value,
        outcome: decision.outcome,
        written: isWritten && isChange(decision),
      })),
      ...(problem !== undefined && { problem }),
    });
  }
}

function row({ field, before, value, outcome }: TagDecision): string {
  const old = before.map((item) => JSON.stringify(item.value).slice(1, -1)).join(" ") || "-";
  const start = `  ${LABELS[field].padEnd(LABEL_WIDTH)}${old.padEnd(BEFORE_WIDTH)} `;
  if (outcome === "kept") return `${start}(kept; measured ${value})`;
  if (outcome === "uncertain") return `${start}(kept; ${value} is not certain enough)`;
  return `${start}-> ${value}`;
}
