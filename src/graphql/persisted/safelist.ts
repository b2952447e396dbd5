import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { Kind, parse, print, visit, type DocumentNode } from "graphql";

/** The operations that a client may ask for where nothing else is let in. */
export class Safelist {
  readonly #textById = new Map<string, string>();
  readonly #shapes = new Set<string>();

  /** @param texts documents by the ids that clients name them by */
  constructor(texts: Iterable<readonly [id: string, text: string]>) {
    for (const [id, text] of texts) {
      const document = parse(text);
      this.#shapes.add(shapeOf(document));
      this.#textById.set(id, text);
      this.#textById.set(hashOf(text), text);
      this.#textById.set(hashOf(print(document)), text);
    }
  }

  /**
   * The document of an id: of its own in the list, or of the SHA-256 of its text, as it stands there
   * or as GraphQL prints it; `undefined` for unknown ones.
   */
  find(id: string): string | undefined {
    return this.#textById.get(id);
  }

  /** Whether a document is in the list, however it is laid out, and whatever `__typename` it adds. */
  has(document: DocumentNode): boolean {
    return this.#shapes.has(shapeOf(document));
  }
}

/** The safelist cannot be read; the message says why. */
export class SafelistError extends Error {
  constructor(path: string, problem: string, cause?: unknown) {
    super(`The safelist "${path}" ${problem}.`, { cause });
    this.name = "SafelistError";
  }
}

/**
 * Reads a safelist: the `.graphql` files of a folder, a document each; or a JSON file, which is
 * Apollo's manifest of persisted queries or an object of documents by their ids.
 *
 * @throws {SafelistError} it is not there, is neither, holds a document that cannot be parsed, or is
 * empty
 */
export async function openSafelist(path: string): Promise<Safelist> {
  const texts = await readTexts(path);
  if (texts.length === 0) throw new SafelistError(path, "holds no operation");
  try {
    return new Safelist(texts);
  } catch (error) {
    throw new SafelistError(
      path,
      `holds a document that cannot be parsed: ${wordsOf(error)}`,
      error,
    );
  }
}

type Texts = readonly (readonly [id: string, text: string])[];

async function readTexts(path: string): Promise<Texts> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    return isFolder ? await textsIn(path) : textsOf(JSON.parse(await readFile(path, "utf8")));
  } catch (error) {
    throw new SafelistError(path, `cannot be read: ${wordsOf(error)}`, error);
  }
}

async function textsIn(folder: string): Promise<Texts> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".graphql")).sort();
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
}

/** Source: "Persisted query manifest", format version 1, Apollo GraphOS documentation, 2025. */
function textsOf(manifest: unknown): Texts {
  const { format, operations } = recordOf(manifest);
  if (format === "apollo-persisted-query-manifest" && Array.isArray(operations)) {
    return operations.map((operation: unknown) => {
      const { id, body } = recordOf(operation);
      return [textOf(id), textOf(body)];
    });
  }
  return Object.entries(recordOf(manifest)).map(([id, text]) => [id, textOf(text)]);
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  throw new TypeError("it is no manifest of persisted queries");
}

function textOf(value: unknown): string {
  if (typeof value === "string") return value;
  throw new TypeError("it is no manifest of persisted queries");
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** Clients ask for `__typename` of their own accord, to tell in their stores what is what. */
function shapeOf(document: DocumentNode): string {
  const plain = visit(document, {
    [Kind.FIELD]: ({ name, alias }) =>
      name.value === "__typename" && alias === undefined ? null : undefined,
  });
  return print(plain);
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
