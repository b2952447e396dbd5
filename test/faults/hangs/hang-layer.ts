import type { FileCall } from "./outside-calls.js";

/**
 * Returns the URL of a module that lets the first of some calls about a folder never return, as those to a disk that
 * is lost: it opens a pipe that nobody writes to, in one of the threads that Node.js has for such calls. Once it hangs, a file says so.
 *
 * @param options.pipe a named pipe
 * @param options.marker the file; both absolute
 */
export function hangingOnce(
  { call, isOfHandle }: FileCall,
  options: { readonly folder: string; readonly pipe: string; readonly marker: string },
): string {
  const { folder, pipe, marker } = options;
  return `data:text/javascript,${encodeURIComponent(`
    import { promises, writeFileSync } from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    const { open } = promises;
    let hasHung = false;
    const hang = () => {
      hasHung = true;
      writeFileSync(${JSON.stringify(marker)}, "");
      return open(${JSON.stringify(pipe)});
    };
    const isMeant = (path) => !hasHung && String(path).startsWith(${JSON.stringify(folder)});
    const call = ${JSON.stringify(call)};
    if (${isOfHandle}) {
      const paths = new WeakMap();
      promises.open = async (path, ...rest) => {
        const handle = await open(path, ...rest);
        paths.set(handle, path);
        return handle;
      };
      const some = await open(process.execPath);
      const prototype = Object.getPrototypeOf(some);
      await some.close();
      const method = prototype[call];
      prototype[call] = function (...given) {
        return isMeant(paths.get(this)) ? hang() : method.apply(this, given);
      };
    } else {
      const own = promises[call];
      promises[call] = (path, ...rest) => isMeant(path) ? hang() : own(path, ...rest);
    }
    syncBuiltinESMExports();
  `)}`;
}
