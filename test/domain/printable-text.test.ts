import { printableText } from "../../src/domain/printable-text.js";

describe("The text of a line", () => {
  it("shows sequences that a terminal obeys, and changes of the direction of writing", () => {
    const name = "\u001b[2J\u001b]52;c;ZXZpbA==\u0007 \u009b31m \u007f \r \u202egnp.exe";

    expect(printableText(name)).toBe(
      "\\u001b[2J\\u001b]52;c;ZXZpbA==\\u0007 \\u009b31m \\u007f \\u000d \\u202egnp.exe",
    );
  });

  it("keeps words of all languages, ends of lines and columns", () => {
    const text = "Björk\tשלום\n東京 🎵\u200d";

    expect(printableText(text)).toBe(text);
  });

  it("keeps the meaning of JSON", () => {
    const value = { name: "a\u009b\u202eb\n\t\u001b" };

    expect(JSON.parse(printableText(JSON.stringify(value)))).toEqual(value);
  });
});
