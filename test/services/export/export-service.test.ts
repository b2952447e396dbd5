import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import type { TrackFormat } from "../../../src/ports/export/track-format.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { trackFormats } from "../../../src/adapters/formats/track-formats.js";
import { AudioUnavailableError } from "../../../src/domain/errors/availability-errors.js";
import { AnalysisNotFoundError } from "../../../src/domain/errors/not-found-errors.js";
import type { ExportFormat } from "../../../src/domain/export/export-format.js";
import { filterSelectionFrom } from "../../../src/domain/export/track-selection.js";
import type { LibraryFile, LibraryPath } from "../../../src/domain/library/library-file.js";
import type { TrackKey } from "../../../src/domain/track/track-key.js";
import type { FoundAudio } from "../../../src/ports/library/library-folders.js";
import { ExportService, type OpenedExport } from "../../../src/services/export/export-service.js";
import { LocatedFiles } from "../../../src/services/export/located-files.js";
import { unlimitedBudget, type WorkBudget } from "../../../src/domain/work-budget.js";
import { SelectedAnalyses } from "../../../src/services/export/selected-analyses.js";
import type { SimilarityService } from "../../../src/services/similarity/similarity-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { linkedPerformances } from "../../fakes/linked-performances.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { sixSeconds } from "../../fakes/timelines.js";

/** More than two pages. */
const analyses = Array.from({ length: 620 }, (_, n) => {
  const place = String(n).padStart(3, "0");
  return {
    ...analysisOf("Ann", `Track ${place}`, { tempo: 60 + (n % 100) }),
    timeline: sixSeconds,
  };
});
const state = { sizeBytes: 1, modifiedAt: 0, changedAt: 1, inode: 1 };
const foundAt = (path: string): FoundAudio => ({ kind: "file", path, state });
const changedAt = (path: string): FoundAudio => ({
  ...foundAt(path),
  state: { ...state, changedAt: 2 },
});
const firstThree = filterSelectionFrom({ filter: {}, order: "trackName", limit: "3" });
const all = filterSelectionFrom({ filter: {}, order: "trackName", limit: undefined });

function fileOf(analysis: (typeof analyses)[number]): LibraryFile {
  const { recordingId, trackKey, artist, trackName } = analysis;
  const names = { recordingId, trackKey, artist, trackName, relativePath: `${trackName}.mp3` };
  return {
    folder: "/music",
    ...names,
    ...state,
    hasCover: false,
    fingerprint: "",
  };
}

