import { requiredVersion } from "../../../src/domain/analysis/required-version.js";

describe("The version that an analysis needs", () => {
  const changes = [
    { version: 3, fields: ["tempo"] },
    { version: 4, fields: "all" },
    { version: 5, fields: ["key", "mode"] },
    { version: 6, fields: ["tempo"] },
  ] as const;

  it.each([
    ["the newest, where all fields are wanted", "all", 6],
    ["the last that changed a wanted field", ["key"], 5],
    ["the last that changed one of many", ["key", "tempo"], 6],
    ["the last that changed everything, where no later one changed the field", ["energy"], 4],
    ["the last that changed everything, where no field is wanted", [], 4],
  ] as const)("is %s", (_, wanted, version) => {
    expect(requiredVersion(changes, wanted)).toBe(version);
  });

  it("is any version where nothing has changed", () => {
    expect(requiredVersion([], "all")).toBe(0);
  });
});
