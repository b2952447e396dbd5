import fc from "fast-check";
import { DomainError } from "../../../src/domain/errors/domain-error.js";
import { readList } from "./read-list.js";

/** Beginnings by which kinds are told. */
const BEGINNINGS = [
  ...[
    "#EXTM3U\n",
    "#EXTINF:1,",
    "[playlist]\n",
    "{",
    "[",
    '{"playlists":[',
    '{"playlist":{"track":[',
  ],
  ...["<playlist>", "<DJ_PLAYLISTS>", '<?xml version="1.0"?>', "title,artist\n", "title;artist\n"],
  ...["sep=;\n", "", "\ufeff", '"title","artist"\n"'],
];

/** Parts that have a meaning in one kind or another. */
const PARTS = [
  ...["\n", "\r\n", ",", ";", "\t", '"', "=", "%41", "%FF", "&amp;", "&x;", "<track>", "</track>"],
  ...["<NODE Type='1'>", "</playlist>", "<![CDATA[", "<!--", "File1=", "a - b", "é", "さ", "\0"],
  ...["null", "[]", "{}", '"name":', "]", "}", "1", "-1", "file:///", "C:\\", "../", "/"],
];

describe("A list of anybody", () => {
  it("is read, or refused with a reason, whatever it consists of", async () => {
    const content = fc
      .tuple(fc.constantFrom(...BEGINNINGS), fc.array(fc.constantFrom(...PARTS), { maxLength: 40 }))
      .map(([beginning, parts]) => beginning + parts.join(""));
    const fileName = fc.constantFrom(undefined, "a.m3u", "a.csv", "a.pls", "a.txt", "a");
    await fc.assert(
      fc.asyncProperty(content, fileName, async (text, name) => {
        const read = await readList(text, { fileName: name }).catch((error: unknown) => error);

        if (read instanceof DomainError) {
          expect(read.code).toBe("INVALID_INPUT");
          return;
        }
        const { rows, list, lists } = read as Awaited<ReturnType<typeof readList>>;
        expect(rows.map(({ position }) => position)).toEqual(rows.map((_, index) => index + 1));
        expect(list.rowCount).toBe(rows.length);
        expect(lists).toContainEqual(list);
        for (const { raw } of rows) expect(raw.length).toBeLessThanOrEqual(500);
      }),
      { numRuns: 400 },
    );
  });

  it("is read, or refused, of any bytes", async () => {
    await fc.assert(
      fc.asyncProperty(fc.uint8Array({ maxLength: 200 }), async (bytes) => {
        const read = await readList(bytes, { fileName: "a.m3u8" }).catch((error: unknown) => error);

        expect(read instanceof Error ? read : undefined).toEqual(
          read instanceof DomainError ? read : undefined,
        );
      }),
    );
  });

  it.each([
    ["quotation marks that are not closed", `title\n${'"a,'.repeat(100_000)}`],
    ["one line", `title\n${"a".repeat(1_000_000)}`],
    ["lines of attributes", `#EXTM3U\n${`#EXTINF:1${' a="'.repeat(2_000)}\n`.repeat(20)}x.mp3`],
    ["brackets", `#EXTM3U\n#EXTINF:1,${"(".repeat(4_000)}\nx.mp3`],
    ["escapes", `#EXTM3U\n${"%".repeat(9_000)}\n${"%4".repeat(4_500)}`],
    ["nested values", `{"playlists":${"[".repeat(5_000)}${"]".repeat(5_000)}}`],
    [
      "text of XML",
      `<playlist><trackList><track><title>${"&amp;".repeat(100_000)}</title></track></trackList></playlist>`,
    ],
  ])("is answered soon, where it has nothing but %s", async (_, text) => {
    const started = performance.now();

    await readList(Buffer.from(text)).catch(() => undefined);

    // A pattern that takes the square of the length takes minutes.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
