// Hides a folder from a process that loads this first (node --import), as if the process ran on another
// machine: files below BENCH_HIDDEN_FOLDER do not exist.
import files from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

const hidden = process.env["BENCH_HIDDEN_FOLDER"];
const open = files.open;

files.open = (path, ...rest) => {
  if (hidden === undefined || !String(path).startsWith(hidden)) return open(path, ...rest);
  return Promise.reject(Object.assign(new Error("hidden"), { code: "ENOENT" }));
};
syncBuiltinESMExports();
