// Tells whether `dist` is what the sources compile to, so that `npm start` builds only where it is not:
//   node src/build/freshness.js           ends with 1, and says that it is building, where it is not
//   node src/build/freshness.js --mark    notes what the build that has just ended was made of
// A build is known by the hash of what it was made of, because checkouts and copies change the times of
// files. This is plain JavaScript, because it runs before anything is compiled, and for any Node.js,
// because the program that is started says which one it needs.
import { createHash } from "node:crypto";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));
const note = join(root, "dist", ".built-from");
/** The compiler's settings, and the versions of the compiler and of the types that it reads. */
const settings = ["tsconfig.json", "tsconfig.build.json", "package-lock.json"];

/** @returns {string[]} the source files below a folder, relative to the root, in a stable order */
function sourcesBelow(/** @type {string} */ folder) {
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  return entries
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      return entry.isDirectory() ? sourcesBelow(path) : [path];
    })
    .filter((path) => /\.[jt]s$/.test(path))
    .sort();
}

function hashOfSources() {
  const hash = createHash("sha256");
  for (const path of [...settings, ...sourcesBelow("src")]) {
    const content = readFileSync(join(root, path));
    hash.update(`${path}\0${content.length}\0`).update(content);
  }
  return hash.digest("hex");
}

function notedHash() {
  try {
    return readFileSync(note, "utf8");
  } catch {
    return undefined;
  }
}

if (process.argv.includes("--mark")) {
  writeFileSync(note, hashOfSources());
} else if (notedHash() !== hashOfSources()) {
  // So that a build that is stopped half way is not taken for this one.
  rmSync(note, { force: true });
  process.stdout.write("Building, because the sources have changed since the last build …\n");
  process.exitCode = 1;
}
