import {
  type Database,
  type DatabaseOptions,
  openDatabase,
} from "../../../src/adapters/storage/database.js";

/** Opens databases, by default in memory, and closes them after each test. */
export function openedDatabases(): {
  open: (options?: Partial<DatabaseOptions>) => Promise<Database>;
} {
  const opened: Database[] = [];
  afterEach(async () => {
    for (const database of opened.splice(0)) await database.close();
  });
  return {
    async open(options = {}) {
      const database = await openDatabase({ url: "sqlite::memory:", ...options });
      opened.push(database);
      return database;
    },
  };
}
