import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { lexicographicSortSchema } from "graphql";
import { packageFile } from "../build/package-file.js";
import { printWithNullability } from "./semantic-non-null.js";
import { graphqlSchema } from "./schema.js";

const path = fileURLToPath(packageFile("schema/schema.graphql"));
const emitted = `${printWithNullability(lexicographicSortSchema(await graphqlSchema()))}\n`;

if (!process.argv.includes("--check")) {
  await writeFile(path, emitted);
} else if ((await readFile(path, "utf8").catch(() => "")) !== emitted) {
  process.stderr.write("schema/schema.graphql does not match the code. Run: npm run schema\n");
  process.exitCode = 1;
}
