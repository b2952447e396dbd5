import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** @typedef {{ version: string, license?: string, author?: unknown }} Manifest */

/**
 * Returns the licences of the packages whose modules were bundled, which each demands to be kept with it.
 *
 * @param {readonly string[]} modules paths
 * @returns {string}
 */
export function licencesOf(modules) {
  const folders = modules.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  return [...new Set(folders)]
    .sort()
    .map((folder) => {
      const licence = readdirSync(folder).find((name) => /^(licen[cs]e|copying)/i.test(name));
      const name = folder.slice(folder.lastIndexOf("node_modules/") + "node_modules/".length);
      /** @type {unknown} */
      const parsed = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
      const { version, license, author } = /** @type {Manifest} */ (parsed);
      const text = licence && readFileSync(join(folder, licence), "utf8");
      const stated = JSON.stringify({ license, author });
      return `${name} ${version}\n\n${text?.trim() ?? stated}\n`;
    })
    .join(`\n${"-".repeat(80)}\n\n`);
}
