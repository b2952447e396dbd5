import { dirname } from "node:path";
import type { FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import { keyPathOf } from "../storage/secrets/secret-key.js";
import { databaseFiles, openModeOf } from "../storage/sqlite/private-files.js";

/** Checks whether only the operator may read the database and the key of the secrets in it. */
export class PrivateFilesCheck implements Check {
  readonly what = "privacy";
  readonly #path: string;

  /** @param needs `path` of the database file */
  constructor(needs: { readonly path: string }) {
    this.#path = needs.path;
  }

  run(): Promise<FindingState> {
    return Promise.resolve(this.#state());
  }

  #state(): FindingState {
    const folder = dirname(this.#path);
    const keyPath = keyPathOf(this.#path);
    const open = [folder, ...databaseFiles(this.#path), keyPath].filter(
      (path) => openModeOf(path) !== undefined,
    );
    if (open.length === 0) return { state: "ok", words: `only its owner may use ${this.#path}` };
    const files = open.includes(keyPath) ? `${this.#path}* ${keyPath}` : `${this.#path}*`;
    return {
      state: "warn",
      words: `other users of this machine may use ${open.join(", ")}`,
      advice: `Run \`chmod 700 ${folder}\` and \`chmod 600 ${files}\` as their owner.`,
    };
  }
}
