import { requireFreshBuild } from "../../build/fresh-build.js";

requireFreshBuild();

const adapters = new URL("../../../dist/adapters/", import.meta.url);

/**
 * The built entry points of threads. A thread that loads its TypeScript takes 0.9 seconds of
 * processor to start, and one from `dist` 0.2.
 */
export const builtAnalysisThread = new URL("analyzer/analysis-worker.js", adapters);
export const builtTagThread = new URL("library/tags/tag-worker.js", adapters);
export const builtDigestThread = new URL("library/audio-stream/digest-worker.js", adapters);