describe("An export", () => {
  let database: Database;
  let store: SqlAnalysisStore;
  let catalogue: CatalogueIndex;
  let reads = 0;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:", connections: 2 });
    catalogue = new CatalogueIndex(database);
    store = new SqlAnalysisStore({ database, catalogue });
    for (const analysis of analyses) await store.save(analysis);
    const findValues = store.findValues.bind(store);
    store.findValues = (refs) => {
      reads++;
      return findValues(refs);
    };
  });
  beforeEach(() => (reads = 0));
  afterAll(() => database.close());

  const opened = (
    selection: Parameters<ExportService["open"]>[0],
    format: ExportFormat,
    given: {
      readonly files?: readonly LibraryFile[];
      /** What lies at the path of a file; by default the file as it was measured. */
      readonly onDisk?: (file: LibraryPath) => FoundAudio | AudioUnavailableError | undefined;
      readonly similar?: readonly TrackKey[] | Error;
      readonly budget?: WorkBudget;
      readonly formats?: readonly TrackFormat[];
    } = {},
  ): Promise<OpenedExport> => {
    const { files = [], similar = [], formats = trackFormats, budget } = given;
    const onDisk = given.onDisk ?? (({ relativePath }) => foundAt(relativePath));
    const similarity = {
      findSimilar: () =>
        similar instanceof Error
          ? Promise.reject(similar)
          : Promise.resolve(similar.map((trackKey) => ({ track: { trackKey } }))),
    } as unknown as SimilarityService;
    const service = new ExportService({
      ...{ store, formats, software: "Overtone 1.2.3", clock: new ManualClock() },
      selected: new SelectedAnalyses({
        ...{ store, catalogue, similarity, performances: linkedPerformances() },
      }),
      files: new LocatedFiles({
        library: new MemoryLibraryStore(files),
        folders: { findAudioOf: (paths) => Promise.resolve(paths.map(onDisk)) },
      }),
    });
    return service.open(selection, { format, title: "Title", budget });
  };
  const namesIn = (text: string): readonly string[] =>
    [...text.matchAll(/(?<=")Track [0-9]{3}(?=")/g)].map(([name]) => name);

  it("has every track once, in order, on more pages than one", async () => {
    const exported = await opened(all, "jsonl");

    const names = namesIn(await textFrom(exported));
    expect(names).toEqual(analyses.map(({ trackName }) => trackName));
    expect(exported.exported).toBe(620);
    expect(reads).toBe(4);
  });

  it("has the tracks that pass the filter, the first of them where there is a limit", async () => {
    const filter = { "tempo.gte": "150" };
    const selection = filterSelectionFrom({ filter, order: "-trackName", limit: "255" });

    const few = await opened(selection, "jsonl");
    const fewer = await opened({ ...selection, limit: 3 } as typeof selection, "jsonl");

    const passing = analyses.filter(({ estimates }) => (estimates.tempo.value ?? 0) >= 150);
    const names = passing.map(({ trackName }) => trackName).reverse();
    expect(namesIn(await textFrom(few))).toEqual(names);
    expect(namesIn(await textFrom(fewer))).toEqual(names.slice(0, 3));
  });

  it("reads no further than its content is taken, and stops with it", async () => {
    const { content } = await opened(all, "jsonl");
    const parts = content[Symbol.asyncIterator]();

    await parts.next();
    const readsOfFirst = reads;
    await parts.return?.();
    const after = await parts.next();

    expect(readsOfFirst).toBe(1);
    expect(reads).toBe(1);
    expect(after.done).toBe(true);
  });

  it("ends with the reason of its signal", async () => {
    const stopping = new AbortController();
    const exported = await opened(all, "jsonl", {
      budget: unlimitedBudget(stopping.signal),
    });
    stopping.abort(new Error("stopped"));

    await expect(textFrom(exported)).rejects.toThrow("stopped");
  });

  it("has the names of a column for each table where nothing was found", async () => {
    const none = filterSelectionFrom({ filter: { text: "nobody" }, order: undefined, limit: "5" });

    const text = await textFrom(await opened(none, "csv"));

    expect(text).toMatch(/^trackKey,artist,/);
    expect(text.split("\r\n")).toHaveLength(2);
  });

  it("leaves tracks without a file on this machine out of playlists, and counts them", async () => {
    const files = analyses.slice(0, 5).map(fileOf);
    const exported = await opened(all, "m3u8", {
      files,
      onDisk: ({ relativePath }) => {
        if (relativePath === "Track 003.mp3") return new AudioUnavailableError();
        return relativePath === "Track 001.mp3" ? undefined : foundAt(relativePath);
      },
    });

    const text = await textFrom(exported);
    const paths = text.split("\n").filter((line) => line.startsWith("/"));
    expect(paths).toEqual(["/music/Track 000.mp3", "/music/Track 002.mp3", "/music/Track 004.mp3"]);
    expect(text).toMatch(/# 617 tracks are left out/);
    expect(exported).toMatchObject({ exported: 3, leftOut: 617, unavailable: 1 });
  });

  it("has another file of a track where the newest is on another machine", async () => {
    const [first] = analyses;
    const elsewhere = { ...fileOf(first!), folder: "/elsewhere", modifiedAt: 2 };
    const exported = await opened(all, "m3u8", {
      files: [fileOf(first!), elsewhere],
      onDisk: ({ folder, relativePath }) =>
        folder === "/music" ? foundAt(relativePath) : undefined,
    });

    expect((await textFrom(exported)).split("\n")).toContain("/music/Track 000.mp3");
  });

  it.each(["csv", "jsonl", "m3u8", "xspf", "jspf", "rekordbox"] as const)(
    "has no track in %s whose file has changed since it was measured, and counts it",
    async (format) => {
      const files = analyses.slice(0, 3).map(fileOf);
      const exported = await opened(firstThree, format, {
        files,
        onDisk: ({ relativePath }) =>
          relativePath === "Track 001.mp3" ? changedAt(relativePath) : foundAt(relativePath),
      });

      const text = await textFrom(exported);

      expect([text.includes("Track 000"), text.includes("Track 001")]).toEqual([true, false]);
      expect(exported).toMatchObject({ exported: 2, leftOut: 1, unavailable: 0 });
    },
  );

  it("has another file of a track where the first has changed since it was measured", async () => {
    const [first] = analyses;
    const other = { ...fileOf(first!), relativePath: "other.mp3" };
    const exported = await opened(firstThree, "jsonl", {
      files: [fileOf(first!), other],
      onDisk: ({ relativePath }) =>
        relativePath === "other.mp3" ? foundAt(relativePath) : changedAt(relativePath),
    });

    expect(await textFrom(exported)).toContain('"path":"/music/other.mp3"');
  });

  it("has the files of other machines, and of disks that are away, in tables", async () => {
    const exported = await opened(firstThree, "jsonl", {
      files: analyses.slice(0, 2).map(fileOf),
      onDisk: ({ relativePath }) =>
        relativePath === "Track 000.mp3" ? undefined : new AudioUnavailableError(),
    });

    const paths = [...(await textFrom(exported)).matchAll(/"path":(null|"[^"]+")/g)];
    expect(paths.map(([, path]) => path)).toEqual([
      '"/music/Track 000.mp3"',
      '"/music/Track 001.mp3"',
      "null",
    ]);
    expect(exported).toMatchObject({ exported: 3, leftOut: 0 });
  });

  it("begins with the number of tracks where the format does, and has their sections", async () => {
    const files = analyses.slice(0, 120).map(fileOf);

    const text = await textFrom(await opened(all, "rekordbox", { files }));

    expect(text).toContain('<COLLECTION Entries="120">');
    expect(text.match(/<TRACK TrackID=/g)).toHaveLength(120);
    expect(text.match(/<POSITION_MARK /g)).toHaveLength(240);
  });

  it("has similar tracks in their order", async () => {
    const [one, two] = analyses;
    const selection = { kind: "similar", trackKey: one!.trackKey, count: 2 } as const;
    const similar = [two!.trackKey, one!.trackKey];

    const text = await textFrom(
      await opened({ ...selection, weights: {} as never }, "jsonl", { similar }),
    );

    expect(namesIn(text)).toEqual(["Track 001", "Track 000"]);
  });

  it("fails before its content begins where a track that others are compared with is not analysed", async () => {
    const { trackKey } = analyses[0]!;
    const selection = { kind: "similar", trackKey, count: 2, weights: {} as never } as const;

    const opening = opened(selection, "csv", { similar: new AnalysisNotFoundError(trackKey) });

    await expect(opening).rejects.toThrow(AnalysisNotFoundError);
  });
});

async function textFrom({ content }: OpenedExport): Promise<string> {
  const parts: Uint8Array[] = [];
  for await (const part of content) parts.push(part);
  return Buffer.concat(parts).toString();
}
