import { createHash } from "node:crypto";

/** Statements that are prepared; each takes some kilobytes in every connection. */
const MAX_NAMES = 64;
/** Texts that were sent once and are remembered, the oldest forgotten first. */
const MAX_REMEMBERED = 512;

/** A result of all columns, of which there are more after a migration by a newer server. */
const ALL_COLUMNS = /(?:^\s*select|[,.])\s*\*/iu;

/**
 * The names of selects that are prepared, so that PostgreSQL plans them a few times for each connection and not for
 * each request: those that are sent a second time, up to a number, and that name their columns.
 */
export class PreparedNames {
  readonly #names = new Map<string, string>();
  readonly #sentOnce = new Set<string>();

  /** Returns the name of a select, `undefined` where it is not to be prepared. */
  nameOf(select: string): string | undefined {
    const name = this.#names.get(select);
    if (name !== undefined || this.#names.size >= MAX_NAMES || ALL_COLUMNS.test(select)) {
      return name;
    }
    if (!this.#sentOnce.delete(select)) {
      this.#remember(select);
      return undefined;
    }
    const digest = createHash("sha256").update(select).digest("hex").slice(0, 32);
    this.#names.set(select, digest);
    return digest;
  }

  #remember(select: string): void {
    this.#sentOnce.add(select);
    const [oldest] = this.#sentOnce;
    if (this.#sentOnce.size > MAX_REMEMBERED && oldest !== undefined) this.#sentOnce.delete(oldest);
  }
}
