import { readFileSync } from "node:fs";
import { CriticalityLevel, diff } from "@graphql-inspector/core";
import { buildSchema } from "graphql";
import { contractSdl } from "../graphql/schema-contract.js";

const published = readFileSync(new URL("../../schema/schema.graphql", import.meta.url), "utf8");

describe("The GraphQL schema as it is published", () => {
  it("breaks nothing that clients depend on in the judgement of graphql-inspector", async () => {
    const changes = await diff(buildSchema(contractSdl), buildSchema(published));

    const breaking = changes.filter(
      ({ criticality }) => criticality.level === CriticalityLevel.Breaking,
    );
    expect(changes.length).toBeGreaterThan(100);
    expect(breaking.map(({ message }) => message)).toEqual([]);
  });
});
