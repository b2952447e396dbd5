// Writes the description of the REST interface as JSON into `dist`: a server that made it of the other form would
// stand still for half a second.
import { readFile, writeFile } from "node:fs/promises";
import { parse } from "yaml";
import { packageFile } from "../../build/package-file.js";

const written: unknown = parse(await readFile(packageFile("schema/openapi.yaml"), "utf8"));
await writeFile(packageFile("dist/openapi.json"), JSON.stringify(written));
