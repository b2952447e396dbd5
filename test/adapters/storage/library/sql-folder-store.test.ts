import { SqlFolderStore } from "../../../../src/adapters/storage/library/sql-folder-store.js";
import { ManualClock } from "../../../fakes/manual-clock.js";
import { databaseSystems, openedDatabases } from "../opened-databases.js";

const added = { folder: "/music", isAdded: true, isPaused: false };
const paused = { folder: "/disk", isAdded: false, isPaused: true };

describe.each(databaseSystems)("On %s, SqlFolderStore", (system) => {
  const databases = openedDatabases(system);

  it("lists what was saved last of each folder, ordered by path", async () => {
    const store = new SqlFolderStore({
      database: await databases.open(),
      clock: new ManualClock(),
    });

    await store.save({ ...added, isPaused: true });
    await store.save(paused);
    await store.save(added);

    expect(await store.list()).toEqual([paused, added]);
  });

  it("removes a folder that is neither added nor paused", async () => {
    const store = new SqlFolderStore({
      database: await databases.open(),
      clock: new ManualClock(),
    });
    await store.save(added);

    await store.save({ ...added, isAdded: false });
    await store.save({ ...paused, isPaused: false });

    expect(await store.list()).toEqual([]);
  });

  it("notices changes of another process after a second", async () => {
    const url = await databases.createUrl();
    const clock = new ManualClock();
    const [one, other] = await Promise.all(
      [1, 2].map(
        async () => new SqlFolderStore({ database: await databases.open({ url }), clock }),
      ),
    );
    const before = await one!.list();
    await other!.save(added);

    clock.advance(999);
    const during = await one!.list();
    clock.advance(1);
    const after = await one!.list();

    expect([before, during, after]).toEqual([[], [], [added]]);
  });
});
