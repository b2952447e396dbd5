/** What happens at one of the calls about files that a process makes. */
export interface CallFault {
  /** The process is killed before the call; or the disk is full from the call on, for every call that needs room. */
  readonly kind: "kill" | "full";
  /** From 1. */
  readonly number: number;
}

/** Functions of `node:fs/promises`, and of its handles, that need room on a disk. */
const WRITING_CALLS = [
  ...["appendFile", "copyFile", "link", "mkdir", "mkdtemp", "symlink"],
  ...["write", "writeFile", "writev", "sync", "datasync"],
];

/**
 * Returns the URL of a module with which a fault happens at one of the calls about files. Where it does not, the process writes
 * how many calls it made when it ends.
 *
 * @param calls functions of `node:fs/promises`
 * @param counted the file for the number of calls, absolute
 */
export function faultAt(
  fault: CallFault | undefined,
  calls: readonly string[],
  counted: string,
): string {
  const { kind, number } = fault ?? { kind: "kill", number: 0 };
  return `data:text/javascript,${encodeURIComponent(`
    import { promises, writeFileSync } from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const writing = new Set(${JSON.stringify(WRITING_CALLS)});
    let made = 0;
    const full = (name) => {
      const error = new Error("ENOSPC: no space left on device, " + name);
      return Promise.reject(Object.assign(error, { code: "ENOSPC", syscall: name }));
    };
    const called = (name, own) => {
      made += 1;
      if (${kind === "kill"} && made === ${number}) process.kill(process.pid, "SIGKILL");
      return ${kind === "full"} && made >= ${number} && writing.has(name) ? full(name) : own();
    };
    const some = await promises.open(process.execPath);
    const prototype = Object.getPrototypeOf(some);
    await some.close();
    for (const name of ${JSON.stringify(calls)}) {
      const own = promises[name];
      promises[name] = (...given) => called(name, () => own(...given));
    }
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const { value } = Object.getOwnPropertyDescriptor(prototype, name);
      if (typeof value !== "function" || name === "constructor") continue;
      prototype[name] = function (...given) {
        return called(name, () => value.apply(this, given));
      };
    }
    syncBuiltinESMExports();
    process.once("exit", () => writeFileSync(${JSON.stringify(counted)}, String(made)));
  `)}`;
}
