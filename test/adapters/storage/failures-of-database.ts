import type { Database } from "../../../src/adapters/storage/database.js";
import {
  SqlFailureStore,
  type FailureKind,
} from "../../../src/adapters/storage/failures/sql-failure-store.js";
import { RememberedFailures } from "../../../src/services/analysis/remembered-failures.js";
import { FailureLog } from "../../../src/services/failure-log.js";
import { ManualClock } from "../../fakes/manual-clock.js";
import { RecordingLogger } from "../../fakes/recording-logger.js";
import { timeOf } from "./time-of-clock.js";

/** Returns failures that a database remembers, which the clock of the test makes older. */
export function rememberedFailures(
  database: Database,
  given: { readonly clock?: ManualClock; readonly kind?: FailureKind } = {},
): RememberedFailures {
  const { clock = new ManualClock(), kind = "track" } = given;
  return new RememberedFailures({
    store: new SqlFailureStore({ database, kind, time: timeOf(clock) }),
    failures: new FailureLog({ logger: new RecordingLogger() }),
  });
}
