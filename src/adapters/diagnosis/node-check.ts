import type { FindingState } from "../../domain/finding.js";
import { isSupportedNode, minNodeVersion } from "../../domain/supported-node.js";
import type { Check } from "../../ports/runtime/check.js";

/** Checks whether the version of Node.js is supported. */
export class NodeCheck implements Check {
  readonly what = "node";
  readonly #version: string;

  /** @param version as Node.js writes it, e.g. "20.19.0" */
  constructor({ version = process.versions.node }: { readonly version?: string } = {}) {
    this.#version = version;
  }

  run(): Promise<FindingState> {
    if (isSupportedNode(this.#version)) {
      return Promise.resolve({ state: "ok", message: this.#version });
    }
    return Promise.resolve({
      state: "fail",
      message: `${this.#version} is older than ${minNodeVersion}`,
      advice: `Install Node.js ${minNodeVersion} or later, from https://nodejs.org or your package manager.`,
    });
  }
}
