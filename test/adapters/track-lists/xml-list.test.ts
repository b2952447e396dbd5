import { SniffedListReader } from "../../../src/adapters/track-lists/sniffed-list-reader.js";
import { inParts, readList } from "./read-list.js";

const xspf = (tracks: string, head = '<?xml version="1.0" encoding="UTF-8"?>'): string =>
  `${head}<playlist version="1" xmlns="http://xspf.org/ns/0/"><title>Evening &amp; more</title><trackList>${tracks}</trackList></playlist>`;

describe("A playlist in XSPF", () => {
  it("has the elements of its tracks", async () => {
    const { format, list, rows } = await readList(
      xspf(
        "<track><location>file:///music/Ann%20B/One.mp3</location><location>http://x/</location>" +
          "<title> One &lt;1&gt; </title><creator><![CDATA[Ann & Bo]]></creator><album>A</album>" +
          "<duration>201000</duration><extension application='x'><title>Two</title></extension></track>" +
          "<track/>",
      ),
    );

    expect(format).toBe("xspf");
    expect(list).toEqual({ number: 1, name: "Evening & more", rowCount: 2 });
    expect(rows).toMatchObject([
      {
        ...{ title: "One <1>", artist: "Ann & Bo", album: "A", durationMs: 201_000 },
        path: "/music/Ann B/One.mp3",
      },
      { position: 2 },
    ]);
  });

  it("may have prefixes, and an encoding that it declares", async () => {
    const text =
      '<?xml version="1.0" encoding="ISO-8859-1"?><x:playlist xmlns:x="http://xspf.org/ns/0/"><x:trackList><x:track><x:title>Beyonc\u00e9</x:title></x:track></x:trackList></x:playlist>';

    const { rows } = await readList(Buffer.from(text, "latin1"));

    expect(rows).toMatchObject([{ title: "Beyoncé" }]);
  });

  it.each([
    [
      "a document type with entities",
      xspf("<track><title>&a;</title></track>", '<!DOCTYPE x [<!ENTITY a "aaaa">]>'),
      "document type",
    ],
    ["an entity that nobody declared", xspf("<track><title>&a;</title></track>"), "well-formed"],
    ["an entity of HTML", xspf("<track><title>&nbsp;</title></track>"), "well-formed"],
    ["an element that is not closed", "<playlist><trackList>", "well-formed"],
    ["two elements across each other", "<playlist><a></playlist></a>", "well-formed"],
    ["elements in a thousand others", `<playlist>${"<a>".repeat(1_000)}`, "within each other"],
    [
      "thousands of attributes",
      `<playlist ${Array.from({ length: 5_000 }, (_, n) => `a${n}=""`).join(" ")}>`,
      "attributes",
    ],
    ["another root", "<html><body/></html>", "must be M3U"],
    ["an unknown encoding", '<?xml version="1.0" encoding="x-none"?><playlist/>', "encoding"],
    ["nothing but a declaration", '<?xml version="1.0"?>', "file"],
  ])("with %s is refused", async (_, text, problem) => {
    await expect(readList(text)).rejects.toMatchObject({
      code: "INVALID_INPUT",
      message: expect.stringContaining(problem) as string,
    });
  });

  it("keeps only the beginning of a text of a hundred thousand characters", async () => {
    const { rows } = await readList(
      Buffer.from(xspf(`<track><title>${"a".repeat(100_000)}</title><album>A</album></track>`)),
    );

    expect(rows[0]?.title).toBeUndefined();
    expect(rows[0]?.album).toBe("A");
    expect(rows[0]?.raw.length).toBe(500);
  });
});

describe("The collection of rekordbox", () => {
  const collection = (playlists: string): string => `<?xml version="1.0" encoding="UTF-8"?>
    <DJ_PLAYLISTS Version="1.0.0"><PRODUCT Name="rekordbox" Version="6.0.0" Company="AlphaTheta"/>
    <COLLECTION Entries="2">
      <TRACK TrackID="7" Name="One" Artist="Ann" Album="A" TotalTime="201" Location="file://localhost/C:/Music/Ann%20B/One.mp3">
        <TEMPO Inizio="0.1" Bpm="120.00" Metro="4/4" Battito="1"/></TRACK>
      <TRACK TrackID="8" Name="Two" Artist="Bo" TotalTime="60" Location="file://localhost/music/Two.mp3"/>
    </COLLECTION><PLAYLISTS>${playlists}</PLAYLISTS></DJ_PLAYLISTS>`;
  const tree = `<NODE Type="0" Name="ROOT" Count="2"><NODE Name="Sets" Type="0" Count="1">
    <NODE Name="Evening" Type="1" KeyType="0" Entries="3"><TRACK Key="8"/><TRACK Key="7"/><TRACK Key="9"/></NODE></NODE>
    <NODE Name="Places" Type="1" KeyType="1" Entries="1"><TRACK Key="file://localhost/music/Two.mp3"/></NODE></NODE>`;

  it("has its playlists, called by their folders, with what it knows of their tracks", async () => {
    const { format, lists, rows } = await readList(collection(tree));
    const places = await readList(collection(tree), { list: "Places" });

    expect(format).toBe("rekordbox");
    expect(lists).toEqual([
      { number: 1, name: "Sets/Evening", rowCount: 3 },
      { number: 2, name: "Places", rowCount: 1 },
    ]);
    expect(rows).toMatchObject([
      { position: 1, title: "Two", artist: "Bo", durationMs: 60_000, path: "/music/Two.mp3" },
      { position: 2, title: "One", album: "A", path: "C:/Music/Ann B/One.mp3" },
      { position: 3, raw: "9" },
    ]);
    expect(places.rows).toMatchObject([{ title: "Two", path: "/music/Two.mp3" }]);
  });

  it("without playlists is one list of all its tracks", async () => {
    const { lists, rows } = await readList(collection('<NODE Type="0" Name="ROOT" Count="0"/>'));

    expect(lists).toEqual([{ number: 1, name: null, rowCount: 2 }]);
    expect(rows.map(({ title }) => title)).toEqual(["One", "Two"]);
  });
});

describe("A file that is no list", () => {
  it.each([
    ["nothing", ""],
    ["text", "Dear reader,\nthis is a letter.\n"],
    ["a picture", Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13])],
    ["an archive", Uint8Array.from([0x50, 0x4b, 3, 4, 20, 0, 6, 0, 8, 0])],
  ])("is refused: %s", async (_, content) => {
    await expect(readList(content)).rejects.toThrow('The parameter "file" must be M3U');
  });

  it("of more than 10 MB is refused as soon as that is known, and read no further", async () => {
    let parts = 0;
    let isEnded = false;
    async function* endless(): AsyncGenerator<Uint8Array> {
      try {
        for (;;) {
          parts += 1;
          yield Promise.resolve(Buffer.from("title\n".repeat(100_000)));
        }
      } finally {
        isEnded = true;
      }
    }

    await expect(new SniffedListReader().read({ content: endless() })).rejects.toMatchObject({
      code: "PAYLOAD_TOO_LARGE",
    });

    expect(parts).toBeLessThan(25);
    expect(isEnded).toBe(true);
  });

  it("is read no further once its client has left", async () => {
    const stop = new AbortController();
    const budget = {
      signal: stop.signal,
      begin: () => {
        stop.signal.throwIfAborted();
        return () => undefined;
      },
      begun: () => budget,
    };
    stop.abort(new Error("left"));
    const content = inParts(Buffer.from("title\nOne\n"));

    await expect(new SniffedListReader().read({ content }, budget)).rejects.toThrow("left");
  });
});
