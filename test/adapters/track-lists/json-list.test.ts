import { readList } from "./read-list.js";

const spotifyId = "0vFOzaXqZHahrZp6enQwQb";
const json = (value: unknown): string => JSON.stringify(value, undefined, 2);

describe("A list in JSON", () => {
  const exported = {
    playlists: [
      { name: "Empty", items: [] },
      {
        name: "Evening",
        lastModifiedDate: "2026-01-01",
        items: [
          {
            track: {
              ...{ trackName: "Money", artistName: "Pink Floyd", albumName: "Pulse" },
              trackUri: `spotify:track:${spotifyId}`,
            },
            episode: null,
            localTrack: null,
            addedDate: "2026-01-01",
          },
          { track: null, localTrack: { uri: "spotify:local:Ann+B:Al%20bum:One:201" } },
          { track: null, episode: { episodeName: "Talk" } },
        ],
      },
    ],
  };

  it("of the data that Spotify exports has its playlists, the first one with rows where none is asked for", async () => {
    const { format, lists, list, rows } = await readList(json(exported));

    expect(format).toBe("json");
    expect(lists.map(({ name, rowCount }) => [name, rowCount])).toEqual([
      ["Empty", 0],
      ["Evening", 3],
    ]);
    expect(list.number).toBe(2);
    expect(rows).toMatchObject([
      { title: "Money", artist: "Pink Floyd", album: "Pulse", spotifyId },
      { title: "One", artist: "Ann B", album: "Al bum", durationMs: 201_000 },
      { position: 3 },
    ]);
    expect(rows[2]?.title).toBeUndefined();
  });

  it("of the library that Spotify exports has its tracks", async () => {
    const tracks = [{ artist: "Ann", album: "A", track: "One", uri: `spotify:track:${spotifyId}` }];

    const { rows } = await readList(json({ tracks, albums: [] }));

    expect(rows).toMatchObject([{ title: "One", artist: "Ann", album: "A", spotifyId }]);
  });

  it("of the Web API has artists one by one, lengths and ISRCs", async () => {
    const track = {
      name: "One",
      artists: [{ name: "Ann" }, { name: "Bo" }],
      album: { name: "A" },
      duration_ms: 201_000,
      external_ids: { isrc: "GBN9Y1100088" },
      id: spotifyId,
    };

    const { list, rows } = await readList(json({ name: "Mine", tracks: { items: [{ track }] } }));

    expect(list.name).toBe("Mine");
    expect(rows).toMatchObject([
      {
        ...{ title: "One", artist: "Ann; Bo", album: "A", durationMs: 201_000 },
        ...{ isrc: "GBN9Y1100088", spotifyId },
      },
    ]);
  });

  it("in JSPF has locations and ids of MusicBrainz", async () => {
    const track = {
      location: ["file:///music/One.mp3"],
      identifier: ["https://musicbrainz.org/recording/8B5A8B44-2b3c-4b5e-9d0e-0d5a1f0b8a11"],
      title: "One",
      creator: "Ann",
      duration: 201_000,
    };

    const { format, list, rows } = await readList(
      json({ playlist: { title: "J", track: [track] } }),
    );

    expect(format).toBe("jspf");
    expect(list.name).toBe("J");
    expect(rows).toMatchObject([
      {
        ...{ title: "One", artist: "Ann", durationMs: 201_000, path: "/music/One.mp3" },
        musicbrainzId: "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11",
      },
    ]);
  });

  it("may be an object in each line, of which those that are none are rows all the same", async () => {
    const lines = ['{"trackName":"One","artist":"Ann","durationSeconds":201.5}', "nonsense", "[1]"];

    const { format, rows } = await readList(lines.join("\n"));

    expect(format).toBe("jsonl");
    expect(rows).toMatchObject([
      { title: "One", artist: "Ann", durationMs: 201_500 },
      { position: 2, raw: "nonsense" },
      { position: 3, raw: "[1]" },
    ]);
  });

  it("may be one object in one line", async () => {
    const { rows } = await readList('{"trackName":"One","artist":"Ann"}');

    expect(rows).toMatchObject([{ title: "One", artist: "Ann" }]);
  });

  it.each(["{", '{"a":1}', '{"playlists":[]}', "[1", '{"playlist":{"title":"x"}}'])(
    "is refused where it has no tracks: %p",
    async (text) => {
      await expect(readList(text)).rejects.toMatchObject({ facts: { parameter: "file" } });
    },
  );

  it("has values of any type in any place", async () => {
    const odd = [null, 1, "x", [], {}, { name: 5, artists: [null, 3, {}] }, { track: [1] }];

    const { rows } = await readList(JSON.stringify(odd));

    expect(rows).toHaveLength(odd.length);
  });

  it("of more than 4 MB is refused", async () => {
    const text = `[${'{"name":"One"},'.repeat(270_000)}1]`;

    await expect(readList(Buffer.from(text))).rejects.toMatchObject({ code: "PAYLOAD_TOO_LARGE" });
  });
});
