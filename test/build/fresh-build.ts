import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../", import.meta.url));

/**
 * Fails if `dist` was not built from the current sources. `npm test` builds it if it is stale: a
 * process that compiles its sources itself takes five seconds of processor longer to start.
 */
export function requireFreshBuild(): void {
  try {
    execFileSync(process.execPath, ["src/build/freshness.js"], { cwd: root });
  } catch {
    throw new Error("dist is not built from these sources: run `npm run build`, or `npm test`.");
  }
}
