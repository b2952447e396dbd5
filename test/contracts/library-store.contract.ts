import { fileIdOf, type LibraryFile } from "../../src/domain/library/library-file.js";
import { trackKeyFrom } from "../../src/domain/track/track-key.js";
import type { Isrc } from "../../src/domain/track/track.js";
import type { LibraryStore } from "../../src/ports/library/library-store.js";
import { recordingOf } from "../fakes/measured-audio.js";

/** The contract of every LibraryStore. */
export function describeLibraryStore(name: string, open: () => Promise<LibraryStore>): void {
  describe(`${name} as a LibraryStore`, () => {
    it("lists a folder's files by path, exactly as they were saved", async () => {
      const store = await open();
      const full: LibraryFile = {
        ...fileOf("Pink Floyd", "Money"),
        artists: ["Pink Floyd", "Clare Torry"],
        album: "The Dark Side of the Moon",
        albumArtist: "Various Artists",
        genre: "Rock; Art Rock",
        year: 1973,
        trackNumber: 6,
        discNumber: 1,
        composer: "Roger Waters",
        work: "The Dark Side of the Moon",
        movement: "Money",
        movementNumber: 6,
        durationSeconds: 382.3,
        isrc: "GBN9Y1100088" as Isrc,
        musicbrainzId: "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11",
        hasCover: true,
        recordingId: recordingOf("Money"),
        formerRecordingId: recordingOf("Mony"),
        audioDigest: "ab".repeat(32),
        tagged: {
          tempo: 127.95,
          key: { tonic: 9, mode: 0 },
          trackGain: -6.54,
          trackPeak: 0.99,
          musicbrainz: { release: "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a12", artists: [] },
        },
      };
      const bare = fileOf("Pink Floyd", "Brain Damage");
      await store.save([full, bare, fileOf("Pink Floyd", "Time", { folder: "/other" })]);

      const files = await store.listFolder("/music");

      expect(files).toEqual([bare, full]);
    });

    it("lists the states of the files of a folder, and finds those at some paths", async () => {
      const store = await open();
      const beside = { covers: "0123456789abcdef", sheets: "fedcba9876543210" };
      const money = fileOf("Pink Floyd", "Money", { ...beside, sizeBytes: 7, changedAt: 5 });
      const time = fileOf("Pink Floyd", "Time");
      const other = fileOf("Pink Floyd", "Us and Them", { folder: "/other" });
      await store.save([money, time, other]);

      const states = await store.listStates("/music");
      const found = await store.findAllAt([other, time, { ...time, folder: "/gone" }]);

      const [first, second] = states.toSorted((one, two) => one.sizeBytes - two.sizeBytes);
      const { folder, relativePath, modifiedAt } = money;
      expect(first).toEqual({
        folder,
        relativePath,
        modifiedAt,
        ...beside,
        sizeBytes: 7,
        changedAt: 5,
      });
      expect(second).toMatchObject({ relativePath: time.relativePath, covers: undefined });
      expect(states).toHaveLength(2);
      expect(found).toHaveLength(2);
      expect(found).toEqual(expect.arrayContaining([time, other]));
    });

    it("lists more files than fit a portion, each once and in order", async () => {
      const store = await open();
      await store.save(Array.from({ length: 2500 }, (_, index) => fileOf("Artist", `${index}`)));

      const files = await store.listFolder("/music");

      const states = await store.listStates("/music");

      const paths = files.map(({ relativePath }) => relativePath);
      expect(paths).toHaveLength(2500);
      expect(paths).toEqual([...new Set(paths)].sort());
      expect(states.map(({ relativePath }) => relativePath).sort()).toEqual(paths);
      expect(await store.findAllAt(states)).toHaveLength(2500);
    });

    it("keeps the tracks of one file apart, lists them in their order, and replaces them together", async () => {
      const store = await open();
      const path = { relativePath: "disc.flac", sheets: "0123456789abcdef" };
      const tracks = [1, 2, 11].map((number) =>
        fileOf("Pink Floyd", `Track ${number}`, {
          ...path,
          range: { number, startFrame: number * 100, ...(number < 11 && { endFrame: 999 }) },
        }),
      );
      const [one, two, eleven] = tracks as [LibraryFile, LibraryFile, LibraryFile];
      await store.save([eleven, one, two]);

      expect(await store.listFolder("/music")).toEqual([one, two, eleven]);
      expect(await store.findAt(two)).toEqual([one, two, eleven]);
      expect(await store.findAllAt([two, one])).toEqual([one, two, eleven]);
      expect(await store.findByIds([fileIdOf(eleven)])).toEqual([eleven]);

      await store.saveRecording(two, recordingOf("Two"));
      expect(await store.findFiles(recordingOf("Two"))).toMatchObject([{ range: two.range }]);
      const moved = { ...two, range: { number: 2, startFrame: 5 } };
      expect(await store.saveRecording(moved, recordingOf("Other"))).toBe(false);

      const whole = fileOf("Pink Floyd", "Disc", { relativePath: "disc.flac" });
      await store.save([whole]);
      expect(await store.listFolder("/music")).toEqual([whole]);
      await store.save([one, two]);
      await store.remove([whole]);
      expect(await store.listFolder("/music")).toEqual([]);
    });

    it("finds files by the codes in their tags, in the order of their paths", async () => {
      const store = await open();
      const isrc = "GBN9Y1100088" as Isrc;
      const musicbrainzId = "8b5a8b44-2b3c-4b5e-9d0e-0d5a1f0b8a11";
      const second = fileOf("Pink Floyd", "Money", { isrc, relativePath: "b.mp3" });
      const first = fileOf("Pink Floyd", "Money", { isrc, musicbrainzId, relativePath: "a.mp3" });
      await store.save([second, first, fileOf("Pink Floyd", "Time")]);

      const [byIsrc, byId] = [
        await store.findByCode({ isrc }),
        await store.findByCode({ musicbrainzId }),
      ];

      expect(byIsrc).toEqual([first, second]);
      expect(byId).toEqual([first]);
    });

    it("replaces a file at the same path", async () => {
      const store = await open();
      const path = { folder: "/music", relativePath: "a.flac" };
      await store.save([fileOf("Pink Floyd", "Money", path)]);

      await store.save([fileOf("Pink Floyd", "Time", path), fileOf("Pink Floyd", "Us", path)]);

      expect(await store.count()).toBe(1);
      expect(await titlesOf(store, "pink floyd")).toEqual(["Us"]);
      expect(await titlesOf(store, "money")).toEqual([]);
    });

    it("removes files by path, and ignores unknown ones", async () => {
      const store = await open();
      const money = fileOf("Pink Floyd", "Money");
      await store.save([money, fileOf("Pink Floyd", "Time")]);
      await titlesOf(store, "pink floyd");

      await store.remove([money, { folder: "/music", relativePath: "no such file" }]);

      expect(await titlesOf(store, "pink floyd")).toEqual(["Time"]);
      expect(await store.count()).toBe(1);
    });

    it("lists the folders of its files, and how many files each has", async () => {
      const store = await open();
      const elsewhere = fileOf("Pink Floyd", "Time", { folder: "/other" });
      await store.save([fileOf("Pink Floyd", "Money"), fileOf("Pink Floyd", "Us"), elsewhere]);

      const folders = await store.listFolders();

      expect(folders).toEqual([
        { folder: "/music", fileCount: 2 },
        { folder: "/other", fileCount: 1 },
      ]);
    });

    it.each<[string, number, string[]]>([
      ["/other", 1, ["Money"]],
      ["/music", 1, ["Time"]],
      ["/oth", 0, ["Money", "Time"]],
    ])("removes the files of the folder %s and returns how many", async (folder, gone, left) => {
      const store = await open();
      await store.save([
        fileOf("Pink Floyd", "Money"),
        fileOf("Pink Floyd", "Time", { folder: "/other" }),
      ]);

      const removed = await store.removeFolder(folder);

      expect(removed).toBe(gone);
      expect((await titlesOf(store, "pink floyd")).sort()).toEqual(left);
    });

    it("finds the files of a track key, in the order of their paths", async () => {
      const store = await open();
      const first = fileOf("Pink Floyd", "Money", { relativePath: "a.mp3", modifiedAt: 1 });
      const second = fileOf("Pink Floyd", "Money", { relativePath: "b.mp3", modifiedAt: 2 });
      await store.save([second, first, fileOf("Pink Floyd", "Time")]);

      const files = await store.findFiles(trackKeyFrom("Pink Floyd", "Money"));

      expect(files).toEqual([first, second]);
    });

    it("finds files by their ids, in the order of the ids, undefined for unknown ones", async () => {
      const store = await open();
      const [money, time] = [fileOf("Pink Floyd", "Money"), fileOf("Pink Floyd", "Time")];
      await store.save([money, time]);
      const ids = [time, fileOf("nobody", "nothing"), money].map(fileIdOf);

      const files = await store.findByIds(ids);

      expect(files).toEqual([time, undefined, money]);
    });

    it("finds the files that hold a recording, and not those that held it", async () => {
      const store = await open();
      const recordingId = recordingOf("Money");
      const first = fileOf("Pink Floyd", "06 - Money", { recordingId, relativePath: "a.mp3" });
      const second = fileOf("Pink Floyd", "Money", { recordingId, relativePath: "b.mp3" });
      const former = fileOf("Pink Floyd", "Time", { formerRecordingId: recordingId });
      await store.save([second, first, former, fileOf("Pink Floyd", "Us")]);

      const files = await store.findFiles(recordingId);

      expect(files).toEqual([first, second]);
      expect(await store.findFiles(recordingOf("Us"))).toEqual([]);
    });

    it("finds the first file of each recording and each name", async () => {
      const store = await open();
      const recordingId = recordingOf("Money");
      const first = fileOf("Pink Floyd", "Live", { recordingId, relativePath: "a.mp3" });
      const second = fileOf("Pink Floyd", "Money", { recordingId, relativePath: "b.mp3" });
      await store.save([second, first]);

      const files = await store.findFirst([second.trackKey, recordingId, recordingOf("unknown")]);

      expect(files).toEqual([second, first, undefined]);
    });

    it("finds files by a further key of their name", async () => {
      const store = await open();
      const file = fileOf("Sigur Rós".normalize("NFD"), "Intro");
      await store.save([file]);
      const asked = trackKeyFrom("Sigur Rós", "Intro");

      const found = [await store.findFiles(asked), await store.findFirst([asked])];

      expect(found).toEqual([[file], [file]]);
    });

    it("finds the first file of each key, in the order of the keys, undefined for unknown ones", async () => {
      const store = await open();
      const first = fileOf("Pink Floyd", "Money", { relativePath: "a.flac", modifiedAt: 1 });
      const second = fileOf("Pink Floyd", "Money", { relativePath: "b.flac", modifiedAt: 2 });
      const time = fileOf("Pink Floyd", "Time");
      await store.save([second, first, time]);
      const keys = [time.trackKey, trackKeyFrom("nobody", "nothing"), first.trackKey];

      const files = await store.findFirst(keys);

      expect(files).toEqual([time, undefined, first]);
    });

    it.each([
      ["Four on the Floor", "Four on the Floor"],
      ["Four on teh Flor", "Four on the Floor"],
      ["floor the on four overtone", "Four on the Floor"],
      ["FOUR ON THE FLOOR", "Four on the Floor"],
      ["Cymbaline Pink Floyd", "06 - Cymbaline"],
      ["cimbaline", "06 - Cymbaline"],
      ["saeglopur sigur ros", "Sæglópur"],
      ["Sæglópur", "Sæglópur"],
      ["椎名", "丸の内サディスティック"],
      ["丸の内", "丸の内サディスティック"],
      ["林檎 サディスティック", "丸の内サディスティック"],
      ["ac/dc thunderstruck", "Thunderstruck"],
      ["thuderstruck", "Thunderstruck"],
      ["!!!", "Me and Giuliani"],
    ])('finds for "%s" the track "%s" first', async (words, expected) => {
      const store = await openWithTracks(open);

      const [first] = await titlesOf(store, words);

      expect(first).toBe(expected);
    });

    it.each(["xyzzy qwerty", "", "   ", "0123456789", "''"])(
      'finds nothing for "%s"',
      async (words) => {
        const store = await openWithTracks(open);

        const titles = await titlesOf(store, words);

        expect(titles).toEqual([]);
      },
    );

    it("lists the closest first, up to the limit", async () => {
      const store = await openWithTracks(open);

      const all = await store.search("Slow Waltz", 10);
      const one = await store.search("Slow Waltz", 1);

      expect(all.map(({ trackName }) => trackName)).toEqual(["Slow Waltz", "Slow Walk Home"]);
      expect(one.map(({ trackName }) => trackName)).toEqual(["Slow Waltz"]);
    });

    it("limits the number of tracks rather than files, and finds all files of a track", async () => {
      const store = await open();
      const takes = Array.from({ length: 45 }, (_, index) => `Slow Waltz ${index + 10}`);
      const files = takes.flatMap((take, index) =>
        Array.from({ length: 1 + (index % 4) }, (__, copy) =>
          fileOf("Overtone", take, { relativePath: `${take} ${copy}.flac` }),
        ),
      );
      await store.save(files);

      const counts = await Promise.all(
        [3, 30, 50].map(async (limit) => tracksOf(await store.search("Slow Waltz", limit)).size),
      );
      const all = await store.search("Slow Waltz", 50);

      expect(counts).toEqual([3, 30, 45]);
      expect(all).toHaveLength(files.length);
    });

    it("finds a name of two hundred characters", async () => {
      const store = await openWithTracks(open);
      const long = "When the Pawn Hits the Conflicts He Thinks Like a King "
        .repeat(4)
        .slice(0, 200);
      await store.save([fileOf("Fiona Apple", long)]);

      const titles = await titlesOf(store, long);

      expect(titles[0]).toBe(long);
    });
  });
}

