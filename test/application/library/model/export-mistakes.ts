import { shownRangeOf } from "../../../../src/domain/audio-range.js";
import { differencesOf, type FileFacts, type LibraryFacts } from "./library-facts.js";
import { ListedRecordings, type Ask } from "./listed-recordings.js";

/** Compares the exports: JSON lines, CSV, and a playlist. */
export async function mistakesOfExports(ask: Ask, facts: LibraryFacts): Promise<readonly string[]> {
  const texts = await Promise.all(
    ["application/jsonl", "text/csv", "audio/x-mpegurl"].map(async (accept) =>
      (await ask("/api/audio/tracks?limit=100", { headers: { accept } })).text(),
    ),
  );
  const [lines = "", csv = "", playlist = ""] = texts;
  const rows = lines
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as ExportedRow);
  const [header = "", ...cells] = csv.trimEnd().split(/\r?\n/u);
  const columns = header.split(",");
  const csvRows = cells.map((line): ExportedRow => {
    const values = cellsOf(line);
    const textOf = (name: string): string => values[columns.indexOf(name)] ?? "";
    const numberOf = (name: string): number | null =>
      textOf(name) === "" ? null : Number(textOf(name));
    return {
      ...{ recordingId: textOf("recordingId"), path: textOf("path") || null },
      ...{ artist: textOf("artist"), trackName: textOf("trackName") },
      durationSeconds: numberOf("durationSeconds") ?? 0,
      startSeconds: numberOf("startSeconds"),
      ...{ tempo: numberOf("tempo"), energy: numberOf("energy"), loudness: numberOf("loudness") },
    };
  });
  return [
    ...mistakesOfRows("The export as JSON lines", rows, facts),
    ...mistakesOfRows("The export as CSV", csvRows, facts),
    ...mistakesOfPlaylist(playlist, facts),
  ];
}

/** Returns the cells of a line of CSV, in which quoted ones may contain commas. */
function cellsOf(line: string): readonly string[] {
  return [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/gu)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );
}

interface ExportedRow {
  readonly recordingId: string;
  readonly path: string | null;
  readonly artist: string;
  readonly trackName: string;
  readonly durationSeconds: number;
  readonly startSeconds: number | null;
  readonly tempo: number | null;
  readonly energy: number | null;
  readonly loudness: number | null;
}

function mistakesOfRows(
  what: string,
  rows: readonly ExportedRow[],
  facts: LibraryFacts,
): readonly string[] {
  const listed = new ListedRecordings(what, facts);
  for (const row of rows) {
    const { recordingId, path, startSeconds, tempo, energy, loudness } = row;
    const files = listed.count(recordingId);
    const isShown = (file: FileFacts): boolean =>
      file.path === path && shownRangeOf(file).startSeconds === startSeconds;
    const isPathRight = path === null ? files.length === 0 : files.some(isShown);
    if (!isPathRight) listed.mistakes.push(`${what} has the path ${path} of ${recordingId}.`);
    const [first] = files;
    if (!first) continue;
    const durationMs = Math.round(row.durationSeconds * 1_000);
    const wrong = differencesOf({ durationMs, tempo, energy, loudness }, first);
    if (wrong !== undefined) listed.mistakes.push(`${what} has ${wrong} of ${recordingId}.`);
    if (row.trackName !== first.trackName || row.artist !== first.artist) {
      listed.mistakes.push(`${what} calls ${recordingId} "${row.artist} - ${row.trackName}".`);
    }
  }
  return listed.finish();
}

/** The option with the second that VLC plays a file from. */
const PLAYED_FROM = "#EXTVLCOPT:start-time=";

/** Compares the entries of a playlist: a line with length and name, notes, and a path. */
function mistakesOfPlaylist(text: string, facts: LibraryFacts): readonly string[] {
  const listed = new ListedRecordings("The playlist", facts);
  for (const entry of text.split("#EXTINF:").slice(1)) {
    const [title = "", ...lines] = entry.trimEnd().split("\n");
    const path = lines.find((line) => !line.startsWith("#"));
    const start = lines.find((line) => line.startsWith(PLAYED_FROM))?.slice(PLAYED_FROM.length);
    const startSeconds = start === undefined ? null : Number(start);
    const file = facts.files.find(
      (one) => one.path === path && shownRangeOf(one).startSeconds === startSeconds,
    );
    if (!file) {
      listed.mistakes.push(`The playlist has the path ${path}.`);
      continue;
    }
    const [first = file] = listed.count(file.analysis.recordingId);
    const seconds = Math.round(file.values.durationMs! / 1_000);
    const expected = `${seconds},${first.artist} - ${first.trackName}`;
    if (title !== expected) listed.mistakes.push(`The playlist has "${title}", not "${expected}".`);
    const { tempo } = file.values;
    if (tempo !== null && !lines.some((line) => line.includes(`tempo ${tempo} (`))) {
      listed.mistakes.push(`The playlist has not the tempo ${tempo} of ${path}.`);
    }
  }
  return listed.finish();
}
