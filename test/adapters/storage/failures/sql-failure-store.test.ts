import { databaseTimes } from "../../../../src/adapters/storage/database-time.js";
import { SqlFailureStore } from "../../../../src/adapters/storage/failures/sql-failure-store.js";
import { trackKeyFrom } from "../../../../src/domain/track/track-key.js";
import { describeFailureStore } from "../../../contracts/failure-store.contract.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { timeOf } from "../time-of-clock.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const [one, two] = [trackKeyFrom("Ann", "one"), trackKeyFrom("Ann", "two")];
const failure = { code: "INTERNAL", message: "broken", facts: {} } as const;

describe.each(databaseSystems)("On %s,", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  describeFailureStore("SqlFailureStore", async (clock) => {
    const opened = { database: await databases.open(), time: timeOf(clock) };
    return {
      tracks: new SqlFailureStore({ ...opened, kind: "track" }),
      uploads: new SqlFailureStore({ ...opened, kind: "upload" }),
    };
  });

  describe("SqlFailureStore", () => {
    it("removes what has not been remembered for 30 days", async () => {
      const database = await databases.open();
      const clock = new ManualClock();
      const store = new SqlFailureStore({ database, kind: "track", time: timeOf(clock) });
      await store.remember({ name: one, trackKey: one }, failure, 1_000);

      clock.advance(1_000 + 30 * 86_400_000);
      await store.remember({ name: two, trackKey: two }, failure, 1_000);

      const rows = await database.kysely
        .selectFrom("analysisFailures")
        .select("trackKey")
        .execute();
      expect(rows).toEqual([{ trackKey: two }]);
    });

    it("remembers by the time of the database", async () => {
      const database = await databases.open();
      const time = databaseTimes[database.system];
      const store = new SqlFailureStore({ database, kind: "track", time });

      await store.remember({ name: one, trackKey: one }, failure, 60_000);

      const [found] = await store.findMany([one]);
      expect(found?.secondsLeft).toBeGreaterThan(50);
      expect(found?.secondsLeft).toBeLessThanOrEqual(60);
    });
  });
});
