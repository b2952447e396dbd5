import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packageFile } from "./package-file.js";

/**
 * Writes a file of the package that follows from the code. With `--check` on the command line, it is compared instead,
 * and a difference is printed and makes the exit code 1.
 *
 * @param name relative to the root of the package, e.g. "schema/schema.graphql"
 */
export async function emitFile(name: string, content: string): Promise<void> {
  const path = fileURLToPath(packageFile(name));
  if (!process.argv.includes("--check")) {
    await writeFile(path, content);
  } else if ((await readFile(path, "utf8").catch(() => "")) !== content) {
    process.stderr.write(`${name} does not match the code. Run: npm run schema\n`);
    process.exitCode = 1;
  }
}
