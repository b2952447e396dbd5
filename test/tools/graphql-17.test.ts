import { execFile } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { promisify } from "node:util";
import { buildSchema, parse, validate, validateSchema, version } from "graphql-17";

const root = new URL("../../", import.meta.url);
const textOf = (path: string): string => readFileSync(new URL(path, root), "utf8");

/** The operations of clients: those that are documented, those of assistants, and those of the page, which share fragments. */
const folders = ["schema/operations/", "src/web/page/"];

const operationsIn = (folder: string): string =>
  readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".graphql"))
    .map((name) => textOf(folder + name))
    .join("\n");

describe(`The schema on graphql ${version}`, () => {
  const published = buildSchema(textOf("schema/schema.graphql"));

  it("is built from the resolvers as it is published", async () => {
    const given = ["--import", "tsx", "--import", "./test/tools/graphql-17.js"];
    const emitted = [...given, "src/graphql/emit-schema.ts", "--check"];

    // Rejects where the schema cannot be built, or where it differs from schema/schema.graphql.
    await promisify(execFile)(process.execPath, emitted, { cwd: root });

    expect(version).toMatch(/^17\./);
  });

  it("keeps the rules of GraphQL", () => {
    expect(validateSchema(published)).toEqual([]);
  });

  it.each(folders)("accepts the operations in %s", (folder) => {
    const operations = parse(operationsIn(folder));

    expect(validate(published, operations)).toEqual([]);
    expect(operations.definitions.length).toBeGreaterThan(20);
  });
});
