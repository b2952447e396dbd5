import { appendFileSync, existsSync, readFileSync } from "node:fs";
import type { Kind } from "./stored-slots.js";

/** The newest versions of a thing that a store was asked to store, and that it has stored. */
interface Versions {
  readonly begun?: number;
  readonly done?: number;
}

/** What processes asked a database to store, in a file that a kill does not shorten. */
export class WriteLedger {
  readonly #versions = new Map<string, Versions>();

  constructor(private readonly path: string) {
    const lines = existsSync(path) ? readFileSync(path, "utf8").split("\n") : [];
    for (const line of lines) {
      const [state, kind, slot, version] = line.split(" ");
      if (version === undefined) continue;
      const isBegun = state === "begun";
      this.#note(`${kind} ${slot}`, isBegun ? { begun: +version } : { done: +version });
    }
  }

  versionsOf(kind: Kind, slot: number): Versions {
    return this.#versions.get(`${kind} ${slot}`) ?? {};
  }

  begin(kind: Kind, slot: number, version: number): void {
    appendFileSync(this.path, `begun ${kind} ${slot} ${version}\n`);
    this.#note(`${kind} ${slot}`, { begun: version });
  }

  end(kind: Kind, slot: number, version: number): void {
    appendFileSync(this.path, `done ${kind} ${slot} ${version}\n`);
    this.#note(`${kind} ${slot}`, { done: version });
  }

  #note(thing: string, versions: Versions): void {
    this.#versions.set(thing, { ...this.#versions.get(thing), ...versions });
  }
}
