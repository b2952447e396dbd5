/**
 * Returns the URL of a module that kills its process between two calls about files: before the one with a number. Where no call
 * has the number, the process writes how many it made when it ends.
 *
 * @param number from 1
 * @param calls functions of `node:fs/promises`
 * @param counted the file for the number of calls, absolute
 */
export function killedBefore(number: number, calls: readonly string[], counted: string): string {
  return `data:text/javascript,${encodeURIComponent(`
    import { promises, writeFileSync } from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    let made = 0;
    const count = () => {
      made += 1;
      if (made === ${number}) process.kill(process.pid, "SIGKILL");
    };
    const some = await promises.open(process.execPath);
    const prototype = Object.getPrototypeOf(some);
    await some.close();
    for (const name of ${JSON.stringify(calls)}) {
      const own = promises[name];
      promises[name] = (...given) => (count(), own(...given));
    }
    for (const name of Object.getOwnPropertyNames(prototype)) {
      const { value } = Object.getOwnPropertyDescriptor(prototype, name);
      if (typeof value !== "function" || name === "constructor") continue;
      prototype[name] = function (...given) { count(); return value.apply(this, given); };
    }
    syncBuiltinESMExports();
    process.once("exit", () => writeFileSync(${JSON.stringify(counted)}, String(made)));
  `)}`;
}
