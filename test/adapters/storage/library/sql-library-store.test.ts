import { SqlLibraryStore } from "../../../../src/adapters/storage/library/sql-library-store.js";
import { describeLibraryStore, fileOf } from "../../../contracts/library-store.contract.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

describe.each(databaseSystems)("On %s,", (system) => {
  const databases = openedDatabases(system);

  describeLibraryStore("SqlLibraryStore", async () => {
    return new SqlLibraryStore({ database: await databases.open() });
  });

  describe("SqlLibraryStore", () => {
    it("finds what another process saved, changed and removed since the last search", async () => {
      const url = await databases.createUrl();
      const searching = new SqlLibraryStore({ database: await databases.open({ url }) });
      const scanning = new SqlLibraryStore({ database: await databases.open({ url }) });
      const money = fileOf("Pink Floyd", "Money");
      const time = fileOf("Pink Floyd", "Time");
      await scanning.save([money, time]);
      const before = await searching.search("pink floyd", 10);

      await scanning.remove([money]);
      await scanning.save([{ ...time, trackName: "Time (live)" }, fileOf("Pink Floyd", "Echoes")]);
      const after = await searching.search("pink floyd", 10);

      expect(before.map(({ trackName }) => trackName).sort()).toEqual(["Money", "Time"]);
      expect(after.map(({ trackName }) => trackName).sort()).toEqual(["Echoes", "Time (live)"]);
    });

    it("finds every file while thousands of files are changed and removed", async () => {
      const store = new SqlLibraryStore({ database: await databases.open() });
      const files = Array.from({ length: 1500 }, (_, index) =>
        fileOf("Pink Floyd", `Take ${index}`),
      );
      await store.save(files);
      await store.search("pink floyd", 10);

      for (const live of ["one", "two"]) {
        await store.save(
          files.map((file) => ({ ...file, trackName: `${file.trackName} ${live}` })),
        );
        await store.search("pink floyd", 10);
      }
      await store.remove(files.slice(1));

      const found = await store.search("pink floyd", 10);
      expect(found.map(({ trackName }) => trackName)).toEqual(["Take 0 two"]);
    });

    it("finds by key, within a second, what another process changed", async () => {
      const url = await databases.createUrl();
      const clock = new ManualClock();
      const reading = new SqlLibraryStore({ database: await databases.open({ url }), clock });
      const scanning = new SqlLibraryStore({ database: await databases.open({ url }) });
      const money = fileOf("Pink Floyd", "Money");
      const albums: unknown[] = [];
      const read = async (): Promise<void> => {
        const [file] = await reading.findFirst([money.trackKey]);
        albums.push(file && (file.album ?? "none"));
      };

      await read();
      await scanning.save([{ ...money, album: "Single" }]);
      await read();
      await scanning.save([{ ...money, album: "The Dark Side" }]);
      clock.advance(1000);
      await read();
      await reading.remove([money]);
      await read();

      expect(albums).toEqual([undefined, "Single", "The Dark Side", undefined]);
    });

    it("reads the table once for many simultaneous searches", async () => {
      const statements: string[] = [];
      const database = await databases.open({ onStatement: (sql) => statements.push(sql) });
      const store = new SqlLibraryStore({ database });
      await store.save([fileOf("Pink Floyd", "Money")]);
      statements.length = 0;

      const found = await Promise.all(Array.from({ length: 20 }, () => store.search("money", 10)));

      expect(found.every((files) => files.length === 1)).toBe(true);
      expect(statements.filter((sql) => sql.includes('"names_folded" from'))).toHaveLength(1);
    });

    it("saves all files of a batch or none", async () => {
      const store = new SqlLibraryStore({ database: await databases.open() });
      const broken = { ...fileOf("Pink Floyd", "Time"), fingerprint: null as unknown as string };

      const saving = store.save([fileOf("Pink Floyd", "Money"), broken]);

      await expect(saving).rejects.toThrow(/not.null/iu);
      expect(await store.count()).toBe(0);
    });
  });
});
