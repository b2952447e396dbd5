import { readFileSync } from "node:fs";
import {
  openapiParts,
  guideParts,
  withDescriptorParts,
} from "../../../src/rest/description/descriptor-parts.js";

const read = (name: string): string =>
  readFileSync(new URL(`../../../${name}`, import.meta.url), "utf8");

describe("The parts of documents that follow from the table of descriptors", () => {
  it.each([
    ["schema/openapi.yaml", openapiParts],
    ["src/web/guide/rest.md", guideParts],
  ])("are up to date in %s", (name, parts) => {
    expect(withDescriptorParts(read(name), parts)).toBe(read(name));
  });

  it("replace only the text between their marks", () => {
    const document = "a:\n  # descriptors: names\n  - old\n  # end of descriptors\nb: 1\n";

    const written = withDescriptorParts(document, { names: ["- new", "- newer"] });

    expect(written).toBe(
      "a:\n  # descriptors: names\n  - new\n  - newer\n  # end of descriptors\nb: 1\n",
    );
  });

  it("are refused when a document lacks one, or has an unknown one", () => {
    const document = "# descriptors: names\n# end of descriptors\n";

    expect(() => withDescriptorParts(document, { names: [], units: [] })).toThrow("units");
    expect(() => withDescriptorParts(document, {})).toThrow("names");
  });
});
