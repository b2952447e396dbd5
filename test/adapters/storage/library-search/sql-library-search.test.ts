import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../../../src/adapters/storage/catalogue/catalogue-index.js";
import { SqlLibrarySearch } from "../../../../src/adapters/storage/library-search/sql-library-search.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import type { LibraryFile } from "../../../../src/domain/library/library-file.js";
import { parseLibraryQuery } from "../../../../src/domain/library-search/library-query.js";
import type { LibraryMatches } from "../../../../src/domain/library-search/library-matches.js";
import { unlimitedBudget } from "../../../../src/domain/work-budget.js";
import type { LibrarySearchRequest } from "../../../../src/ports/library/library-search.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { fileOf } from "../../../contracts/library-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("SqlLibrarySearch on %s", (system) => {
  const databases = openedDatabases(system);
  let url: string;
  let names: Map<string, string>;

  beforeEach(async () => {
    url = await databases.createUrl();
    names = new Map();
  });

  /** The stores of one process on the database, and the search. */
  const openProcess = async () => {
    const database = await databases.open({ url });
    const catalogue = new CatalogueIndex(database);
    const index = new SqlLibrarySearch({ database, catalogue });
    const files = new SqlLibraryStore({ database });
    return {
      index,
      analyses: new SqlAnalysisStore({ database, catalogue }),
      files: {
        remove: (removed: readonly LibraryFile[]) => files.remove(removed),
        async save(saved: readonly LibraryFile[]) {
          for (const { trackKey, artist, trackName } of saved) {
            names.set(trackKey, `${artist}: ${trackName}`);
          }
          await files.save(saved);
        },
      },
      find: (words: string, options: Partial<LibrarySearchRequest> = {}) =>
        index.find({
          query: parseLibraryQuery(words, "q"),
          withFolders: true,
          first: 20,
          names: 5,
          ...options,
        }),
    };
  };

  const tracksIn = ({ tracks }: LibraryMatches): readonly string[] =>
    tracks.map(({ ref }) => names.get(ref) ?? ref);

  const library = async (...files: readonly LibraryFile[]) => {
    const opened = await openProcess();
    await opened.files.save(files);
    return opened;
  };

  it("finds a track by its title, artist, album, album artist, genre or folder alone", async () => {
    const money = fileOf("Pink Floyd", "Money", {
      album: "The Dark Side of the Moon",
      albumArtist: "Various Floyds",
      genre: "Progressive Rock; Psychedelia",
      relativePath: "Vinyl rips/1973/money.flac",
    });
    const { find } = await library(money, fileOf("Ann", "Other"));

    for (const words of ["money", "floyd", "moon", "various", "psychedelia", "vinyl 1973"]) {
      expect([words, ...tracksIn(await find(words))]).toEqual([words, "Pink Floyd: Money"]);
    }
  });

  it("requires all words, in any order and of any of the names", async () => {
    const { find } = await library(
      fileOf("Pink Floyd", "Money", { album: "The Dark Side of the Moon" }),
      fileOf("Pink Floyd", "Time", { album: "The Dark Side of the Moon" }),
      fileOf("Ann", "Money"),
    );

    expect(tracksIn(await find("moon money floyd"))).toEqual(["Pink Floyd: Money"]);
    expect(tracksIn(await find("money jazz"))).toEqual([]);
  });

  it("finds beginnings of words, and nothing within a word", async () => {
    const { find } = await library(fileOf("Pink Floyd", "Money"));

    expect(tracksIn(await find("mon pi"))).toEqual(["Pink Floyd: Money"]);
    expect(tracksIn(await find("oney"))).toEqual([]);
  });

  it("ranks whole names before whole words, beginnings, and words of albums", async () => {
    const { find } = await library(
      fileOf("Ann", "Elsewhere", { album: "Lovely Days" }),
      fileOf("Bea", "Elsewhere", { album: "Love and Days" }),
      fileOf("Cid", "Lovely"),
      fileOf("Dan", "All My Love"),
      fileOf("Eve", "My Love"),
      fileOf("Fay", "Love"),
    );

    expect(tracksIn(await find("love"))).toEqual([
      "Fay: Love",
      "Eve: My Love",
      "Dan: All My Love",
      "Cid: Lovely",
      "Bea: Elsewhere",
      "Ann: Elsewhere",
    ]);
  });

  it.each([
    ["strasse", "Die Ärzte", "Weiße Straße"],
    ["hoppipolla sigur ros", "Sigur Rós".normalize("NFD"), "Hoppípolla".normalize("NFD")],
    ["группа", "Группа крови", "Кино"],
    ["駆け", "YOASOBI", "夜に駆ける"],
    ["yoasobi カケル", "ＹＯＡＳＯＢＩ", "かける夜"],
    ["林檎", "椎名林檎", "丸の内サディスティック"],
    ["ac/dc", "AC/DC", "T.N.T."],
    ["tnt", "AC/DC", "T.N.T."],
    ["!!!", "!!!", "()"],
    ["🔥", "💔🔥", "🎵"],
    ["o'connor", "Sinéad O’Connor", "Troy"],
    ["i", "IŞIN KARACA", "İstanbul ışığı"],
  ])("finds %j in %j: %j", async (words, artist, title) => {
    const { find } = await library(fileOf(artist, title), fileOf("Zed", "Zzz"));

    expect(tracksIn(await find(words))).toEqual([`${artist}: ${title}`]);
  });

  it("finds no word of Latin letters in the middle of one of look-alikes", async () => {
    const { find } = await library(fileOf("Ann", "любовь"));

    expect(tracksIn(await find("о"))).toEqual([]);
    expect(tracksIn(await find("люб"))).toEqual(["Ann: любовь"]);
  });

  it("names the artists, albums, genres and folders that have the words, with their tracks", async () => {
    const { find } = await library(
      fileOf("Blue", "One", { album: "Blue Days", genre: "Blues; Rock", relativePath: "Blue/a/1" }),
      fileOf("Blue", "Two", { album: "Blue Days", genre: "blues", relativePath: "Blue/a/2" }),
      fileOf("Ann", "Three", { album: "Kind of Blue", relativePath: "Ann/Kind of Blue/3" }),
      fileOf("Bea", "Four", { album: "Kind of Blue", relativePath: "Blueish/4" }),
    );

    const { artists, albums, genres, folders } = await find("blue");

    expect(artists).toEqual([{ name: "Blue", trackCount: 2 }]);
    expect(albums).toEqual([
      { name: "Blue Days", artist: "Blue", trackCount: 2 },
      { name: "Kind of Blue", artist: null, trackCount: 2 },
    ]);
    expect(genres).toEqual([{ name: "Blues", trackCount: 2 }]);
    expect(folders).toEqual([
      { name: "Blue", trackCount: 2 },
      { name: "Ann/Kind of Blue", trackCount: 1 },
      { name: "Blueish", trackCount: 1 },
    ]);
  });

  it("finds an album by words of its title and its artist, and a folder by those above it", async () => {
    const { find } = await library(
      fileOf("Pink Floyd", "One", { album: "The Wall", relativePath: "Pink Floyd/The Wall/1" }),
      fileOf("Pink Floyd", "Two", { album: "Animals", relativePath: "Pink Floyd/Animals/2" }),
    );

    const { albums, folders, artists } = await find("floyd wall");

    expect(albums).toEqual([{ name: "The Wall", artist: "Pink Floyd", trackCount: 1 }]);
    expect(folders).toEqual([{ name: "Pink Floyd/The Wall", trackCount: 1 }]);
    expect(artists).toEqual([]);
  });

  it("neither searches nor names folders for those who may not see them", async () => {
    const { find } = await library(fileOf("Ann", "One", { relativePath: "Secret/1.flac" }));

    const found = await find("secret", { withFolders: false });

    expect(found).toMatchObject({ tracks: [], folders: [], trackCount: 0 });
  });

  it("lists an analysed recording, and the name of a file that is not analysed, once each", async () => {
    const analysed = analysisOf("Ann", "One");
    const { find, analyses } = await library(
      fileOf("Ann", "One", { recordingId: analysed.recordingId }),
      fileOf("Ann", "Two"),
      fileOf("Ann", "Two", { relativePath: "again.flac" }),
    );
    await analyses.save(analysed);

    const { tracks, trackCount, artists } = await find("ann");

    expect(tracks.map(({ ref }) => names.get(ref) ?? ref)).toEqual([
      analysed.recordingId,
      "Ann: Two",
    ]);
    expect({ trackCount, artists }).toEqual({
      trackCount: 2,
      artists: [{ name: "Ann", trackCount: 3 }],
    });
  });

  it("finds no recording whose files have left the library, until one returns", async () => {
    const analysed = analysisOf("Ann", "One");
    const file = fileOf("Ann", "One", { recordingId: analysed.recordingId });
    const { find, files, analyses } = await library(file);
    await analyses.save(analysed);

    await files.remove([file]);
    const gone = await find("ann");
    await files.save([file]);
    const returned = await find("ann");

    expect(gone).toMatchObject({ tracks: [], trackCount: 0, artists: [] });
    expect(returned.tracks.map(({ ref }) => ref)).toEqual([analysed.recordingId]);
  });

  it("finds what another process saved, changed and removed since the last search", async () => {
    const [searching, scanning] = [await openProcess(), await openProcess()];
    const [money, time] = [fileOf("Pink Floyd", "Money"), fileOf("Pink Floyd", "Time")];
    await scanning.files.save([money, time]);
    const before = tracksIn(await searching.find("floyd"));

    await scanning.files.remove([money]);
    await scanning.files.save([
      { ...time, ...fileOf("Pink Floyd", "Tempo", { relativePath: time.relativePath }) },
    ]);
    const analysed = analysisOf("Pink Floyd", "Echoes");
    await scanning.analyses.save(analysed);
    const after = await searching.find("floyd");

    expect(before).toEqual(["Pink Floyd: Time", "Pink Floyd: Money"]);
    expect([...tracksIn(after)].sort()).toEqual(["Pink Floyd: Tempo", analysed.recordingId].sort());
    expect(after.artists).toEqual([{ name: "Pink Floyd", trackCount: 2 }]);
  });

  it("returns all tracks by pages, each once and in their order", async () => {
    const files = Array.from({ length: 60 }, (_, index) => fileOf("Ann", `Take ${index}`));
    const { find, analyses } = await library(...files);
    for (let index = 0; index < 20; index += 1)
      await analyses.save(analysisOf("Ann", `Live ${index}`));
    const all = await find("ann", { first: 100 });

    const pages: string[] = [];
    for (let after: LibrarySearchRequest["after"]; ;) {
      const page = await find("ann", { first: 7, after });
      expect(page.trackCount).toBe(80);
      pages.push(...page.tracks.map(({ ref }) => ref));
      after = page.tracks.at(-1)?.position;
      if (!page.hasMoreTracks) break;
    }

    expect(pages).toEqual(all.tracks.map(({ ref }) => ref));
    expect(new Set(pages).size).toBe(80);
  });

  it("finds nothing for text without letters or signs, and takes 31 words", async () => {
    const title = Array.from({ length: 31 }, (_, index) => `w${index}`).join(" ");
    const { find } = await library(fileOf("Ann", title));

    expect(tracksIn(await find("\u200d"))).toEqual([]);
    expect(tracksIn(await find(title))).toEqual([`Ann: ${title}`]);
    expect(tracksIn(await find(title.replace("w30", "w99")))).toEqual([]);
  });

  it("ends with the client, and goes on with the next search", async () => {
    const { index, find } = await library(fileOf("Ann", "One"));
    const request = {
      query: parseLibraryQuery("ann", "q"),
      withFolders: true,
      ...{ first: 5, names: 5 },
    };

    const aborted = index.find(request, unlimitedBudget(AbortSignal.abort(new Error("left"))));
    const next = find("ann");

    await expect(aborted).rejects.toThrow("left");
    expect(tracksIn(await next)).toEqual(["Ann: One"]);
  });
});
