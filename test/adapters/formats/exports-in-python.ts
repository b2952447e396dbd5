import { exportFormats, type ExportFormat } from "../../../src/domain/export/export-format.js";
import { python } from "../decoder/other-programs.js";

/** Reads exports by Python's own readers, and prints the title, artist and path of each row, by format. */
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

/** A row of an export as another program reads it; of M3U8, artist and title are one text. */
export type ReadRow = readonly [title: string, artist: string, path?: string];

/** The formats that Python reads without further packages. */
export const formatsOfPython = exportFormats.filter((format) => format !== "parquet");

/** Reads the exports in a folder, whose files are called as their formats. */
export const readExports = (folder: string): Readonly<Record<string, readonly ReadRow[]>> =>
  python(READ, folder) as Readonly<Record<string, readonly ReadRow[]>>;

/** Returns what a format says of a name: what it has no place for is replaced. */
export function saidIn(format: ExportFormat, name: string): string {
  // No format can say halves of surrogate pairs, and zeros.
  const said = name.toWellFormed().replaceAll("\0", "\ufffd");
  switch (format) {
    case "xspf":
    case "rekordbox":
      // XML 1.0 has neither other control characters nor noncharacters.
      return said.replace(/[\u0001-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/gu, "\ufffd");
    case "csv":
      // A spreadsheet would run a formula.
      return /^[=+\-@\t\r]/u.test(said) ? `'${said}` : said;
    case "m3u8":
      // A line of a playlist ends at any of these.
      return said.replace(/[\n\v\f\r\u0085\u2028\u2029]+/gu, " ");
    case "jsonl":
    case "jspf":
    case "parquet":
      return said;
  }
}
