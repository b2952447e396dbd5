// Builds the page into `dist/web`: node src/build/page.js
//   npm run build:page -- --static    builds "Drop a file" alone into `dist/static`, for any file host
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "vite";
import { licencesOf } from "./licences-of.js";

const isStatic = process.argv.includes("--static");
const path = (/** @type {string} */ name) =>
  fileURLToPath(new URL(`../../${name}`, import.meta.url));
const outDir = path(isStatic ? "dist/static" : "dist/web");

/** @type {Set<string>} */
const modules = new Set();

/** Notes which modules are bundled, of which some are in a bundle of their own, that of the worker. */
const noteModules = {
  name: "note-modules",
  moduleParsed: (/** @type {{ id: string }} */ { id }) => void modules.add(id),
};

/** The codecs, whose WebAssembly has licences of its own; mpg123's demands that it can be replaced. */
const codecs = /node_modules\/((?:@wasm-audio-decoders\/)?[\w-]+)\//;
const isCodec = (/** @type {string} */ id) =>
  /(?:@wasm-audio-decoders\/[\w-]+|mpg123-decoder|ogg-opus-decoder)\//.test(id);
const codecFiles = {
  groups: [
    {
      test: isCodec,
      debugName: "codecs",
      name: (/** @type {string} */ id) => codecs.exec(id)?.[1]?.replace(/^.*\//, ""),
    },
  ],
};

/** How long the parts of a build take is of no interest. */
const checks = { bundlerTimings: false };

await build({
  configFile: false,
  root: path(isStatic ? "src/web/page/alone" : "src/web/page"),
  mode: isStatic ? "static" : "production",
  base: "./",
  logLevel: "warn",
  // Models of Opus against lost packets, 3.3 MB, which a file does not lose and the decoder never loads.
  resolve: { alias: { "@wasm-audio-decoders/opus-ml": path("src/web/page/drop/no-opus-ml.ts") } },
  plugins: [noteModules],
  worker: {
    format: "es",
    plugins: () => [noteModules],
    rolldownOptions: { checks, output: { codeSplitting: codecFiles } },
  },
  build: {
    outDir,
    rolldownOptions: { checks },
    emptyOutDir: true,
    target: ["chrome115", "edge115", "firefox115", "safari16.5"],
    // A data URL would need more of the content security policy.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 1_000,
  },
});

writeFileSync(`${outDir}/LICENCES.txt`, licencesOf([...modules]));

// The server sends the smallest that a browser accepts; a file host compresses by its own means.
if (!isStatic) {
  for (const name of readdirSync(`${outDir}/assets`)) {
    const file = `${outDir}/assets/${name}`;
    const content = readFileSync(file);
    const params = { [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
    writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
    writeFileSync(`${file}.gz`, gzipSync(content, { level: constants.Z_BEST_COMPRESSION }));
  }
}
