import type { Upload, UploadFile, UploadStore } from "../../../src/ports/analysis/upload-store.js";

/** A store that takes every upload, and records which are removed. Its files do not exist. */
export class MemoryUploads implements UploadStore {
  readonly removed: string[] = [];
  /** Those that `findOlderThan` returns. */
  old: readonly Upload[] = [];
  #count = 0;

  save(): Promise<Upload> {
    this.#count++;
    return Promise.resolve({ id: `upload-${this.#count}` });
  }

  open({ id }: Upload): Promise<UploadFile> {
    return Promise.resolve({ path: `/uploads/${id}`, close: () => Promise.resolve() });
  }

  remove({ id }: Upload): Promise<void> {
    this.removed.push(id);
    return Promise.resolve();
  }

  findOlderThan(): Promise<readonly Upload[]> {
    return Promise.resolve(this.old);
  }
}
