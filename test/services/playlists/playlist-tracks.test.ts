import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { estimateFields } from "../../../src/domain/analysis/descriptors.js";
import { parsePlaylist, type PlaylistParameters } from "../../../src/domain/playlist/playlist.js";
import type { TrackRef } from "../../../src/domain/track/track-ref.js";
import { SelectedAnalyses } from "../../../src/services/export/selected-analyses.js";
import { PlaylistTracks } from "../../../src/services/playlists/playlist-tracks.js";
import { TrackService } from "../../../src/services/search/track-service.js";
import { AnalysedTracks } from "../../../src/services/similarity/analysed-tracks.js";
import { MixPathService } from "../../../src/services/similarity/mix-path-service.js";
import { SimilarityService } from "../../../src/services/similarity/similarity-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { linkedPerformances } from "../../fakes/linked-performances.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

/** More than three pages; each is further away from the first than the one before it. */
const analyses = Array.from({ length: 350 }, (_, n) => {
  const values = Object.fromEntries(estimateFields.map((field) => [field, 0.1 + n / 1000]));
  return analysisOf("Ann", `Track ${n}`, { ...values, key: 0, mode: 1, tempo: 60 + n / 10 });
});
const ids = analyses.map(({ recordingId }) => recordingId);
const seeds = [ids[0]!];

describe("The tracks of a playlist", () => {
  let database: Database;
  let tracks: PlaylistTracks;
  /** How many analyses were read, and how many of them before other work could run. */
  let [read, readAtOnce, mostAtOnce] = [0, 0, 0];

  const find = (parameters: Omit<PlaylistParameters, "name">): Promise<readonly TrackRef[]> => {
    [read, readAtOnce, mostAtOnce] = [0, 0, 0];
    const { recipe } = parsePlaylist({ name: "Any", spreadArtists: false, ...parameters });
    return tracks.find(recipe!);
  };

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const catalogue = new CatalogueIndex(database);
    class CountingStore extends SqlAnalysisStore {
      override async findValues(refs: readonly TrackRef[]) {
        read += refs.length;
        readAtOnce += refs.length;
        mostAtOnce = Math.max(mostAtOnce, readAtOnce);
        return super.findValues(refs);
      }
    }
    class CountingClock extends ManualClock {
      override async sleep(...given: Parameters<ManualClock["sleep"]>) {
        readAtOnce = 0;
        await super.sleep(...given);
      }
    }
    const store = new CountingStore({ database, catalogue });
    const clock = new CountingClock();
    const logger = new RecordingLogger();
    const cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 9 });
    const library = new MemoryLibraryStore();
    const known = new TrackService({ cache, library, analyses: store });
    const analysed = new AnalysedTracks({ store, tracks: known });
    const compared = {
      ...{ catalogue, analysed, tracks: known },
      performances: linkedPerformances([ids[1]!, ids[2]!]),
      analysisVersion: 1,
    };
    const { performances } = compared;
    const similarity = new SimilarityService(compared);
    const mixPaths = new MixPathService(compared);
    const selected = new SelectedAnalyses({ store, catalogue, similarity, performances });
    const needs = { store, selected, similarity, mixPaths, performances };
    tracks = new PlaylistTracks({ ...needs, clock });
    for (const analysis of analyses) await store.save(analysis);
  });
  afterAll(() => database.close());

  it("that sound like a seed are the closest, one of each performance", async () => {
    const found = await find({ seeds, length: 5 });

    expect(found).toEqual([ids[1], ids[3], ids[4], ids[5], ids[6]]);
  });

  it("are found without reading those that are less similar", async () => {
    await find({ seeds, length: 5 });

    expect(read).toBeLessThan(analyses.length / 2);
  });

  it.each([
    { case: "like a seed", parameters: { seeds, length: 1000 }, count: 348 },
    {
      case: "like a seed, in an order",
      parameters: { seeds, order: "tempo", length: 5 },
      count: 5,
    },
    { case: "that pass a filter", parameters: { length: 1000 }, count: 350 },
  ])("let other work run while they are read: $case", async ({ parameters, count }) => {
    const found = await find(parameters);

    expect(found).toHaveLength(count);
    expect(read).toBeGreaterThanOrEqual(348);
    expect(mostAtOnce).toBeLessThan(150);
  });
});
