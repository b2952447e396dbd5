import { Document, visit } from "yaml";
import { emitFile } from "../../build/generated-file.js";
import { openapiDocument } from "./openapi-document.js";

const described = await openapiDocument();
await emitFile("schema/openapi.yaml", yamlOf(described));

/** Writes a document as YAML, with references on one line, and texts as they stand. */
function yamlOf(value: object): string {
  const document = new Document(value, { aliasDuplicateObjects: false });
  visit(document, {
    Map: (_, map) => {
      if (map.items.length === 1 && map.has("$ref")) map.flow = true;
    },
    Scalar: (_, scalar) => {
      const isText = typeof scalar.value === "string" && scalar.value.includes("\n");
      if (isText) scalar.type = "BLOCK_LITERAL";
    },
  });
  return document.toString({ lineWidth: 120 });
}
