// Compiles the kernel and writes its bytes where the engine reads them:
//   npm run build:kernel    writes the file where it differs
//   npm run check:kernel    fails where it differs
// The bytes are committed, so that neither a build nor a test needs the compiler; its version is
// pinned, so that they are the same wherever they are made.
import { readFile, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import asc from "assemblyscript/asc";

const folder = fileURLToPath(new URL("../../src/dsp/kernel/assembly/", import.meta.url));
const target = fileURLToPath(new URL("../../src/dsp/kernel/kernel-bytes.ts", import.meta.url));
/** 2 MiB: what the largest frame of the short-time spectrum and a slice of the network's maps need. */
const PAGES = "32";

const modules = [];
const { error } = await asc.main(
  [
    ...["entry.ts", "--baseDir", folder, "--outFile", "kernel.wasm", "--runtime", "stub"],
    ...["-O3", "--noAssert", "--enable", "simd"],
    ...["--initialMemory", PAGES, "--maximumMemory", PAGES],
  ],
  { writeFile: (_name, contents) => void modules.push(contents), stderr: process.stderr },
);
if (error) throw error;

const written = `/** The kernel of \`assembly/\`, compiled by \`npm run build:kernel\`; base64. */
export const kernelBytes =
  "${Buffer.from(modules[0]).toString("base64")}";
`;
const present = await readFile(target, "utf8").catch(() => "");
if (written !== present && process.argv.includes("--check")) {
  process.stderr.write(
    "src/dsp/kernel/kernel-bytes.ts is not what its assembly compiles to: npm run build:kernel\n",
  );
  process.exitCode = 1;
} else if (written !== present) {
  await writeFile(target, written);
}
