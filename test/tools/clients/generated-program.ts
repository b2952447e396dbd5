import { createRequire } from "node:module";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Loads a program in TypeScript that a generator has written.
 *
 * @param folder in which it lies, and where a compiled copy is written for a moment
 * @param packagesOf a folder from which its packages are found
 */
export async function loadGenerated<Program>(
  folder: string,
  entry: string,
  packagesOf: string,
): Promise<Program> {
  const compiled = join(folder, "compiled.cjs");
  await build({
    entryPoints: [join(folder, entry)],
    outfile: compiled,
    bundle: true,
    platform: "node",
    format: "cjs",
    nodePaths: [packagesOf],
    logLevel: "error",
  });
  return createRequire(import.meta.url)(compiled) as Program;
}
