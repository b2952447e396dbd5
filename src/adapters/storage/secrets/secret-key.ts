import { randomBytes } from "node:crypto";
import { link, open, readFile, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { KEY_BYTES } from "./secret-cipher.js";

/** The key that secrets are encrypted with, wherever it is kept. */
export interface SecretKey {
  /** The key, or `undefined` where there is none that can be read. Creates none. */
  read(): Promise<Uint8Array | undefined>;

  /**
   * The key, created where there is none.
   *
   * @throws {Error} in words: the file cannot be read or created, or holds no key
   */
  readOrCreate(): Promise<Uint8Array>;
}

/** Where the key of a database file is, unless the operator sets it. */
export const keyPathOf = (file: string): string => join(dirname(file), "secrets.key");

/** A key that stays the same as long as the process: the given one, base 64, or a random one. */
export function fixedKey(base64: string = randomBytes(KEY_BYTES).toString("base64")): SecretKey {
  const key = Buffer.from(base64, "base64");
  return { read: () => Promise.resolve(key), readOrCreate: () => Promise.resolve(key) };
}

/**
 * A key in a file, in base 64, that its owner alone may read. The file is read at each use, so that
 * all processes on a database use the same key, and a restored file is used at once.
 *
 * @param path absolute; its folder exists
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

  /** The key; `undefined` where there is no file. */
  async #readFile(): Promise<Uint8Array | undefined> {
    let text: string;
    try {
      text = await readFile(this.#path, "utf8");
    } catch (cause) {
      if (codeOf(cause) === "ENOENT") return undefined;
      throw new Error(`The key file ${this.#path} cannot be read.`, { cause });
    }
    const key = Buffer.from(text, "base64");
    if (key.length !== KEY_BYTES) {
      throw new Error(`The key file ${this.#path} holds no key: restore it, or remove it.`);
    }
    return key;
  }

  /** A link appears with its whole content, and only where there is no file: the first one stays. */
  async #create(): Promise<void> {
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
      if (codeOf(cause) === "EEXIST") return;
      const advice = "set SECRETS_KEY, or let its folder be written";
      throw new Error(`The key file ${this.#path} cannot be created: ${advice}.`, { cause });
    } finally {
      await rm(temporary, { force: true });
    }
  }
}

/** Told by its looks, because the class of the error is not the same in every module realm. */
function codeOf(failure: unknown): unknown {
  const hasCode = typeof failure === "object" && failure !== null && "code" in failure;
  return hasCode ? failure.code : undefined;
}
