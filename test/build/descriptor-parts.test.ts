import { readFileSync } from "node:fs";
import {
  descriptorDocuments,
  pageDescriptors,
  withDescriptorParts,
} from "../../src/build/descriptor-parts.js";

describe("The parts of documents that follow from the table of descriptors", () => {
  it.each(Object.entries(descriptorDocuments))("are up to date in %s", (name, parts) => {
    const document = readFileSync(new URL(`../../${name}`, import.meta.url), "utf8");

    expect(withDescriptorParts(document, parts)).toBe(document);
  });

  it("are up to date in the list of the page", () => {
    const path = new URL("../../src/web/page/generated/shown-descriptors.ts", import.meta.url);

    expect(pageDescriptors()).toBe(readFileSync(path, "utf8"));
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
