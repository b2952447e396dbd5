import { randomBytes } from "node:crypto";
import { link, mkdir, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KEY_BYTES } from "./secret-cipher.js";
import { systemCodeOf } from "../../runtime/system-error.js";

/** Provides the key that secrets are encrypted with. */
export interface SecretKey {
  /** Returns the key, or `undefined` where there is none that can be read. Creates none. */
  read(): Promise<Uint8Array | undefined>;

  /**
   * Returns the key; creates it where there is none.
   *
   * @throws {Error} the file cannot be read or created, or contains no key
   */
  readOrCreate(): Promise<Uint8Array>;
}

/** Returns the path of the key file of a database file, unless the operator sets the key. */
export const keyPathOf = (file: string): string => join(dirname(file), "secrets.key");

/** Returns a key that does not change while the process runs: the given one, base 64, or a random one. */
export function fixedKey(base64: string = randomBytes(KEY_BYTES).toString("base64")): SecretKey {
  const key = Buffer.from(base64, "base64");
  return { read: () => Promise.resolve(key), readOrCreate: () => Promise.resolve(key) };
}

/**
 * A key in a file, in base 64, that its owner alone may read. The file is read at each use, so that
 * all processes on a database use the same key, and a restored file is used at once.
 *
 * @param path absolute; its folder is created where it is missing
 */
export class KeyFile implements SecretKey {
  readonly #path: string;

  constructor(path: string) {
    this.#path = path;
  }

  async read(): Promise<Uint8Array | undefined> {
    return this.#readFile().catch(() => undefined);
  }

  async readOrCreate(): Promise<Uint8Array> {
    const kept = await this.#readFile();
    if (kept !== undefined) return kept;
    await this.#create();
    const created = await this.#readFile();
    if (created === undefined) throw new Error(`The key file ${this.#path} was removed.`);
    return created;
  }

  /** Returns the key; `undefined` where there is no file. */
  async #readFile(): Promise<Uint8Array | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (cause) {
      if (systemCodeOf(cause) === "ENOENT") return undefined;
      throw new Error(`The key file ${this.#path} cannot be read.`, { cause });
    }
    const key = Buffer.from(text, "base64");
    if (key.length !== KEY_BYTES) {
      throw new Error(
        `The key file ${this.#path} contains no valid key. Restore it from a backup, or remove it; then stored secrets are lost.`,
      );
    }
    return key;
  }

  /** Creates the file by a link, so that it appears complete, and only where there is none. */
  async #create(): Promise<void> {
    await mkdir(dirname(this.#path), { recursive: true, mode: 0o700 });
    const temporary = `${this.#path}.${randomBytes(8).toString("hex")}.tmp`;
    try {
      const file = await open(temporary, "wx", 0o600);
      try {
        await file.writeFile(`${randomBytes(KEY_BYTES).toString("base64")}\n`);
        await file.sync();
      } finally {
        await file.close();
      }
      await link(temporary, this.#path);
    } catch (cause) {
      if (systemCodeOf(cause) === "EEXIST") return;
      const advice = "set SECRETS_KEY, or let its folder be written";
      throw new Error(`The key file ${this.#path} cannot be created: ${advice}.`, { cause });
    } finally {
      await rm(temporary, { force: true });
    }
  }
}
