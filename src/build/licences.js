// Lists the licences of the packages that the program runs with, from the lock file; packages for
// development alone are left out.
//   npm run licences          prints the table of all of them
//   npm run check:licences    fails where one is neither permissive nor named in the README
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Permissive licences: they require only the copyright notice, which each package contains. */
const permissive = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
];

/** Third-party code that is compiled into a package, and that the package's own licence does not cover. */
const compiledIn = new Map([
  ["mpg123-decoder", ["mpg123", "LGPL-2.1-only"]],
  ["@wasm-audio-decoders/flac", ["libFLAC", "BSD-3-Clause"]],
  ["@wasm-audio-decoders/ogg-vorbis", ["libvorbis", "BSD-3-Clause"]],
  ["ogg-opus-decoder", ["libopus", "BSD-3-Clause"]],
  ["better-sqlite3", ["SQLite", "public domain"]],
]);

/** @typedef {{ packages: Record<string, { version: string, license?: string, dev?: boolean }> }} Lock */

const read = (/** @type {string} */ path) =>
  readFileSync(fileURLToPath(new URL(`../../${path}`, import.meta.url)), "utf8");

/** An expression is permissive where one of its alternatives is: "(MIT OR WTFPL)", "(MIT AND ISC)". */
function isPermissive(/** @type {string} */ licence) {
  if (licence === "public domain") return true;
  const alternatives = licence.replace(/[()]/g, "").split(" OR ");
  return alternatives.some((one) => one.split(" AND ").every((part) => permissive.includes(part)));
}

function bundled() {
  /** @type {unknown} */
  const parsed = JSON.parse(read("package-lock.json"));
  const { packages } = /** @type {Lock} */ (parsed);
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && !dev)
    .flatMap(([path, { version, license = "not stated" }]) => {
      const name = path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      const [inside, insideLicence] = compiledIn.get(name) ?? [];
      const own = { name, version, licence: license };
      return inside
        ? [own, { name: `${inside} in ${name}`, version, licence: insideLicence ?? "" }]
        : [own];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

const rows = bundled();
if (process.argv.includes("--check")) {
  const readme = read("README.md").replaceAll("`", "").replaceAll(/ +/g, " ");
  const undocumented = rows.filter(
    ({ name, licence }) => !isPermissive(licence) && !readme.includes(`| ${name} | ${licence} |`),
  );
  for (const { name, version, licence } of undocumented) {
    process.stderr.write(
      `${name} ${version}: ${licence} is not permissive. Use another package, or name it in the README under "Licences".\n`,
    );
  }
  process.exitCode = undocumented.length > 0 ? 1 : 0;
} else {
  process.stdout.write("| package | version | licence |\n| --- | --- | --- |\n");
  for (const { name, version, licence } of rows) {
    process.stdout.write(`| ${name} | ${version} | ${licence} |\n`);
  }
}
