import fc from "fast-check";
import { csvRecordAt } from "../../../src/adapters/track-lists/csv-records.js";
import { readList } from "./read-list.js";

const spotifyId = "0vFOzaXqZHahrZp6enQwQb";

describe("A table", () => {
  it("of Exportify has names, lengths, ISRCs and ids of Spotify", async () => {
    const text = [
      '\ufeff"Track URI","Track Name","Artist URI(s)","Artist Name(s)","Album URI","Album Name","Album Artist Name(s)","Track Duration (ms)","ISRC"',
      `"spotify:track:${spotifyId}","Money, ""Live""","spotify:artist:1","Pink Floyd, Guest","spotify:album:1","Pulse","Pink Floyd","382834","GBN9Y1100088"`,
    ].join("\r\n");

    const { format, rows } = await readList(text, { fileName: "evening.csv" });

    expect(format).toBe("csv");
    expect(rows).toMatchObject([
      {
        ...{ position: 1, title: 'Money, "Live"', artist: "Pink Floyd, Guest", album: "Pulse" },
        ...{ durationMs: 382_834, isrc: "GBN9Y1100088", spotifyId },
      },
    ]);
  });

  it("of TuneMyMusic has a list for each of its playlists", async () => {
    const text = [
      "Track name,Artist name,Album,Playlist name,Type,ISRC,Spotify - id",
      `One,Ann,A,Evening,Playlist,,${spotifyId}`,
      "Two,Bo,B,Morning,Playlist,GBN9Y1100088,",
      "Three,Cy,C,Evening,Playlist,,",
    ].join("\n");

    const { lists, list, rows } = await readList(text);
    const morning = await readList(text, { list: "Morning" });
    const second = await readList(text, { list: "2" });

    expect(lists).toEqual([
      { number: 1, name: "Evening", rowCount: 2 },
      { number: 2, name: "Morning", rowCount: 1 },
    ]);
    expect(list.name).toBe("Evening");
    expect(rows.map(({ title }) => title)).toEqual(["One", "Three"]);
    expect(morning.rows).toMatchObject([{ position: 1, title: "Two", isrc: "GBN9Y1100088" }]);
    expect(second.rows).toEqual(morning.rows);
  });

  it.each([
    ["title;artist;album;isrc\nOne;Ann;A;", "semicolons"],
    ["title\tartist\talbum\nOne\tAnn\tA", "tabs"],
    ["sep=;\r\nTitle;Artist;Album\r\nOne;Ann;A\r\n", "a line that names the separator"],
    ["Titel;Künstler;Album\nOne;Ann;A", "German names"],
    ["album artist,name,album\nAnn,One,A", "an album artist alone"],
    ["artist,albumartist,title,album\n,Ann,One,A", "the artist in another column"],
  ])("is read with %p: %s", async (text) => {
    const { rows } = await readList(text);

    expect(rows).toMatchObject([{ title: "One", artist: "Ann", album: "A" }]);
  });

  it("is read in UTF-16, as spreadsheets save it", async () => {
    const text = "\ufeffTitle\tArtist\r\nPrzystań\tŻółć\r\n";

    const { rows } = await readList(Buffer.from(text, "utf16le"));

    expect(rows).toMatchObject([{ title: "Przystań", artist: "Żółć" }]);
  });

  it("has ends of lines in quotation marks, and keeps a mark that is not closed", async () => {
    const text = 'title,artist\n"One\nand a half",Ann\n"Two,Bo\n12" Mix,Cy\n';

    const { rows } = await readList(text);

    expect(rows.map(({ title, artist }) => [title, artist])).toEqual([
      ["One and a half", "Ann"],
      ['"Two', "Bo"],
      ['12" Mix', "Cy"],
    ]);
  });

  it("has a row for each of its lines that is not blank, also where nothing can be read of it", async () => {
    const rows = Array.from({ length: 472 }, (_, row) => (row % 2 ? `T${row},A` : ",,,nonsense"));
    const text = `title,artist\n${rows.join("\n\n")}\n,,\n`;

    const read = await readList(text);

    expect(read.rows).toHaveLength(472);
    expect(read.rows[0]).toEqual({ position: 1, raw: ",,,nonsense" });
    expect(read.rows[471]).toMatchObject({ position: 472, title: "T471" });
  });

  it.each([
    ["3:45", 225_000],
    ["1:02:03", 3_723_000],
    ["225", 225_000],
    ["225000", 225_000],
    ["225,5", 225_500],
    ["long", undefined],
    ["-5", undefined],
  ])("has of the length %p as many milliseconds: %p", async (length, durationMs) => {
    const { rows } = await readList(`title\tduration\nOne\t${length}\n`);

    expect(rows[0]?.durationMs).toBe(durationMs);
  });

  it("of our own gives back the names that it protects from spreadsheets, and the ids", async () => {
    const text =
      "trackKey,artist,trackName,path,recordingId\nbc24aaa5a97c70ed,'+44,'=One,/music/One.mp3,rec:0123456789abcdef\n";

    const { rows } = await readList(text);

    expect(rows).toMatchObject([
      {
        ...{ trackKey: "bc24aaa5a97c70ed", recordingId: "rec:0123456789abcdef" },
        ...{ artist: "+44", title: "=One", path: "/music/One.mp3" },
      },
    ]);
  });

  it("without a column that leads to tracks is refused", async () => {
    await expect(readList("colour,shape\nred,round\n", { fileName: "a.csv" })).rejects.toThrow(
      'must begin with the names of columns, of which one is "title"',
    );
  });

  it("with more rows than a list may have is refused", async () => {
    const text = `title\n${"One\n".repeat(10_001)}`;

    await expect(readList(Buffer.from(text), {})).rejects.toThrow("at most 10000 rows in a list");
  });

  it("says which lists there are where another one is asked for", async () => {
    const text = "title,playlist\nOne,Evening\nTwo,Morning\n";

    await expect(readList(text, { list: "Noon" })).rejects.toThrow(
      '"list" must be the name or the number of a list in the file: 1 "Evening", 2 "Morning"',
    );
  });
});

describe("A record of CSV", () => {
  it("has the fields that were written", () => {
    const field = fc.string({ unit: fc.constantFrom("a", ",", '"', "\n", "\r", " ", "é") });
    fc.assert(
      fc.property(
        fc.array(fc.array(field, { minLength: 1, maxLength: 4 }), { minLength: 1 }),
        (table) => {
          const text = table
            .map((record) => record.map((one) => `"${one.replaceAll('"', '""')}"`).join(","))
            .join("\r\n");

          const read: (readonly string[])[] = [];
          for (let start = 0; start < text.length;) {
            const { fields, end } = csvRecordAt(text, start, ",");
            read.push(fields);
            start = end;
          }

          expect(read).toEqual(table);
        },
      ),
    );
  });

  it("ends in any text, further on than it began", () => {
    const unit = fc.constantFrom("a", ",", ";", '"', '""', "\n", "\r\n", "\t", "|");
    fc.assert(
      fc.property(fc.string({ unit, minLength: 1 }), (text) => {
        for (const separator of [",", ";", "\t", "|"] as const) {
          let start = 0;
          while (start < text.length) {
            const { end } = csvRecordAt(text, start, separator);
            expect(end).toBeGreaterThan(start);
            start = end;
          }
        }
      }),
    );
  });
});
