import { readFileSync } from "node:fs";
import { KeyvMetadataCache } from "../../../src/adapters/cache/keyv-metadata-cache.js";
import { LibraryProvider } from "../../../src/adapters/metadata/library/library-provider.js";
import { openDatabase, type Database } from "../../../src/adapters/storage/database.js";
import { SqlLibraryStore } from "../../../src/adapters/storage/library/sql-library-store.js";
import { nameSimilarity } from "../../../src/services/search/match-score.js";
import type { SearchService } from "../../../src/services/search/search-service.js";
import { fileOf } from "../../contracts/library-store.contract.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { searchAmong } from "./search-among.js";

type EqualNames = readonly [kind: string, typed: string, name: string];

/** What people type, and the names that they mean. */
const table = JSON.parse(
  readFileSync(new URL("equal-names.json", import.meta.url), "utf8"),
) as readonly EqualNames[];

describe("Of the table of equal names", () => {
  it("there are 300", () => {
    expect(table.length).toBeGreaterThanOrEqual(300);
  });

  it.each(table)("with %s, %j is %j and no other name", (_kind, typed, name) => {
    const equal = table.filter(([, , other]) => nameSimilarity(typed, other) === 1);

    expect(equal.map(([, , other]) => other)).toEqual([name]);
  });
});

describe("A search in a library of the table of equal names", () => {
  let database: Database;
  let service: SearchService;

  beforeAll(async () => {
    database = await openDatabase({ url: "sqlite::memory:" });
    const [clock, logger] = [new ManualClock(), new RecordingLogger()];
    const store = new SqlLibraryStore({ database });
    await store.save(table.map(([, , name]) => fileOf("Somebody", name)));
    const cache = new KeyvMetadataCache({ database, clock, logger, ttlSeconds: 60 });
    service = searchAmong([new LibraryProvider({ store })], { cache, clock });
  });
  afterAll(() => database.close());

  it.each(table)(
    "with %s finds by %j the track %j first, with the score 1",
    async (_kind, track, name) => {
      const { results } = await service.search({ track, limit: 5 }, new AbortController().signal);

      expect(results[0]).toMatchObject({ track: { trackName: name }, matchScore: 1 });
    },
  );
});
