import { createHash } from "node:crypto";
import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import {
  GraphQLError,
  Kind,
  parse,
  print,
  visit,
  type DocumentNode,
  type ValidationRule,
} from "graphql";
import { z } from "zod";

/** The error code that GraphQL clients know for this refusal. */
const NOT_LISTED_CODE = "QUERY_NOT_IN_SAFELIST";

/** The operations that a server with a safelist accepts. */
export class Safelist {
  readonly #textById = new Map<string, string>();
  readonly #shapes = new Set<string>();

  /** @param texts documents with the ids that clients may send instead */
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
   * Returns the document with an id: the id in the list, or the SHA-256 of its text as in the list
   * or as GraphQL prints it; `undefined` for unknown ids.
   */
  find(id: string): string | undefined {
    return this.#textById.get(id);
  }

  /**
   * Returns whether a document is in the list. White space and added `__typename` fields are
   * ignored.
   */
  has(document: DocumentNode): boolean {
    return this.#shapes.has(shapeOf(document));
  }
}

/** A safelist that cannot be read, with the reason in the message. */
export class SafelistError extends Error {
  constructor(path: string, problem: string, cause?: unknown) {
    super(`The safelist "${path}" ${problem}.`, { cause });
    this.name = "SafelistError";
  }
}

/**
 * Reads a safelist: the `.graphql` files of a folder, one document each; or a JSON file, which is
 * Apollo's manifest of persisted queries or an object of documents by their ids.
 *
 * @param added documents that are accepted as well
 *
 * @throws {SafelistError} it does not exist, has another format, contains a document that cannot be
 * parsed, or is empty
 */
export async function openSafelist(path: string, added: readonly string[] = []): Promise<Safelist> {
  const texts = await readTexts(path);
  if (texts.length === 0) throw new SafelistError(path, "contains no operation");
  try {
    return new Safelist([...texts, ...added.map((text) => [text, text] as const)]);
  } catch (error) {
    throw new SafelistError(
      path,
      `contains a document that cannot be parsed: ${messageOf(error)}`,
      error,
    );
  }
}

type Texts = readonly (readonly [id: string, text: string])[];

/** Source: "Persisted query manifest", format version 1, Apollo GraphOS documentation, 2025. */
const apolloManifest = z
  .object({
    format: z.literal("apollo-persisted-query-manifest"),
    operations: z.array(z.object({ id: z.string(), body: z.string() })),
  })
  .transform(({ operations }) => operations.map(({ id, body }) => [id, body] as const));

const manifest = z.union([
  apolloManifest,
  z.record(z.string(), z.string()).transform((texts) => Object.entries(texts)),
]);

async function readTexts(path: string): Promise<Texts> {
  try {
    const isFolder = (await stat(path)).isDirectory();
    if (isFolder) return await textsIn(path);
    const read = manifest.safeParse(JSON.parse(await readFile(path, "utf8")));
    if (read.success) return read.data;
    throw new TypeError("it is not a manifest of persisted queries");
  } catch (error) {
    throw new SafelistError(path, `cannot be read: ${messageOf(error)}`, error);
  }
}

async function textsIn(folder: string): Promise<Texts> {
  const names = (await readdir(folder)).filter((name) => name.endsWith(".graphql")).sort();
  return Promise.all(
    names.map(async (name) => [name, await readFile(join(folder, name), "utf8")] as const),
  );
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/**
 * Prints a document without `__typename`, which clients add themselves to identify cached objects.
 */
function shapeOf(document: DocumentNode): string {
  const plain = visit(document, {
    [Kind.FIELD]: ({ name, alias }) =>
      name.value === "__typename" && alias === undefined ? null : undefined,
  });
  return print(plain);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Validation rule that refuses documents outside the safelist, before other rules reveal the
 * schema.
 */
export function onlyListed(safelist: Safelist): ValidationRule {
  return (context) => ({
    Document(document) {
      if (safelist.has(document)) return undefined;
      const [nodes = null] = document.definitions;
      const message =
        "This operation is not in the safelist of this server. Send an operation that is.";
      context.reportError(
        new GraphQLError(message, { nodes, extensions: { code: NOT_LISTED_CODE } }),
      );
      // A visitor that removes a node ends the traversal below it, for all rules.
      return null;
    },
  });
}
