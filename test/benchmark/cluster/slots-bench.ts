import { join } from "node:path";
import Sqlite from "better-sqlite3";
import type { BenchDatabase } from "./queue-database.js";
import { startServer } from "./cluster-processes.js";
import {
  measureSet,
  reportCost,
  type IdleCost,
  type Participants,
  type TrackCost,
} from "./analysis-costs.js";
import type { Material } from "./material.js";

const TRACKS = 5;
const WARM_UP_TRACKS = 60;

/**
 * Measures the tracks of a server that analyses itself, in one slot: on PostgreSQL, and on SQLite.
 *
 * @param idle what a server and PostgreSQL use in any case, if it is known
 */
export async function benchSlots(
  database: BenchDatabase,
  material: Material,
  environment: Record<string, string>,
  idle: IdleCost | undefined,
): Promise<TrackCost> {
  const warmUp = await material.add("short.wav", WARM_UP_TRACKS);
  const trackKeys = await material.add("wav", TRACKS);
  const settings = { ...environment, ANALYSIS_CONCURRENCY: "1" };
  const measure = async (participants: Participants): Promise<TrackCost> => {
    await measureSet(participants, warmUp);
    const cost = await measureSet(participants, trackKeys);
    await participants.server.process.stop();
    return cost;
  };

  const onPostgres = await measure({
    server: await startServer(settings),
    workers: [],
    stored: () => database.number("select count(*) from analyses"),
    databaseSeconds: () => database.processorSeconds(),
    ...(idle && { idle }),
  });
  reportCost("server, its own slot, PostgreSQL", onPostgres);

  const folder = join(material.folder, "..", "sqlite");
  const server = await startServer({ ...settings, DATA_DIR: folder, DATABASE_URL: "" });
  const file = new Sqlite(join(folder, "overtone.db"), { readonly: true });
  const count = file.prepare("select count(*) from analyses").pluck();
  const onSqlite = await measure({ server, workers: [], stored: () => Number(count.get()) });
  file.close();
  reportCost("server, its own slot, SQLite", onSqlite);
  return onPostgres;
}
