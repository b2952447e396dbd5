// Checks whether `dist` was built from the current sources, so that `npm start` builds only when needed:
//   node src/build/freshness.js           exits with 1, and says that it builds, when `dist` is out of date
//   node src/build/freshness.js --mark    stores the hash of the sources that the last build used
// A build is identified by a hash of its sources, because checkouts and copies change file times. This is
// plain JavaScript, because it runs before anything is compiled. It runs on any Node.js version, because
// the program that is started checks the version itself.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const hashFile = join(root, "dist", ".built-from");
/** The settings of the compiler, the versions of the packages, and what a generated file is built from. */
const settings = ["tsconfig.json", "package-lock.json", "schema/openapi.yaml"];

/** @returns {string[]} the source files below a folder, relative to the root, in a stable order */
function sourcesBelow(/** @type {string} */ folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? sourcesBelow(path) : [path];
    })
    .filter((path) => /\.(?:[jt]sx?|css|graphql|html|json|svg)$|^src\/web\/guide\//.test(path))
    .sort();
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of [...settings, ...sourcesBelow("src"), ...sourcesBelow("schema/operations")]) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function storedHash() {
  try {
    return readFileSync(hashFile, "utf8");
  } catch {
    return undefined;
  }
}

if (process.argv.includes("--mark")) {
  writeFileSync(hashFile, hashOfSources());
} else if (storedHash() !== hashOfSources()) {
  // Removed first, so that a build that is interrupted does not count as done.
  rmSync(hashFile, { force: true });
  process.stdout.write("Building, because the sources have changed since the last build …\n");
  process.exitCode = 1;
}
