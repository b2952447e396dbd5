import type { Stats } from "node:fs";
import type { FileState } from "../../domain/library/file-state.js";

/** Returns the state of a file from what the operating system says about it. */
export function fileStateFrom({ size, mtimeMs, ctimeMs }: Stats): FileState {
  return { sizeBytes: size, modifiedAt: Math.trunc(mtimeMs), changedAt: Math.trunc(ctimeMs) };
}
