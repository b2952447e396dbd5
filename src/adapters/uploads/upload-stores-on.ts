import type { UploadStore } from "../../ports/analysis/upload-store.js";
import type { Database } from "../storage/database.js";
import type { DatabaseTime } from "../storage/database-time.js";
import { DiskUploadStore, type UploadStoreOptions } from "./disk-upload-store.js";
import { SqlUploadStore } from "./sql-upload-store.js";

/** Where uploads are stored. */
export interface UploadStores {
  /** Those that wait for a job, which another server may run. */
  readonly uploads: UploadStore;
  /** Those that the process which receives them reads itself. */
  readonly ownUploads: UploadStore;
}

/**
 * Returns where uploads are stored: those of jobs in a database that servers share, or on the disk of the only one; all
 * others on the disk.
 */
export function uploadStoresOn(
  { database, time }: { readonly database: Database; readonly time: DatabaseTime },
  options: UploadStoreOptions,
): UploadStores {
  if (database.system !== "postgres") {
    const disk = new DiskUploadStore(options);
    return { uploads: disk, ownUploads: disk };
  }
  const uploads = new SqlUploadStore({ ...options, database, time });
  return { uploads, ownUploads: uploads.arriving };
}
