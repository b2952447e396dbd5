import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { trackFormats } from "../../../src/adapters/formats/track-formats.js";
import { describeWithReaders, python } from "../decoder/independent-readers.js";
import { musicFolder, removeMusicFolders } from "../library/music-folder.js";
import { bytesOf, exportedTrack } from "./exported-content.js";

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

/** What every reader is given in place of what no format can say: halves of surrogate pairs, and zeros. */
const said = names.map((name) => name.toWellFormed().replaceAll("\0", "\ufffd"));

/** XML 1.0 has neither other control characters nor noncharacters. */
const inXml = said.map((name) =>
  name.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, "\ufffd"),
);

/** A spreadsheet would run a formula. */
const inCsv = said.map((name) => (/^[=+\-@\t\r]/u.test(name) ? `'${name}` : name));

/** A line of a playlist ends at any of these. */
const inLine = said.map((name) => name.replace(/[\n\v\f\r\u0085\u2028\u2029]+/gu, " "));

/** Reads all exports by Python's own readers, and prints the names and paths that each of them has. */
const READ = `
import csv, io, json, os, sys
from urllib.parse import unquote, urlsplit
from xml.parsers import expat
def xml(path, wanted):
    found, texts, stack = [], [], []
    def start(name, attributes):
        stack.append(name); texts.append("")
        if wanted == "attributes" and name == "TRACK" and "Name" in attributes:
            url = urlsplit(attributes["Location"])
            found.append([attributes["Name"], attributes["Artist"], unquote(url.path)])
    def end(name):
        text = texts.pop(); stack.pop()
        if wanted == "elements" and stack[-1:] == ["track"]:
            if name == "location": found.append([None, None, unquote(urlsplit(text).path)])
            if name == "title": found[-1][0] = text
            if name == "creator": found[-1][1] = text
    def data(text):
        if texts: texts[-1] += text
    parser = expat.ParserCreate()
    parser.buffer_text = True
    parser.StartElementHandler, parser.EndElementHandler, parser.CharacterDataHandler = start, end, data
    with open(path, "rb") as file: parser.ParseFile(file)
    return found
folder = sys.argv[1]
at = lambda name: os.path.join(folder, name)
with open(at("csv"), encoding="utf-8-sig", errors="strict", newline="") as file:
    rows = list(csv.DictReader(file, strict=True))
tables = {"csv": [[row["trackName"], row["artist"], row["path"]] for row in rows]}
with open(at("jsonl"), encoding="utf-8", errors="strict", newline="\\n") as file:
    rows = [json.loads(line) for line in file]
tables["jsonl"] = [[row["trackName"], row["artist"], row["path"]] for row in rows]
with open(at("jspf"), encoding="utf-8", errors="strict") as file:
    tracks = json.load(file)["playlist"]["track"]
tables["jspf"] = [[t["title"], t["creator"], unquote(urlsplit(t["location"][0]).path)] for t in tracks]
tables["xspf"] = xml(at("xspf"), "elements")
tables["rekordbox"] = xml(at("rekordbox"), "attributes")
with open(at("m3u8"), "rb") as file: lines = file.read().decode("utf-8", "strict").splitlines()
found = []
for line in lines:
    if line.startswith("#EXTINF:"): found.append([line.split(",", 1)[1]])
    elif line and not line.startswith("#"):
        found[-1].append(unquote(urlsplit(line).path) if line.startswith("file:") else line)
tables["m3u8"] = found
print(json.dumps(tables))
`;

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

    const read = python(READ, folder) as Readonly<Record<string, readonly string[][]>>;

    const rowsOf = (shown: readonly string[]) => shown.map((name, n) => [name, name, paths[n]]);
    expect(read["csv"]).toEqual(rowsOf(inCsv));
    expect(read["jsonl"]).toEqual(rowsOf(said));
    expect(read["jspf"]).toEqual(rowsOf(said));
    expect(read["xspf"]).toEqual(rowsOf(inXml));
    expect(read["rekordbox"]).toEqual(rowsOf(inXml));
    expect(read["m3u8"]).toEqual(inLine.map((name, n) => [`${name} - ${name}`, paths[n]]));
  });
});
