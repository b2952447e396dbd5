import { parquetMetadataAsync, parquetReadObjects } from "hyparquet";
import { csvFormat } from "../../../src/adapters/formats/csv-format.js";
import { jsonLinesFormat } from "../../../src/adapters/formats/json-lines-format.js";
import { parquetFormat } from "../../../src/adapters/formats/parquet-format.js";
import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { NO_TIMES } from "../../../src/domain/export/exported-track.js";
import { awkwardNames, bytesOf, exportedTrack, textOf } from "./exported-content.js";

const awkward = awkwardNames.map((name) => exportedTrack(name, `of ${name}`));
const wellFormed = awkwardNames.map((name) => name.toWellFormed());

/** Parses a table as RFC 4180 defines it. */
function cellsOf(csv: string): readonly (readonly string[])[] {
  const rows: string[][] = [[]];
  for (const [, cell = "", end] of csv.matchAll(/("(?:[^"]|"")*"|[^",\r\n]*)(,|\r\n)/g)) {
    const text = cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell;
    rows.at(-1)?.push(text);
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

/** Returns the rows of a table by the names of their columns. */
function recordsOf(csv: string): readonly Readonly<Record<string, string>>[] {
  const [names = [], ...rows] = cellsOf(csv);
  return rows.map((row) => Object.fromEntries(names.map((name, n) => [name, row[n] ?? "absent"])));
}

describe("A table of tracks", () => {
  const track = exportedTrack("Pink Floyd", "Money");
  const expected = {
    trackKey: track.analysis.trackKey,
    artist: "Pink Floyd",
    trackName: "Money",
    album: "Album & more",
    albumArtist: "Various Artists",
    genre: "Rock & Pop",
    year: 1973,
    trackNumber: 6,
    discNumber: 2,
    composer: "Roger Waters",
    work: null,
    movement: null,
    movementNumber: null,
    isrc: "GBN9Y1100088",
    path: "/music/Mon.mp3",
    durationSeconds: 180,
    keyName: "A minor",
    camelot: "8A",
    openKey: "1m",
    tempo: 120,
    tempoConfidence: 0.75,
    tempoMethod: "measured",
    loudness: -12.5,
    happy: null,
    happyConfidence: 0,
    source: "library",
    analysisVersion: 1,
    citation: "Overtone 1.2.3: automatic analysis of recorded music, analysis version 1.",
  };

  it("has value, confidence and method of every estimate as columns, in all formats alike", async () => {
    const [csvNames = []] = cellsOf(await textOf(csvFormat, []));
    const json = JSON.parse(await textOf(jsonLinesFormat, [track])) as object;
    const { schema } = await parquetMetadataAsync(arrayBufferOf(await bytesOf(parquetFormat, [])));

    for (const field of estimateFields) {
      expect(csvNames).toEqual(
        expect.arrayContaining([field, `${field}Confidence`, `${field}Method`]),
      );
    }
    expect(Object.keys(json)).toEqual(csvNames);
    expect(schema.slice(1).map(({ name }) => name)).toEqual(csvNames);
  });

  it("has the release that the provider gave where a track has no file", async () => {
    const release = { album: "Works", genre: "Ambient", year: 1992 };
    const { analysis } = exportedTrack("Aphex Twin", "Xtal", { analysis: { release } });

    const json = JSON.parse(
      await textOf(jsonLinesFormat, [{ analysis, times: NO_TIMES }]),
    ) as object;

    expect(json).toMatchObject({ ...release, trackNumber: null, path: null });
  });

  it("is CSV of RFC 4180", async () => {
    const text = await textOf(csvFormat, [track, ...awkward]);

    const [first, ...others] = recordsOf(text);
    const texts = Object.entries(expected).map(([name, value]) => [
      name,
      value === null ? "" : String(value),
    ]);
    expect(first).toMatchObject(Object.fromEntries(texts) as object);
    expect(first).toMatchObject({ analyzedAt: "2023-11-14T22:13:20.000Z" });
    expect(others).toHaveLength(awkward.length);
  });

  it("begins with a byte order mark in CSV where one is asked for, and in no other format", async () => {
    const mark = { hasByteOrderMark: true };
    const marked = await bytesOf(csvFormat, awkward, mark);
    const others = [jsonLinesFormat, parquetFormat];

    const bare = await bytesOf(csvFormat, awkward);
    expect(marked).toEqual(Buffer.concat([Buffer.from("efbbbf", "hex"), bare]));
    for (const format of others) {
      expect(await bytesOf(format, awkward, mark)).toEqual(await bytesOf(format, awkward));
    }
  });

  it("has texts that a spreadsheet would run behind an apostrophe in CSV, and nothing else changed", async () => {
    const records = recordsOf(await textOf(csvFormat, awkward));

    const artists = records.map(({ artist = "" }) => artist);
    const guarded = wellFormed.map((name) => (/^[=+\-@]/.test(name) ? `'${name}` : name));
    expect(artists).toEqual(guarded);
    expect(records[0]?.["loudness"]).toBe("-12.5");
  });

  it("is a JSON object for each line, with names as they are", async () => {
    const lines = (await textOf(jsonLinesFormat, [track, ...awkward])).split("\n");

    const [first, ...others] = lines.slice(0, -1).map((line) => JSON.parse(line) as object);
    expect(lines.at(-1)).toBe("");
    expect(first).toMatchObject({ ...expected, analyzedAt: "2023-11-14T22:13:20.000Z" });
    expect(others).toMatchObject(wellFormed.map((artist) => ({ artist })));
  });

  it("is Parquet that reads back, with what the columns mean", async () => {
    const file = arrayBufferOf(await bytesOf(parquetFormat, [track, ...awkward]));

    const [first, ...others] = await parquetReadObjects({ file });
    const { key_value_metadata: metadata = [], created_by: creator } =
      await parquetMetadataAsync(file);
    const facts = Object.fromEntries(metadata.map(({ key, value }) => [key, value]));
    expect(first).toMatchObject({ ...expected, analyzedAt: new Date(1_700_000_000_000) });
    expect(others).toMatchObject(wellFormed.map((artist) => ({ artist })));
    expect(creator).toBe("Overtone 1.2.3");
    expect(facts).toMatchObject({ title: "Title", analysisVersions: "[1]", leftOut: "0" });
    expect(JSON.parse(facts["columns"] ?? "")).toMatchObject({
      tempo: "Beats per minute, > 0; null where no beat is found.",
    });
  });

  it("is Parquet in parts where there are many tracks", async () => {
    const many = Array.from({ length: 10_100 }, (_, n) => exportedTrack("Ann", `Track ${n}`));

    const file = arrayBufferOf(await bytesOf(parquetFormat, many));

    const { row_groups: groups } = await parquetMetadataAsync(file);
    const rows = await parquetReadObjects({ file, columns: ["trackName"] });
    expect(groups.map(({ num_rows: count }) => Number(count))).toEqual([10_000, 100]);
    expect(rows.map(({ trackName }) => trackName)).toEqual(
      many.map(({ analysis }) => analysis.trackName),
    );
  });

  it("is whole without tracks", async () => {
    const file = arrayBufferOf(await bytesOf(parquetFormat, []));

    expect(await parquetReadObjects({ file })).toEqual([]);
    expect(recordsOf(await textOf(csvFormat, []))).toEqual([]);
    expect(await textOf(jsonLinesFormat, [])).toBe("");
  });
});

const arrayBufferOf = (bytes: Buffer): ArrayBuffer => new Uint8Array(bytes).buffer;
