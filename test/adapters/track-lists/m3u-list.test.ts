import { readList } from "./read-list.js";

describe("A playlist in M3U", () => {
  it("has the lengths and names of its comments, and the paths of its lines", async () => {
    const text = [
      "#EXTM3U",
      "#PLAYLIST:Evening",
      "#EXTINF:123,Ann - One - and a half",
      "/music/Ann/One.mp3",
      "",
      "#EXTALB:Second album",
      "#EXTINF:-1,Two",
      "Two.mp3",
    ].join("\r\n");

    const { format, list, rows } = await readList(text);

    expect(format).toBe("m3u");
    expect(list).toEqual({ number: 1, name: "Evening", rowCount: 2 });
    expect(rows).toEqual([
      {
        position: 1,
        artist: "Ann",
        title: "One - and a half",
        durationMs: 123_000,
        path: "/music/Ann/One.mp3",
        raw: "#EXTINF:123,Ann - One - and a half /music/Ann/One.mp3",
      },
      {
        position: 2,
        title: "Two",
        album: "Second album",
        path: "Two.mp3",
        raw: "#EXTINF:-1,Two Two.mp3",
      },
    ]);
  });

  it.each([
    ['#EXTINF:201 tvg-id="7" group-title="Rock, Pop" artist="Bo",Cy - Di', "Bo", "Di", 201_000],
    ["#EXTINF:201.5,Cy - Di", "Cy", "Di", 201_500],
    ["#EXTINF:,Di", undefined, "Di", undefined],
    ["#EXTINF:77", undefined, undefined, 77_000],
    ["#extinf:5,Cy – Di", "Cy", "Di", 5_000],
  ])("has what %p says", async (info, artist, title, durationMs) => {
    const { rows } = await readList(`#EXTM3U\n${info}\nx.mp3\n`);

    expect(rows[0]).toMatchObject({ path: "x.mp3" });
    expect([rows[0]?.artist, rows[0]?.title, rows[0]?.durationMs]).toEqual([
      artist,
      title,
      durationMs,
    ]);
  });

  it.each([
    ["C:\\Music\\Ann\\One.mp3", "C:\\Music\\Ann\\One.mp3"],
    ["..\\Ann\\One.mp3", "..\\Ann\\One.mp3"],
    ["file:///music/Ann%20B/One.mp3", "/music/Ann B/One.mp3"],
    ["file://localhost/C:/Music/One%25.mp3", "C:/Music/One%.mp3"],
    ["file:///C:/Music/One.mp3", "C:/Music/One.mp3"],
    ["file://nas/share/One.mp3", "//nas/share/One.mp3"],
    ["Ann%20B/%C3%9Cber.mp3", "Ann B/Über.mp3"],
    ["Ann/%DCber.mp3", "Ann/Über.mp3"],
    ["Ann/100%.mp3", "Ann/100%.mp3"],
    ["http://radio.example/live", undefined],
  ])("has of %p the path %p", async (line, path) => {
    const { rows } = await readList(`#EXTM3U\n${line}\n`);

    expect(rows).toHaveLength(1);
    expect(rows[0]?.path).toBe(path);
  });

  it("has paths below the folder that it lies in", async () => {
    const { rows } = await readList("#EXTM3U\nAnn/One.mp3\n/two.mp3\n", { folder: "/lists" });

    expect(rows.map(({ path }) => path)).toEqual(["/lists/Ann/One.mp3", "/two.mp3"]);
  });

  it.each([
    ["UTF-8 with a byte order mark", Buffer.from("\ufeff#EXTM3U\nŻółć.mp3\n")],
    ["UTF-16", Buffer.from("\ufeff#EXTM3U\nŻółć.mp3\n", "utf16le")],
    ["UTF-16, the larger byte first", Buffer.from("\ufeff#EXTM3U\nŻółć.mp3\n", "utf16le").swap16()],
  ])("is read in %s", async (_, bytes) => {
    expect((await readList(bytes)).rows[0]?.path).toBe("Żółć.mp3");
  });

  it("is read in Windows-1252, whose bytes are no UTF-8", async () => {
    const bytes = Buffer.from("#EXTM3U\nBeyonc\u00e9 \u0096 Halo.mp3\n", "latin1");

    expect((await readList(bytes)).rows[0]?.path).toBe("Beyoncé – Halo.mp3");
  });

  it("without comments is told by its name, and has the ends of lines of any system", async () => {
    const { rows } = await readList("one.mp3\rtwo.mp3\r", { fileName: "old.M3U" });

    expect(rows.map(({ path }) => path)).toEqual(["one.mp3", "two.mp3"]);
  });

  it("may be a list of artists and titles, a line each", async () => {
    const { rows } = await readList("Ann - One\nBo – Two\n", { fileName: "list.txt" });

    expect(rows.map(({ artist, title, path }) => [artist, title, path])).toEqual([
      ["Ann", "One", undefined],
      ["Bo", "Two", undefined],
    ]);
  });
});

describe("A playlist in PLS", () => {
  it("has its entries in the order of their numbers", async () => {
    const text = [
      "[playlist]",
      "File2=/music/two.mp3",
      "Title2=Bo - Two",
      "Length2=61",
      "File1=one.mp3",
      "Length1=-1",
      "NumberOfEntries=2",
      "Version=2",
    ].join("\n");

    const { format, rows } = await readList(text);

    expect(format).toBe("pls");
    expect(rows).toEqual([
      { position: 1, path: "one.mp3", raw: "one.mp3" },
      {
        position: 2,
        artist: "Bo",
        title: "Two",
        durationMs: 61_000,
        path: "/music/two.mp3",
        raw: "Bo - Two /music/two.mp3",
      },
    ]);
  });
});
