import { readdirSync, readFileSync } from "node:fs";

/** Linux counts processor time in hundredths of a second. */
const TICKS_PER_SECOND = 100;

interface ProcessTimes {
  readonly parent: number;
  /** Of the process itself, or of the thread; seconds. */
  readonly own: number;
  /** Of its children that have ended, seconds. */
  readonly ofEnded: number;
}

/** Returns the processor time of a process with all its threads, seconds. */
export const processorSeconds = (pid: number): number => timesIn(`/proc/${pid}/stat`)?.own ?? 0;

/** Returns the processor time of a process and its children, those that have ended included; seconds. */
export function familySeconds(pid: number): number {
  const all = readdirSync("/proc").filter((name) => /^[0-9]+$/u.test(name));
  const children = all.map((name) => timesIn(`/proc/${name}/stat`));
  const { own = 0, ofEnded = 0 } = timesIn(`/proc/${pid}/stat`) ?? {};
  return children.reduce(
    (sum, child) => (child?.parent === pid ? sum + child.own + child.ofEnded : sum),
    own + ofEnded,
  );
}

/** Returns the processor time of each thread of a process by its id, seconds; the main thread has that of the process. */
export function threadSeconds(pid: number): ReadonlyMap<number, number> {
  const threads = new Map<number, number>();
  for (const name of readdirSync(`/proc/${pid}/task`)) {
    const times = timesIn(`/proc/${pid}/task/${name}/stat`);
    if (times) threads.set(Number(name), times.own);
  }
  return threads;
}

/** Returns the id of the process that started another one. */
export const parentOf = (pid: number): number => timesIn(`/proc/${pid}/stat`)?.parent ?? 0;

/** Reads a file of times; `undefined` where the process has ended. */
function timesIn(path: string): ProcessTimes | undefined {
  let text: string;
  try {
    text = readFileSync(path, "utf8");
  } catch {
    return undefined;
  }
  // The name of the program, in brackets, may hold spaces.
  const fields = text
    .slice(text.lastIndexOf(")") + 2)
    .split(" ")
    .map(Number);
  const seconds = (at: number): number => (fields[at] ?? 0) / TICKS_PER_SECOND;
  return {
    parent: fields[1] ?? 0,
    own: seconds(11) + seconds(12),
    ofEnded: seconds(13) + seconds(14),
  };
}
