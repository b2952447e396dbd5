import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trackFormats } from "../../../src/adapters/formats/track-formats.js";
import { describeWithReaders } from "../decoder/independent-readers.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { bytesOf, exportedTrack } from "./exported-content.js";
import { formatsOfPython, readExports, saidIn } from "./exports-in-python.js";

/** Names that files, catalogues and people have given to music, or might. */
const names: readonly string[] = [
  '12" Mix',
  '"Heroes" (7" / 12")',
  "two\nlines",
  "three\r\nof\rthem",
  "a\ttab",
  "cut\u0000here",
  "\u0000",
  "high \ud83d alone",
  "low \udc00 alone",
  "swapped \udc00\ud83d",
  "x".repeat(300),
  "𝄞日本é".repeat(75),
  "\u202eright to left\u202c",
  "\u2066isolated\u2069 \u200fmark\u061c",
  "\u2028line\u2029paragraph\u0085next\u000bfeed\u000c",
  "\ufeffmarked",
  "noncharacters \ufffe\uffff",
  "=HYPERLINK(1)",
  "'quoted'",
  "back\\slash\\n",
  "]]> <!-- --> & &amp; &#0; <x/>",
  "#EXTINF:1,not a comment",
  "a;b,c|d",
  " spaces around ",
  "cafe\u0301",
];

afterEach(removeMusicFolders);

describeWithReaders("Exports that Python reads", () => {
  it("have every name and path in all formats, whatever characters they have", async () => {
    const paths = names.map((_, n) => `/music/${n} \n"12" \u202e ;,&<' 日本#%.mp3`);
    const tracks = names.map((name, n) => exportedTrack(name, `${name}`, { path: paths[n]! }));
    const folder = await musicFolder();
    for (const format of trackFormats) {
      const bytes = await bytesOf(format, tracks, { title: '12" \0\n', hasByteOrderMark: true });
      await writeFile(join(folder, format.name), bytes);
    }

    const read = readExports(folder);

    for (const format of formatsOfPython) {
      const said = names.map((name) => saidIn(format, name));
      const expected = said.map((name, n) =>
        format === "m3u8" ? [`${name} - ${name}`, paths[n]] : [name, name, paths[n]],
      );
      expect([format, read[format]]).toEqual([format, expected]);
    }
  });
});
