// Bundles the programs and their threads with the npm packages that they use: node src/build/bundle.js
// Node.js takes about a millisecond to load each of some 1,500 modules, so a start takes a third of the
// time from a bundle. `dist/modules` is read, and `dist` written; a program never loads the same chunk twice.
import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { build } from "esbuild";
import { licencesOf } from "./licences-of.js";

/** The bundles in `dist`, by the modules that they start with. They share chunks. */
const programs = {
  main: "dist/modules/main.js",
  "cli/overtone": "dist/modules/cli/overtone.js",
  "bundle/analysis-worker": "dist/modules/adapters/analyzer/analysis-worker.js",
  "bundle/sound-worker": "dist/modules/adapters/analyzer/sound-worker.js",
  "bundle/likeness-worker": "dist/modules/adapters/likeness/likeness-worker.js",
  "bundle/digest-worker": "dist/modules/adapters/library/audio-stream/digest-worker.js",
};

/**
 * A thread in one file: its packages import their parser anew for each file that is read, which Node.js resolves
 * each time.
 */
const tagThread = { "bundle/tag-worker": "dist/modules/adapters/library/tags/tag-worker.js" };

const TABLES_OF_READER = /music-metadata[\\/]lib[\\/]common[\\/]MetadataCollector\.js$/;

/**
 * Lets the reader of tags make its tables of the names of all formats once. It makes them for each file, and never
 * changes them.
 *
 * @type {import("esbuild").Plugin}
 */
const tablesOnce = {
  name: "tables-once",
  setup: (bundler) =>
    bundler.onLoad({ filter: TABLES_OF_READER }, ({ path }) => {
      const text = readFileSync(path, "utf8");
      const forEachFile = "this.tagMapper = new CombinedTagMapper();";
      if (!text.includes(forEachFile)) throw new Error(`${path} makes its tables elsewhere`);
      const contents = text.replace(forEachFile, "this.tagMapper = tagMapper;");
      return { contents: `${contents}\nconst tagMapper = new CombinedTagMapper();\n` };
    }),
};

const requireFor = createRequire(import.meta.url);

/**
 * Bundles what the metrics load of OpenTelemetry for exemplars, of which they keep none: each command would load its 44
 * files. The tracer, which is loaded on demand, has the package that stays outside.
 *
 * @type {import("esbuild").Plugin}
 */
const metricsInOneFile = {
  name: "metrics-in-one-file",
  setup: (bundler) =>
    bundler.onResolve({ filter: /^@opentelemetry\/api$/ }, ({ path, importer }) =>
      /prom-client[\\/]/.test(importer) ? { path: requireFor.resolve(path) } : undefined,
    ),
};

/** Packages whose entry loads much that is not used here: what is used of them, by the files in their `lib`. */
const USED_PARTS = {
  "prom-client": {
    collectDefaultMetrics: "defaultMetrics",
    Counter: "counter",
    Gauge: "gauge",
    Histogram: "histogram",
    Registry: "registry",
  },
  "rate-limiter-flexible": {
    RateLimiterMemory: "RateLimiterMemory",
    RateLimiterRes: "RateLimiterRes",
  },
};

/**
 * Bundles of some packages only what is used. Another name that is imported of them fails the build.
 *
 * @type {import("esbuild").Plugin}
 */
const usedPartsAlone = {
  name: "used-parts-alone",
  setup(bundler) {
    for (const [name, parts] of Object.entries(USED_PARTS)) {
      const lines = Object.entries(parts).map(
        ([part, file]) => `export { default as ${part} } from "./lib/${file}.js";`,
      );
      const loaded = { contents: lines.join("\n"), resolveDir: dirname(requireFor.resolve(name)) };
      bundler.onResolve({ filter: new RegExp(`^${name}$`) }, () => ({
        path: name,
        namespace: name,
      }));
      bundler.onLoad({ filter: /^/, namespace: name }, () => loaded);
    }
  },
};

/**
 * Bundles the messages of zod in English, and not in fifty other languages.
 *
 * @type {import("esbuild").Plugin}
 */
const messagesInEnglish = {
  name: "messages-in-english",
  setup: (bundler) =>
    bundler.onResolve({ filter: /[\\/]locales[\\/]index\.js$/ }, ({ importer, resolveDir }) =>
      /node_modules[\\/]zod[\\/]/.test(importer)
        ? { path: join(resolveDir, "../locales/en.js") }
        : undefined,
    ),
};

/** Packages that stay outside. */
const separate = [
  // They load files beside their own.
  "altair-static",
  "better-sqlite3",
  "swagger-ui-dist",
  "swagger-ui-express",
  // They are loaded on demand. The names that a CommonJS package exports are known to Node.js alone.
  "@opentelemetry/*",
  "@parcel/watcher",
  "hyparquet-writer",
  // Other packages use them where they are installed.
  "class-validator",
  "pg-native",
  // Their WebAssembly has licences of its own, of which mpg123's demands that it can be replaced.
  "@wasm-audio-decoders/flac",
  "@wasm-audio-decoders/ogg-vorbis",
  "mpg123-decoder",
  "ogg-opus-decoder",
];

rmSync("dist/bundle", { recursive: true, force: true });

const shared = {
  outdir: "dist",
  allowOverwrite: true,
  bundle: true,
  format: "esm",
  platform: "node",
  target: "node20.19",
  // Its CommonJS modules, which Node.js would load, read each other by getters, at each use of a name.
  alias: { graphql: "graphql/index.mjs" },
  metafile: true,
  logLevel: "warning",
  external: separate,
  // CommonJS packages load Node's own modules by it.
  banner: {
    js: 'import { createRequire as requireFor } from "node:module"; const require = requireFor(import.meta.url);',
  },
};

// The chunks lie beside the threads, whose files are named relative to the chunk that starts them.
const chunks = { splitting: true, chunkNames: "bundle/[name]-[hash]" };
const metafiles = [
  (
    await build({
      ...shared,
      ...chunks,
      entryPoints: programs,
      plugins: [metricsInOneFile, usedPartsAlone, messagesInEnglish],
    })
  ).metafile,
  (await build({ ...shared, entryPoints: tagThread, plugins: [tablesOnce] })).metafile,
];
const outputs = metafiles.flatMap((made) => Object.keys(made.outputs));
const inputs = metafiles.flatMap((made) => Object.keys(made.inputs));

// Errors have the names of their classes in logs. esbuild numbers one whose name another class of a bundle has.
for (const file of outputs.filter((name) => name.endsWith(".js"))) {
  const [renamed] = /\w+\d = class extends DomainError/.exec(readFileSync(file, "utf8")) ?? [];
  if (renamed !== undefined) throw new Error(`${file} renames an error: ${renamed}`);
}

writeFileSync("dist/bundle/LICENCES.txt", licencesOf(inputs));
