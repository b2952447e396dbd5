import { exportFormats } from "../../../src/domain/export/export-format.js";
import type { PlacedFile } from "./placed-files.js";

/** What is done with each file, in order. */
export const operations = ["scan", "analyse", "upload", ...exportFormats, "tag", "undo"] as const;

export type Operation = (typeof operations)[number];

/** What an operation did with a file, and what is wrong with that. */
export interface Cell {
  readonly said: string;
  readonly problem?: string;
}

/** What operations did with a file. */
export interface Row {
  readonly file: PlacedFile;
  readonly cells: ReadonlyMap<Operation, Cell>;
}

/** Collects what operations did with files. */
export class Cells {
  readonly #rows = new Map<PlacedFile, Map<Operation, Cell>>();

  constructor(files: readonly PlacedFile[]) {
    for (const file of files) this.#rows.set(file, new Map());
  }

  get rows(): readonly Row[] {
    return [...this.#rows].map(([file, cells]) => ({ file, cells }));
  }

  /** Notes what an operation said of a file, and its problems, of which there may be none. */
  set(
    file: PlacedFile,
    operation: Operation,
    said: string,
    ...problems: readonly (string | undefined)[]
  ): void {
    const problem = problems.filter((one) => one !== undefined).join("; ");
    this.#rows.get(file)?.set(operation, { said, ...(problem !== "" && { problem }) });
  }

  /** Notes a refusal, which is a problem unless this is why it is expected. */
  refuse(
    file: PlacedFile,
    operation: Operation,
    reason: string,
    expected: RegExp | undefined,
  ): void {
    const isExpected = expected?.test(reason) === true;
    this.set(file, operation, `refused: ${reason}`, isExpected ? undefined : "is refused");
  }
}

/** Returns what differs from what is expected, or `undefined`. */
export function differenceOf(what: string, found: unknown, expected: unknown): string | undefined {
  const [one, other] = [found, expected].map((value) => JSON.stringify(value));
  return one === other ? undefined : `${what} is ${one}, not ${other}`;
}
