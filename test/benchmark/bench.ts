import { benchCatalogue } from "./catalogue-bench.js";
import { benchEngine } from "./engine-bench.js";
import { benchHttp } from "./http-bench.js";
import { benchSimilarity } from "./similarity-bench.js";
import { benchStart } from "./start-bench.js";

/**
 * Speed as ratios within one run: `npm run bench`, or `npm run bench -- engine`, `http`,
 * `catalogue`, `similarity` or `start` for one part of it.
 */
const parts = {
  engine: benchEngine,
  http: benchHttp,
  catalogue: benchCatalogue,
  similarity: benchSimilarity,
  start: benchStart,
};
const wished = process.argv.slice(2);

for (const [name, bench] of Object.entries(parts)) {
  if (wished.length === 0 || wished.includes(name)) await bench();
}
