import { readFileSync } from "node:fs";
import { guideParts, withDescriptorParts } from "../../../src/rest/description/descriptor-parts.js";

describe("The parts of documents that follow from the table of descriptors", () => {
  it("are up to date in the guide", () => {
    const page = readFileSync(new URL("../../../src/web/guide/rest.md", import.meta.url), "utf8");

    expect(withDescriptorParts(page, guideParts)).toBe(page);
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
