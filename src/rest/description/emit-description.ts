import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { packageFile } from "../../build/package-file.js";
import { openapiParts, guideParts, withDescriptorParts } from "./descriptor-parts.js";

const documents = [
  { name: "schema/openapi.yaml", parts: openapiParts },
  { name: "src/web/guide/rest.md", parts: guideParts },
];

for (const { name, parts } of documents) {
  const path = fileURLToPath(packageFile(name));
  const written = await readFile(path, "utf8");
  const emitted = withDescriptorParts(written, parts);
  if (!process.argv.includes("--check")) {
    await writeFile(path, emitted);
  } else if (written !== emitted) {
    process.stderr.write(`${name} does not match the table of descriptors. Run: npm run schema\n`);
    process.exitCode = 1;
  }
}
