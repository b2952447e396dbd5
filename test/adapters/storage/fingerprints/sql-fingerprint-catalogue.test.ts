import { SqlAnalysisStore } from "../../../../src/adapters/storage/analyses/sql-analysis-store.js";
import type { DatabaseOptions } from "../../../../src/adapters/storage/database.js";
import { SqlFingerprintCatalogue } from "../../../../src/adapters/storage/fingerprints/sql-fingerprint-catalogue.js";
import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import type { Analysis } from "../../../../src/domain/analysis/analysis.js";
import { packFingerprint } from "../../../../src/domain/fingerprint/fingerprint-text.js";
import { analysisOf } from "../../../contracts/analyses/analysis-store.contract.js";
import { replaceBytes } from "../../../contracts/analyses/replaced-bytes.js";
import { randomWords } from "../../../domain/fingerprint/random-words.js";
import { recordingOf } from "../../../fakes/measured-audio.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const LENGTH = 400;
const wordsOf = (number: number): Uint32Array => randomWords(LENGTH, number);
const heardOf = (number: number, words = wordsOf(number)): Analysis => ({
  ...analysisOf("Artist", `Title ${number}`),
  fingerprint: packFingerprint(words),
});
const idOf = (number: number) => heardOf(number).recordingId;
const excerptOf = (words: Uint32Array): Uint32Array => words.slice(100, 160);

describe.each(databaseSystems)("SqlFingerprintCatalogue on %s", (system) => {
  const databases = openedDatabases(system);
  let url: string;

  beforeEach(async () => {
    url = await databases.createUrl();
  });

  /** A store and a catalogue over the same database, as each process has its own. */
  const openProcess = async (options: Partial<DatabaseOptions> = {}) => {
    const database = await databases.open({ url, ...options });
    return {
      database,
      store: new SqlAnalysisStore({ database }),
      files: new SqlLibraryStore({ database }),
      sounds: new SqlFingerprintCatalogue({ database }),
    };
  };

  const foundBy = async (
    { sounds }: Awaited<ReturnType<typeof openProcess>>,
    words: Uint32Array,
  ): Promise<readonly string[]> => {
    const places = await sounds.find(excerptOf(words), 5);
    return [
      ...new Set(
        places.filter(({ agreeing }) => agreeing > 1).map(({ recordingId }) => recordingId),
      ),
    ];
  };

  it("finds where an excerpt comes from, of what this or another process has stored", async () => {
    const process = await openProcess();
    const other = await openProcess();
    for (const number of [1, 2, 3]) await process.store.save(heardOf(number));
    const before = await foundBy(other, wordsOf(4));

    await process.store.save(heardOf(4));
    const places = await other.sounds.find(excerptOf(wordsOf(4)), 5);

    expect(before).toEqual([]);
    expect(places[0]).toMatchObject({ recordingId: idOf(4) });
    expect(Math.abs((places[0]?.offset ?? 0) - 100)).toBeLessThanOrEqual(1);
    expect(await foundBy(other, wordsOf(2))).toEqual([idOf(2)]);
  });

  it("finds a recording whose fingerprint was replaced by the new one, and no removed one", async () => {
    const process = await openProcess();
    const { store, files } = process;
    await store.save(heardOf(1));
    await store.save(heardOf(2));
    await foundBy(process, wordsOf(1));

    await store.save(heardOf(1, wordsOf(9)));
    await replaceBytes(files, heardOf(2));

    expect(await foundBy(process, wordsOf(1))).toEqual([]);
    expect(await foundBy(process, wordsOf(9))).toEqual([idOf(1)]);
    expect(await foundBy(process, wordsOf(2))).toEqual([]);
  });

  it("finds an analysis by its digest once it is verified", async () => {
    const process = await openProcess();
    await process.store.save(heardOf(1));
    await foundBy(process, wordsOf(1));

    await process.store.verify(idOf(1), recordingOf("digest"));

    expect(await foundBy(process, wordsOf(1))).toEqual([recordingOf("digest")]);
  });

  it("returns whole fingerprints in the order of the ids, and none where there is none", async () => {
    const { store, sounds } = await openProcess();
    const silent = analysisOf("Artist", "Without a fingerprint");
    await store.save(silent);
    for (const number of [1, 2]) await store.save(heardOf(number));

    const found = await sounds.findFingerprints([idOf(2), silent.recordingId, idOf(1)]);

    expect(found).toEqual([wordsOf(2), undefined, wordsOf(1)]);
    expect(await sounds.findFingerprints([])).toEqual([]);
  });

  it("reads what it has not read yet, and no whole fingerprint to find places", async () => {
    const statements: string[] = [];
    const process = await openProcess({ onStatement: (sql) => statements.push(sql) });
    await process.store.save(heardOf(1));
    await foundBy(process, wordsOf(1));
    statements.length = 0;

    await foundBy(process, wordsOf(1));

    expect(statements).toHaveLength(1);
    expect(statements[0]).toContain("analysis_revision");
  });
});
