import { readFileSync } from "node:fs";
import type { Tool } from "@modelcontextprotocol/server";
import { buildSchema, OperationTypeNode } from "graphql";
import { packageFile } from "../build/package-file.js";
import { packagedOperations } from "../build/packaged-operations.js";
import { TOOL_OPERATIONS } from "./tool-documents.js";
import { answerSchemaOf } from "./answer-schema.js";
import { variableSchemaOf } from "./variable-schema.js";

/** A tool for assistants: an operation of `schema/operations/assistant`. */
export interface AssistantTool {
  /** What clients see. Its arguments are the variables of the operation. */
  readonly description: Tool;
  readonly operationName: string;
  readonly document: string;
  /** Whether it changes data. */
  readonly isWriting: boolean;
}

/** Makes a tool of each operation, named after its file. */
export function assistantTools(): readonly AssistantTool[] {
  const schema = buildSchema(readFileSync(packageFile("schema/schema.graphql"), "utf8"));
  return packagedOperations(TOOL_OPERATIONS).map(({ file, definition, description, document }) => {
    const isWriting = definition.operation === OperationTypeNode.MUTATION;
    const tool = {
      name: file,
      description,
      inputSchema: variableSchemaOf(schema, definition),
      outputSchema: answerSchemaOf(schema, definition),
      annotations: { readOnlyHint: !isWriting },
    };
    // The SDK's type of a JSON Schema has mutable lists.
    return {
      description: tool as unknown as Tool,
      operationName: definition.name.value,
      ...{ document, isWriting },
    };
  });
}
