import { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import {
  printableContent,
  printableLines,
  printableText,
} from "../../src/domain/printable-text.js";

describe("The text of a line", () => {
  it("shows sequences that a terminal obeys, and changes of the direction of writing", () => {
    const name = "\u001b[2J\u001b]52;c;ZXZpbA==\u0007 \u009b31m \u007f \r \u202egnp.exe";

    expect(printableText(name)).toBe(
      "\\u001b[2J\\u001b]52;c;ZXZpbA==\\u0007 \\u009b31m \\u007f \\u000d \\u202egnp.exe",
    );
  });

  it("keeps words of all languages, and columns", () => {
    const text = "Björk\tשלום 東京 🎵\u200d";

    expect(printableText(text)).toBe(text);
  });

  it("ends only where the program ends it", () => {
    const names = ["a\nb.mp3", "c\r\u2028\u2029\u0085d.mp3"];

    expect(printableLines(names)).toBe("a\\u000ab.mp3\nc\\u000d\\u2028\\u2029\\u0085d.mp3");
  });

  it("keeps the meaning of JSON", () => {
    const value = { name: "a\u009b\u202eb\n\t\u001b" };

    expect(JSON.parse(printableText(JSON.stringify(value)))).toEqual(value);
  });
});

describe("The content of a file", () => {
  it.each([1, 2, 3, 1_000])("is shown and not obeyed, in parts of %d bytes", async (size) => {
    const table = 'name\r\n"a\u001b]0;owned\u0007\rb","Björk 東京"\r\n"\u009b2J"\n\r';
    const bytes = Buffer.from(table);
    const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
      bytes.subarray(index * size, (index + 1) * size),
    );

    expect(await text(printableContent(Readable.from(parts)))).toBe(
      'name\n"a\\u001b]0;owned\\u0007\\u000db","Björk 東京"\n"\\u009b2J"\n\\u000d',
    );
  });
});
