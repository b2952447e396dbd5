import { packageFile } from "../build/package-file.js";
import { packagedOperations } from "../build/packaged-operations.js";

/** The folder with the operations that are tools. */
export const TOOL_OPERATIONS = packageFile("schema/operations/assistant/");

/** Returns the documents of the operations that are tools. */
export function toolDocuments(): readonly string[] {
  return packagedOperations(TOOL_OPERATIONS).map(({ document }) => document);
}
