import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { SqlAnalysisStore } from "../../../src/adapters/storage/analyses/sql-analysis-store.js";
import { CatalogueIndex } from "../../../src/adapters/storage/catalogue/catalogue-index.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { TrackService } from "../../../src/services/search/track-service.js";
import { SentenceNamesReader } from "../../../src/services/sentences/sentence-names-reader.js";
import { SentenceService } from "../../../src/services/sentences/sentence-service.js";
import { AnalysedTracks } from "../../../src/services/similarity/analysed-tracks.js";
import { SimilarityService } from "../../../src/services/similarity/similarity-service.js";
import { analysisOf } from "../../contracts/analyses/analysis-store.contract.js";
import { linkedPerformances } from "../../fakes/linked-performances.js";
import { recordingOf } from "../../fakes/measured-audio.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { MemoryLibraryStore } from "../../fakes/memory-library-store.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";

describe("Asking for tracks in a sentence", () => {
  let database: Database;
  let sentences: SentenceService;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const catalogue = new CatalogueIndex(database);
    const store = new SqlAnalysisStore({ database, catalogue });
    const logger = new RecordingLogger();
    const cache = new KeyvMetadataCache({
      database,
      clock: new ManualClock(),
      logger,
      ttlSeconds: 9,
    });
    const library = new MemoryLibraryStore();
    const tracks = new TrackService({ cache, library, analyses: store });
    const analysed = new AnalysedTracks({ store, tracks });
    const performances = linkedPerformances([recordingOf("one"), recordingOf("other")]);
    const similarity = new SimilarityService({
      ...{ catalogue, analysed, tracks, performances, analysisVersion: 1 },
    });
    const names = new SentenceNamesReader({ catalogue, store });
    sentences = new SentenceService({ catalogue, store, similarity, tracks, names });
    const voice = { instrumentalness: 0.1 };
    const none = { instrumentalness: 0.9 };
    for (const [artist, title, genre, values] of [
      ["Ann", "Still Water", "Ambient", { tempo: 70, arousal: 0.1, energy: 0.1, ...none }],
      ["Ann", "Night Drive", "Deep House", { tempo: 122, arousal: 0.6, energy: 0.6, ...none }],
      ["Ben & the Birds", "Choir", "House", { tempo: 126, arousal: 0.8, energy: 0.7, ...voice }],
      ["Cleo", "Like Glass", "Folk", { tempo: 95, arousal: 0.3, energy: 0.2, ...voice }],
    ] as const) {
      await store.save({ ...analysisOf(artist, title, values), release: { genre, year: 1994 } });
    }
  });
  afterAll(() => database.close());

  const titlesOf = async (sentence: string): Promise<readonly string[]> => {
    const { tracks } = await sentences.find(sentence, 10);
    return tracks.map(({ track }) => track.trackName);
  };

  it("ranks by wishes, keeps conditions, and says why each track is there", async () => {
    const { parts, tracks, totalCount } = await sentences.find("calm, with rain, no vocals", 1);

    expect(totalCount).toBe(2);
    expect(parts.map(({ meaning }) => meaning.kind)).toEqual(["wish", "unknown", "condition"]);
    expect(tracks).toEqual([
      {
        track: expect.objectContaining({ trackName: "Still Water" }) as object,
        score: expect.any(Number) as number,
        reasons: [
          { part: 0, text: "arousal 0.1, energy 0.1", closeness: tracks[0]!.score },
          { part: 2, text: "instrumentalness 0.9", closeness: null },
        ],
      },
    ]);
    expect(tracks[0]!.score).toBeGreaterThan(0.5);
  });

  it("finds genres with those whose names end alike, and leaves out what is excluded", async () => {
    expect(await titlesOf("house")).toEqual(["Night Drive", "Choir"]);
    expect(await titlesOf("no house")).toEqual(["Still Water", "Like Glass"]);
    expect(await titlesOf("elektronisch, aber nicht House")).toEqual(["Still Water"]);
  });

  it("knows artists and tracks of the library by name", async () => {
    expect(await titlesOf("songs by Ben & the Birds")).toEqual(["Choir"]);
    expect(await titlesOf("slower than Night Drive")).toEqual(["Still Water", "Like Glass"]);
    const like = await titlesOf('like "Like Glass" by Cleo but slower');
    expect(like).toEqual(["Still Water"]);
  });

  it("leaves the track itself out of what is like it", async () => {
    const titles = await titlesOf("wie Choir");

    expect(titles).toHaveLength(3);
    expect(titles).not.toContain("Choir");
  });

  it("finds nothing where no word is known", async () => {
    const { parts, tracks, totalCount } = await sentences.find("theremin, like Nowhere", 10);

    expect(parts.map(({ text }) => text)).toEqual(["theremin", "Nowhere"]);
    expect({ tracks, totalCount }).toEqual({ tracks: [], totalCount: 0 });
  });

  it("finds nothing where the library has none of a genre", async () => {
    expect(await titlesOf("jazz")).toEqual([]);
  });
});
