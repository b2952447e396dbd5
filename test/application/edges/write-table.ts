import { readFile, writeFile } from "node:fs/promises";
import { edgeTable } from "./table.js";

// Prints the table, and writes it to the end of the README: `npm run edges`.
const readme = new URL("README.md", import.meta.url);
const text = await readFile(readme, "utf8");
const table = edgeTable();
process.stdout.write(`${table}\n`);
await writeFile(readme, `${text.slice(0, text.indexOf("| case"))}${table}\n`);
