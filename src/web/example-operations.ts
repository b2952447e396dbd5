import { readdirSync, readFileSync } from "node:fs";
import { Kind, parse, stripIgnoredCharacters, type OperationTypeNode } from "graphql";
import { packageFile } from "../build/package-file.js";

/** An operation of `schema/operations`, with example variables. */
export interface ExampleOperation {
  readonly name: string;
  readonly kind: `${OperationTypeNode}`;
  /** The text of the comment above it. */
  readonly description: string;
  /** Its document without comments and unnecessary white space. */
  readonly document: string;
  /** Values of its variables that match the demo library. */
  readonly variables: Readonly<Record<string, unknown>>;
}

const FOLDER = packageFile("schema/operations/");

/**
 * Reads the operations of a folder, one per file, ordered by name: queries first, then mutations
 * and subscriptions. The file `examples.json` in the folder has their variables by operation name.
 *
 * @throws {Error} a file does not hold exactly one operation with a name
 */
export function exampleOperations(folder: URL = FOLDER): readonly ExampleOperation[] {
  const variables = JSON.parse(readFileSync(new URL("examples.json", folder), "utf8")) as Readonly<
    Record<string, Readonly<Record<string, unknown>>>
  >;
  return readdirSync(folder)
    .filter((file) => file.endsWith(".graphql"))
    .map((file) => operationFrom(file, readFileSync(new URL(file, folder), "utf8")))
    .map((operation) => ({ ...operation, variables: variables[operation.name] ?? {} }))
    .sort((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name, "en"));
}

const rankOf = ({ kind }: ExampleOperation): number =>
  ["query", "mutation", "subscription"].indexOf(kind);

function operationFrom(file: string, text: string): Omit<ExampleOperation, "variables"> {
  const [definition, ...others] = parse(text).definitions;
  if (definition?.kind !== Kind.OPERATION_DEFINITION || !definition.name || others.length > 0) {
    throw new Error(`${file} must contain exactly one operation with a name.`);
  }
  const comment = /^(?:#.*\n)*/.exec(text)?.[0] ?? "";
  return {
    name: definition.name.value,
    kind: definition.operation,
    description: comment.replace(/^#\s*/gm, "").trim().replaceAll("\n", " "),
    document: stripIgnoredCharacters(text),
  };
}
