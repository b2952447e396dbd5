import type { SlicedWork } from "../../ports/analysis/sound-catalogue.js";

/** A longer line is cut: it is none of a list. */
const MAX_LINE_CHARACTERS = 10_000;

/** Lines that are read before other work may run: a millisecond. */
const LINES_PER_STEP = 500;

/** Calls a function with each line of a text that is not blank, without white space at its ends. Lines end as on any system. */
export function* eachLine(text: string, take: (line: string) => void): SlicedWork<void> {
  const end = text.includes("\n") ? "\n" : "\r";
  let count = 0;
  for (let start = 0; start <= text.length;) {
    const found = text.indexOf(end, start);
    const stop = found === -1 ? text.length : found;
    const line = text.slice(start, Math.min(stop, start + MAX_LINE_CHARACTERS)).trim();
    if (line !== "") take(line);
    start = stop + 1;
    count += 1;
    if (count % LINES_PER_STEP === 0) yield;
  }
}
