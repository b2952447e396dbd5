import { boundedLines } from "../../src/mcp/bounded-lines.js";

async function* chunks(...texts: readonly string[]): AsyncGenerator<Uint8Array> {
  for (const text of texts) yield await Promise.resolve(Buffer.from(text));
}

async function linesOf(...texts: readonly string[]): Promise<[readonly string[], number]> {
  let tooLong = 0;
  const lines: string[] = [];
  const onTooLong = (): void => void tooLong++;
  for await (const line of boundedLines(chunks(...texts), 8, onTooLong)) lines.push(String(line));
  return [lines, tooLong];
}

describe("Lines with a maximum length", () => {
  it("are the same in whatever pieces they come", async () => {
    expect(await linesOf("one\ntwo\n", "thr", "ee\n\n", "end")).toEqual([
      ["one\n", "two\n", "three\n", "\n", "end"],
      0,
    ]);
  });

  it("leave out what is longer, once each, and go on with the next", async () => {
    expect(
      await linesOf("1234567\n", "12345678\nab\n", "1234", "56789", "0123\nlast", "9876543"),
    ).toEqual([["1234567\n", "ab\n"], 3]);
  });
});
