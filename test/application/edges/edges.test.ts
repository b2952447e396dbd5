import { readFileSync } from "node:fs";
import { edgeCases } from "./cases.js";
import { outcomeOf } from "./edge-case.js";
import { edgeNames, edges } from "./edges.js";
import { namedFiles } from "./names.js";
import { openStage, type Stage } from "./stage.js";
import { edgeTable } from "./table.js";

describe("What each edge answers", () => {
  let stage: Stage;

  beforeAll(async () => {
    stage = await openStage(Object.values(namedFiles));
  });
  afterAll(() => stage.close());

  it.each(edgeCases)("$name", async (edgeCase) => {
    const outcomes = await Promise.all(
      edgeNames.map(async (name) => [name, await outcomeOf(edgeCase, edges[name], stage)] as const),
    );

    expect(Object.fromEntries(outcomes)).toEqual(edgeCase.expected);
  });

  it("is what the README says", () => {
    const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");

    expect(readme.endsWith(`${edgeTable()}\n`)).toBe(true);
  });
});
