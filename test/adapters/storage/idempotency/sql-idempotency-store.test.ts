import { SqlIdempotencyStore } from "../../../../src/adapters/storage/idempotency/sql-idempotency-store.js";
import { describeIdempotencyStore } from "../../../contracts/access/idempotency-store.contract.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";
import { timeOf } from "../time-of-clock.js";

describe.each(databaseSystems)("On %s,", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  describeIdempotencyStore("SqlIdempotencyStore", async (clock) => {
    const database = await databases.open();
    return new SqlIdempotencyStore({ database, time: timeOf(clock) });
  });

  describe("SqlIdempotencyStore", () => {
    it("shares its answers with other servers, by the time of the database", async () => {
      const url = await databases.createUrl();
      const [one, other] = [await databases.open({ url }), await databases.open({ url })];
      const request = { caller: "a", key: "b" };
      const answer = { fingerprint: "print", status: 200, headers: {}, body: "{}" };
      const store = new SqlIdempotencyStore({ database: one });
      await store.claim(request, "token", 60_000);
      await store.keep(request, "token", answer, 60_000);

      const claim = await new SqlIdempotencyStore({ database: other }).claim(request, "2", 1_000);

      expect(claim).toEqual({ state: "answered", answer });
    });
  });
});
