import { lexicographicSortSchema } from "graphql";
import { emitFile } from "../build/generated-file.js";
import { printWithNullability } from "./semantic-non-null.js";
import { graphqlSchema } from "./schema.js";

const schema = lexicographicSortSchema(await graphqlSchema());
await emitFile("schema/schema.graphql", `${printWithNullability(schema)}\n`);
