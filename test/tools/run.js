// Runs a tool of this folder in the root of the repository: node test/tools/run.js knip --fix
// Without a name, it only installs the tools, as it does whenever the lock file is not the one they were installed by.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { fileURLToPath } from "node:url";

const folder = fileURLToPath(new URL(".", import.meta.url));
const root = fileURLToPath(new URL("../../", import.meta.url));
const hashFile = join(folder, "node_modules", ".installed-by");

/** Runs a command in the root; the tools come first on its path. Ends this process where the command fails. */
function run(/** @type {string} */ command, /** @type {readonly string[]} */ given) {
  const packages = join(folder, "node_modules");
  const path = [join(packages, ".bin"), process.env["PATH"]].join(delimiter);
  const { status, error } = spawnSync(command, given, {
    cwd: root,
    // Tools look for their plugins from the root, where only NODE_PATH leads to them.
    env: { ...process.env, PATH: path, NODE_PATH: packages },
    stdio: "inherit",
    // npm and the tools are scripts of the shell there.
    shell: process.platform === "win32",
  });
  if (error) throw error;
  if (status !== 0) process.exit(status ?? 1);
}

function installedBy() {
  try {
    return readFileSync(hashFile, "utf8");
  } catch {
    return undefined;
  }
}

const hash = createHash("sha256")
  .update(readFileSync(join(folder, "package-lock.json")))
  .digest("hex");
if (installedBy() !== hash) {
  process.stderr.write("Installing the tools of test/tools, because their lock file is new …\n");
  run("npm", ["ci", "--prefix", folder]);
  writeFileSync(hashFile, hash);
}

const [name, ...given] = process.argv.slice(2);
if (name !== undefined) run(name, given);
