import { readFileSync } from "node:fs";
import type { OperationTypeNode } from "graphql";
import { packageFile } from "../build/package-file.js";
import { packagedOperations, type PackagedOperation } from "../build/packaged-operations.js";

/** An operation of `schema/operations`, with example variables. */
export interface ExampleOperation extends Pick<PackagedOperation, "description" | "document"> {
  readonly name: string;
  readonly kind: `${OperationTypeNode}`;
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
  return packagedOperations(folder)
    .map(({ definition, description, document }) => ({
      ...{ name: definition.name.value, kind: definition.operation, description, document },
      variables: variables[definition.name.value] ?? {},
    }))
    .sort((one, other) => rankOf(one) - rankOf(other) || one.name.localeCompare(other.name, "en"));
}

const rankOf = ({ kind }: ExampleOperation): number =>
  ["query", "mutation", "subscription"].indexOf(kind);
