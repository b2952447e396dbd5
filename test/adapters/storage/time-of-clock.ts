import { sql } from "kysely";
import type { DatabaseTime } from "../../../src/adapters/storage/database-time.js";
import type { ManualClock } from "../../fakes/manual-clock.js";

/** The time of a database whose clock the test advances. */
export const timeOf = (clock: ManualClock): DatabaseTime => {
  return () => sql<number>`cast(${clock.now()} as bigint)`;
};
