import { readdirSync, readFileSync } from "node:fs";
import {
  Kind,
  type OperationDefinitionNode,
  parse,
  stripIgnoredCharacters,
  type NameNode,
} from "graphql";

/** A GraphQL operation that is a file of the package. */
export interface PackagedOperation {
  /** The name of the file, without its ending. */
  readonly file: string;
  readonly definition: OperationDefinitionNode & { readonly name: NameNode };
  /** The text of the comment above it. */
  readonly description: string;
  /** Its document without comments and unnecessary white space. */
  readonly document: string;
}

/**
 * Reads the operations of a folder, one per file, in the order of the files.
 *
 * @throws {Error} a file does not hold exactly one operation with a name
 */
export function packagedOperations(folder: URL): readonly PackagedOperation[] {
  const files = readdirSync(folder).filter((file) => file.endsWith(ENDING));
  return files
    .sort()
    .map((file) => operationFrom(file, readFileSync(new URL(file, folder), "utf8")));
}

const ENDING = ".graphql";

function operationFrom(file: string, text: string): PackagedOperation {
  const [definition, ...others] = parse(text).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION || !definition.name || others.length > 0) {
    throw new Error(`${file} must contain exactly one operation with a name.`);
  }
  const comment = /^(?:#.*\n)*/.exec(text)?.[0] ?? "";
  return {
    file: file.slice(0, -ENDING.length),
    definition: { ...definition, name: definition.name },
    description: comment.replace(/^#\s*/gm, "").trim().replaceAll("\n", " "),
    document: stripIgnoredCharacters(text),
  };
}
