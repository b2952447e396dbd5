import { SqlLikenessLayoutStore } from "../../../../src/adapters/storage/likeness/sql-likeness-layout-store.js";
import type { LikenessLayout } from "../../../../src/domain/likeness/likeness-layout.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const layoutOf = (madeOf: number, version = "1/1"): LikenessLayout => ({
  ...{ version, madeOf },
  landmarks: Int8Array.from({ length: 48 }, (_, at) => (at % 2 === 0 ? at : -127 + at)),
  places: Float32Array.from([0.02, 0.98, 0.5, 0.25, 1 / 3, madeOf / 1000]),
});

describe.each(databaseSystems)("The kept layout on %s", (databaseSystem) => {
  const databases = openedDatabases(databaseSystem);

  it("is found as it was kept, and replaced by the next one", async () => {
    const store = new SqlLikenessLayoutStore({ database: await databases.open() });
    const none = await store.find();
    const first = await store.keep(layoutOf(3), undefined);
    const found = await store.find();
    const second = await store.keep(layoutOf(12), found);

    expect(none).toBeUndefined();
    expect(first).toEqual(layoutOf(3));
    expect(found).toEqual(first);
    expect(second).toEqual(layoutOf(12));
    expect(await store.find()).toEqual(second);
  });

  it("is that of the process that was first, where two arrange at once", async () => {
    const database = await databases.open();
    const [one, other] = [
      new SqlLikenessLayoutStore({ database }),
      new SqlLikenessLayoutStore({ database }),
    ];

    const first = await one.keep(layoutOf(5), undefined);
    const late = await other.keep(layoutOf(6), undefined);
    const replaced = await other.keep(layoutOf(30, "1/2"), late);
    const tooLate = await one.keep(layoutOf(31, "1/2"), first);

    expect(late).toEqual(first);
    expect(replaced).toEqual(layoutOf(30, "1/2"));
    expect(tooLate).toEqual(replaced);
  });
});
