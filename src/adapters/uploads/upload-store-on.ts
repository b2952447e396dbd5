import type { UploadStore } from "../../ports/analysis/upload-store.js";
import type { Database } from "../storage/database.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { DiskUploadStore, type UploadStoreOptions } from "./disk-upload-store.js";
import { SqlUploadStore } from "./sql-upload-store.js";

/** Returns where uploads are stored: in a database that servers share, or on the disk of the only one. */
export function uploadStoreOn(
  { database, time }: { readonly database: Database; readonly time: DatabaseTime },
  options: UploadStoreOptions,
): UploadStore {
  return database.system === "postgres"
    ? new SqlUploadStore({ ...options, database, time })
    : new DiskUploadStore(options);
}
