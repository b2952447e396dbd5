/**
 * Modules that a process of the product loads first, so that it meets conditions which no setting
 * creates. They are data URLs of JavaScript, because the processes run without TypeScript.
 */
const moduleUrl = (source: string): string => `data:text/javascript,${encodeURIComponent(source)}`;

/** Sets the clock of the process so many milliseconds ahead. */
export const clockAhead = (milliseconds: number): string =>
  moduleUrl(`
    const Right = Date;
    const now = () => Right.now() + ${milliseconds};
    globalThis.Date = class Date extends Right {
      constructor(...given) { super(...(given.length === 0 ? [now()] : given)); }
      static now() { return now(); }
    };
  `);

/** Makes the process and its threads, which measure, one of another analysis version, in whichever built file it is. */
export const analysisVersion = (version: number): string =>
  moduleUrl(`
    import { register, syncBuiltinESMExports } from "node:module";
    import threads from "node:worker_threads";
    // Threads are started without the arguments of the process.
    threads.Worker = class Worker extends threads.Worker {
      constructor(url, options) {
        super(url, { ...options, execArgv: ["--import", import.meta.url] });
      }
    };
    syncBuiltinESMExports();
    const hooks = \`export async function load(url, context, next) {
      const loaded = await next(url, context);
      if (!url.includes("/dist/") || loaded.source == null) return loaded;
      const source = String(loaded.source);
      return { ...loaded, source: source.replace(/ ANALYSIS_VERSION = [0-9]+;/, " ANALYSIS_VERSION = ${version};") };
    }\`;
    register("data:text/javascript," + encodeURIComponent(hooks));
  `);

/** Hides a folder, as on a machine that has not mounted it: its audio must be sent. */
export const withoutFolder = (folder: string): string =>
  moduleUrl(`
    import fs from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { open } = fs.promises;
    fs.promises.open = (path, ...rest) =>
      String(path).startsWith(${JSON.stringify(folder)})
        ? Promise.reject(Object.assign(new Error("There is no such file."), { code: "ENOENT" }))
        : open(path, ...rest);
    syncBuiltinESMExports();
  `);
