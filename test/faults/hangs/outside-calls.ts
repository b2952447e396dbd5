import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const SOURCE = fileURLToPath(new URL("../../../src/", import.meta.url));

/** Where a server has files: music, written playlists, and its own. */
export const places = ["music", "lists", "data"] as const;

/** A call to the operating system about files, in one of these places. */
export interface FileCall {
  /** The name of a function of `node:fs/promises`, or of a method of its handles. */
  readonly call: string;
  readonly isOfHandle: boolean;
  readonly place: (typeof places)[number];
}

/** Methods of open files that read or write. */
const HANDLE_CALLS = ["read", "readFile", "stat", "write", "writeFile", "sync", "close"];

/** Names that are imported beside functions. */
const NO_CALLS = ["constants"];

/** Returns the functions of `node:fs/promises` that the adapters import, so that a new one is tried as well. */
export function importedCalls(): readonly string[] {
  const names = new Set<string>();
  for (const path of sourceFiles(join(SOURCE, "adapters"))) {
    const source = readFileSync(path, "utf8");
    for (const [, imported = ""] of source.matchAll(IMPORT)) {
      for (const name of imported.split(",").map((part) => part.trim())) {
        const [call = ""] = name.split(" as ");
        if (call !== "" && !call.startsWith("type ") && !NO_CALLS.includes(call)) names.add(call);
      }
    }
  }
  return [...names].sort();
}

const IMPORT = /import \{([^}]*)\} from "node:fs\/promises"/g;

/** Returns every call in every place. */
export function fileCalls(): readonly FileCall[] {
  const calls = [
    ...importedCalls().map((call) => ({ call, isOfHandle: false })),
    ...HANDLE_CALLS.map((call) => ({ call, isOfHandle: true })),
  ];
  return places.flatMap((place) => calls.map((call) => ({ ...call, place })));
}

function sourceFiles(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".ts"))
    .map((name) => join(folder, name));
}
