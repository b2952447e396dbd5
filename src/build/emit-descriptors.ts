import { readFile } from "node:fs/promises";
import { descriptorDocuments, pageDescriptors, withDescriptorParts } from "./descriptor-parts.js";
import { emitFile } from "./generated-file.js";
import { packageFile } from "./package-file.js";

for (const [name, parts] of Object.entries(descriptorDocuments)) {
  const document = await readFile(packageFile(name), "utf8");
  await emitFile(name, withDescriptorParts(document, parts));
}
await emitFile("src/web/page/generated/shown-descriptors.ts", pageDescriptors());
