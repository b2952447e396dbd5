import { NodeRandomSource } from "../../../../src/adapters/runtime/node-random-source.js";
import type { Database } from "../../../../src/adapters/storage/database.js";
import { SqlScanStore } from "../../../../src/adapters/storage/library/sql-scan-store.js";
import { LibraryScans } from "../../../../src/services/library/library-scans.js";
import { timeOf } from "../../../adapters/storage/time-of-clock.js";
import { ManualClock } from "../../../fakes/manual-clock.js";

/** Opens what shows the scans of a server on a database. */
export function openedScans(database: Database, clock = new ManualClock()): LibraryScans {
  const store = new SqlScanStore({ database, clock, time: timeOf(clock) });
  return new LibraryScans({ store, clock, random: new NodeRandomSource() });
}
