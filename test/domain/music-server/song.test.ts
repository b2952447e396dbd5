import {
  distinctPathOfSong,
  factsOfSong,
  fingerprintOfSong,
  pathOfSong,
  type ListedSong,
} from "../../../src/domain/music-server/song.js";

const song = (parts: Partial<ListedSong> = {}): ListedSong => ({
  id: "1",
  path: "Ann/First/01 - Song.flac",
  suffix: "flac",
  sizeBytes: 1_000,
  tags: { artist: "Ann", trackName: "Song", album: "First", hasCover: false },
  use: {},
  ...parts,
});

const tags = song().tags;

describe("The path of a song", () => {
  it.each([
    ["Ann/First/01.flac", "Ann/First/01.flac"],
    ["/mnt/music/Ann/01.flac", "mnt/music/Ann/01.flac"],
    ["D:\\Music\\Ann\\01.flac", "D:/Music/Ann/01.flac"],
    ["../../etc/./passwd.flac", "etc/passwd.flac"],
    ["Ann//First/\u0007 01.flac", "Ann/First/  01.flac"],
  ])("is that of the server without what no path has: %s", (path, expected) => {
    expect(pathOfSong(song({ path }))).toBe(expected);
  });

  it.each([undefined, "", "/", "a".repeat(3_000)])(
    "is one of its tags where the server says none that can be used",
    (path) => {
      const { id, suffix, sizeBytes, use } = song();
      const listed = { id, suffix, sizeBytes, use, ...(path !== undefined && { path }) };

      expect(pathOfSong({ ...listed, tags: { ...tags, trackName: "A/B" } })).toBe(
        "Ann/First/A_B.flac",
      );
    },
  );

  it("has the id in front of the extension where another song has the path", () => {
    expect(distinctPathOfSong(song({ id: "x/7" }))).toBe("Ann/First/01 - Song [x_7].flac");
    expect(distinctPathOfSong(song({ path: "v1.0/Song" }))).toBe("v1.0/Song [1]");
  });
});

describe("The fingerprint of a song", () => {
  it("is the same under other ids, paths, users and lengths of time", () => {
    const other = song({ id: "2", path: "elsewhere.flac", use: { playCount: 7 } });

    expect(fingerprintOfSong(other)).toBe(fingerprintOfSong(song()));
    expect(fingerprintOfSong(song({ tags: { ...tags, durationSeconds: 3 } }))).toBe(
      fingerprintOfSong(song()),
    );
  });

  it.each([
    { sizeBytes: 1_001 },
    { suffix: "mp3" },
    { tags: { ...tags, artist: "Bo" } },
    { tags: { ...tags, trackName: "Other" } },
    { tags: { ...tags, album: "Second" } },
  ])("is another one with %j", (parts) => {
    expect(fingerprintOfSong(song(parts))).not.toBe(fingerprintOfSong(song()));
  });
});

describe("The facts of a song", () => {
  it("are the same whatever the order in which its server writes them", () => {
    const { hasCover, ...others } = tags;

    expect(factsOfSong(song({ tags: { hasCover, ...others } }))).toBe(factsOfSong(song()));
    expect(factsOfSong(song({ id: "2", use: { rating: 5 } }))).toBe(factsOfSong(song()));
  });

  it("are others with any other tag", () => {
    expect(factsOfSong(song({ tags: { ...tags, year: 1999 } }))).not.toBe(factsOfSong(song()));
    expect(factsOfSong(song({ sizeBytes: 0 }))).not.toBe(factsOfSong(song()));
  });
});
