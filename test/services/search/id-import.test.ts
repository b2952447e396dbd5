import type { IdLink } from "../../../src/domain/track/id-link.js";
import { trackKeyFrom } from "../../../src/domain/track/track-key.js";
import { IdImport } from "../../../src/services/search/id-import.js";

const id = "0vFOzaXqZHahrZp6enQwQb";
const mbid = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";

/** Imports a text in chunks of a few bytes, and returns the report and what was saved. */
async function imported(text: string | Buffer, chunkSize = 7) {
  const saved: IdLink[] = [];
  const sizes: number[] = [];
  const links = {
    save: (batch: readonly IdLink[]) => {
      saved.push(...batch);
      sizes.push(batch.length);
      return Promise.resolve();
    },
    find: () => Promise.resolve(undefined),
  };
  const bytes = typeof text === "string" ? Buffer.from(text) : text;
  async function* content(): AsyncGenerator<Uint8Array> {
    for (let start = 0; start < bytes.length; start += chunkSize) {
      yield await Promise.resolve(bytes.subarray(start, start + chunkSize));
    }
  }
  const report = await new IdImport({ links }).import(content());
  return { report, saved, sizes };
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, "utf16le");

describe("The import of ids", () => {
  it("reads CSV with quotation marks, Windows line ends and columns in any order", async () => {
    const { report, saved } = await imported(
      `\uFEFFArtist Name(s),Track Name,ISRC,Track URI\r\n"Öake, Mirabel","The ""Salt""",gb-n9y-11-00088,spotify:track:${id}\r\n\r\n`,
    );

    expect(report).toEqual({ importedCount: 1, badCount: 0, badLines: [] });
    expect(saved).toEqual([
      {
        spotifyId: id,
        isrc: "GBN9Y1100088",
        musicbrainzId: null,
        trackKey: trackKeyFrom("Öake, Mirabel", 'The "Salt"'),
      },
    ]);
  });

  it.each([
    ["UTF-16 with tabs, as Excel saves text", "\t", 1, (text: string) => utf16(text)],
    ["UTF-16 with the most significant byte first", ";", 3, (text: string) => utf16(text).swap16()],
    ["UTF-8 with semicolons", ";", 1, (text: string) => Buffer.from(`\uFEFF${text}`)],
  ])("reads %s", async (_, separator, chunkSize, encode) => {
    const rows = [
      ["Title", "Artist", "Spotify ID"],
      ['"Salt, too"', "Öake", id],
    ];
    const text = rows.map((row) => `${row.join(separator)}\r\n`).join("");

    const { report, saved } = await imported(encode(text), chunkSize);

    expect(report).toEqual({ importedCount: 1, badCount: 0, badLines: [] });
    expect(saved).toMatchObject([{ trackKey: trackKeyFrom("Öake", "Salt, too") }]);
  });

  it("reads JSON lines, with URLs, MBIDs and names", async () => {
    const url = `https://open.spotify.com/intl-de/track/${id}?si=1`;
    const lines = [
      { url, mbid: mbid.toUpperCase() },
      { spotify_id: id, artist: "Mirabel Oake", title: "Salt" },
    ];

    const { saved } = await imported(lines.map((line) => JSON.stringify(line)).join("\n"));

    expect(saved).toEqual([
      { spotifyId: id, isrc: null, musicbrainzId: mbid, trackKey: null },
      {
        spotifyId: id,
        isrc: null,
        musicbrainzId: null,
        trackKey: trackKeyFrom("Mirabel Oake", "Salt"),
      },
    ]);
  });

  it.each([
    ["nonsense,GBN9Y1100088", '"spotify_id" must be'],
    [`${id},nonsense`, '"isrc" must be an ISRC'],
    [`${id},`, '"isrc" is required'],
    [`${id},"GBN9Y1100088`, "quotation mark that is not closed"],
    [`${id},GBN9Y1100088,3`, "more fields than the header"],
    ["x".repeat(20_000), "more than 10000 characters"],
  ])("reports the line %j, and goes on", async (line, problem) => {
    const { report, saved } = await imported(`id,isrc\n${line}\n${id},GBN9Y1100088`);

    expect(report).toEqual({
      importedCount: 1,
      badCount: 1,
      badLines: [{ line: 2, problem: expect.stringContaining(problem) as string }],
    });
    expect(saved).toHaveLength(1);
  });

  it("reports a damaged line of JSON, and one that is no object", async () => {
    const good = JSON.stringify({ id, isrc: "GBN9Y1100088" });

    const { report } = await imported(`${good}\n{"id":\n[1]`);

    expect(report.importedCount).toBe(1);
    expect(report.badLines.map(({ line }) => line)).toEqual([2, 3]);
  });

  it("lists the first hundred bad lines, counts all, and saves in portions", async () => {
    const good = Array.from({ length: 1_200 }, () => `${id},GBN9Y1100088`);
    const bad = Array.from({ length: 150 }, () => "nonsense,");

    const { report, sizes } = await imported(["id,isrc", ...good, ...bad].join("\n"), 65_536);

    expect(report).toMatchObject({ importedCount: 1_200, badCount: 150 });
    expect(report.badLines).toHaveLength(100);
    expect(sizes).toEqual([500, 500, 200]);
  });

  it.each(["title,isrc\nSalt,GBN9Y1100088", "<html>"])("refuses %j", async (text) => {
    await expect(imported(text)).rejects.toThrow('"file" must begin with');
  });

  it("imports nothing of an empty table", async () => {
    expect((await imported("")).report.importedCount).toBe(0);
  });
});