export function fileOf(
  artist: string,
  trackName: string,
  parts: Partial<LibraryFile> = {},
): LibraryFile {
  return {
    folder: "/music",
    relativePath: `${artist}/${trackName}.flac`,
    sizeBytes: 30_000_000,
    modifiedAt: 1_700_000_000_000,
    changedAt: 1_700_000_000_000,
    inode: 7,
    artist,
    trackName,
    hasCover: false,
    trackKey: trackKeyFrom(artist, trackName),
    fingerprint: "abcdef",
    ...parts,
  };
}

async function openWithTracks(open: () => Promise<LibraryStore>): Promise<LibraryStore> {
  const store = await open();
  await store.save([
    fileOf("Overtone", "Slow Walk Home"),
    fileOf("Overtone", "Four on the Floor"),
    fileOf("Overtone", "Slow Waltz"),
    fileOf("Pink Floyd", "Money"),
    fileOf("Pink Floyd", "06 - Cymbaline"),
    fileOf("Sigur Rós", "Sæglópur"),
    fileOf("椎名林檎", "丸の内サディスティック"),
    fileOf("AC/DC", "Thunderstruck"),
    fileOf("!!!", "Me and Giuliani"),
  ]);
  return store;
}

const tracksOf = (files: readonly LibraryFile[]): ReadonlySet<string> =>
  new Set(files.map(({ trackKey }) => trackKey));

async function titlesOf(store: LibraryStore, words: string): Promise<string[]> {
  return (await store.search(words, 30)).map(({ trackName }) => trackName);
}
