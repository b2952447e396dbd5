// Compiles each source of the programs into `dist/modules`: node src/build/compile.js
// Types are erased here, and checked by `npm run check:types`: so a build takes a second instead of twenty.
import { readdirSync, rmSync } from "node:fs";
import { build } from "esbuild";

/** What other builds compile: the page, which runs in browsers, and the assembly of the kernel. */
const compiledElsewhere = /^(?:web\/page|dsp\/kernel\/assembly)\//;

const sources = readdirSync("src", { recursive: true, encoding: "utf8" })
  .map((path) => path.replaceAll("\\", "/"))
  .filter((path) => path.endsWith(".ts") && !compiledElsewhere.test(path));

// Modules whose sources are gone would remain.
rmSync("dist/modules", { recursive: true, force: true });

await build({
  entryPoints: sources.map((path) => `src/${path}`),
  outbase: "src",
  outdir: "dist/modules",
  format: "esm",
  platform: "node",
  target: "node20.19",
  logLevel: "warning",
});
