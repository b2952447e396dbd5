import { dirname } from "node:path";
import type { FindingState } from "../../domain/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import { keyPathOf } from "../storage/secrets/secret-key.js";
import { databaseFiles, openModeOf } from "../storage/sqlite/private-files.js";

/** Checks whether only the operator may read the database and the key of the secrets in it. */
export class PrivateFilesCheck implements Check {
  readonly what = "privacy";

  /** @param needs `path` of the database file */
  constructor(private readonly needs: { readonly path: string }) {}

  run(): Promise<FindingState> {
    return Promise.resolve(this.#state());
  }

  #state(): FindingState {
    const folder = dirname(this.needs.path);
    const keyPath = keyPathOf(this.needs.path);
    const open = [folder, ...databaseFiles(this.needs.path), keyPath].filter(
      (path) => openModeOf(path) !== undefined,
    );
    if (open.length === 0)
      return { state: "ok", message: `only its owner may use ${this.needs.path}` };
    const files = open.includes(keyPath) ? `${this.needs.path}* ${keyPath}` : `${this.needs.path}*`;
    return {
      state: "warn",
      message: `other users of this machine may use ${open.join(", ")}`,
      advice: `Run \`chmod 700 ${folder}\` and \`chmod 600 ${files}\` as their owner.`,
    };
  }
}
