import type { Verdict } from "../../domain/finding.js";
import type { Check } from "../../ports/check.js";

/** As `engines` in package.json says. */
const LEAST = { major: 20, minor: 19 } as const;

/** Whether Node.js is recent enough. */
export class NodeCheck implements Check {
  readonly what = "node";
  readonly #version: string;

  /** @param version as Node.js writes it, e.g. "20.19.0" */
  constructor({ version = process.versions.node }: { readonly version?: string } = {}) {
    this.#version = version;
  }

  run(): Promise<Verdict> {
    const [major = 0, minor = 0] = this.#version.split(".").map(Number);
    const isRecent = major > LEAST.major || (major === LEAST.major && minor >= LEAST.minor);
    if (isRecent) return Promise.resolve({ state: "ok", words: this.#version });
    const least = `${LEAST.major}.${LEAST.minor}`;
    return Promise.resolve({
      state: "fail",
      words: `${this.#version} is older than ${least}`,
      advice: `Install Node.js ${least} or later, from https://nodejs.org or your package manager.`,
    });
  }
}
