import { randomUUID } from "node:crypto";
import { createReadStream } from "node:fs";
import { mkdir, open, rm } from "node:fs/promises";
import { join } from "node:path";
import { type Kysely, sql } from "kysely";
import { AnalyzerBusyError, AudioUndecodableError } from "../../domain/errors/analysis-errors.js";
import type { Upload, UploadFile, UploadStore } from "../../ports/analysis/upload-store.js";
import type { DatabaseTime } from "../storage/database-time.js";
import type { Database } from "../storage/database.js";
import type { Schema } from "../storage/tables.js";
import {
  BUSY_SECONDS,
  DiskUploadStore,
  GONE,
  MAX_STORED_UPLOADS,
  type UploadStoreOptions,
} from "./disk-upload-store.js";

/** Size of the parts in which a file is stored: small enough that a server holds a few of them in memory. */
const PART_BYTES = 256 * 1024;

/**
 * Stores uploads in the database, so that servers that share no disk read the uploads of each other. A
 * file is received and checked on the disk of one server, and copied to the disk of the server that
 * analyses it.
 */
export class SqlUploadStore implements UploadStore {
  readonly #kysely: Kysely<Schema>;
  readonly #time: DatabaseTime;
  /** Uploads on the disk of this server, before they are copied to the database. */
  readonly arriving: DiskUploadStore;

  constructor(
    private readonly needs: UploadStoreOptions & {
      readonly database: Database;
      readonly time: DatabaseTime;
    },
  ) {
    this.#kysely = needs.database.kysely;
    this.#time = needs.time;
    this.arriving = new DiskUploadStore(needs);
  }

  async save(bytes: AsyncIterable<Uint8Array>, announcedBytes?: number): Promise<Upload> {
    await this.#refuseWhereFull(announcedBytes ?? 0);
    const upload = await this.arriving.save(bytes, announcedBytes);
    try {
      const { path } = await this.arriving.open(upload);
      await this.#store(upload, path);
    } catch (error) {
      await this.#deleteParts(upload).catch(() => undefined);
      throw error;
    } finally {
      await this.arriving.remove(upload);
    }
    return upload;
  }

  async open({ id }: Upload): Promise<UploadFile> {
    const path = join(this.needs.folder, `${id}-${randomUUID()}`);
    const close = (): Promise<void> => rm(path, { force: true }).catch(() => undefined);
    try {
      await mkdir(this.needs.folder, { recursive: true, mode: 0o700 });
      await this.#copy(id, path);
    } catch (error) {
      await close();
      throw error;
    }
    return { path, close };
  }

  async remove(upload: Upload): Promise<void> {
    await this.arriving.remove(upload);
    await this.#deleteParts(upload);
  }

  async findOlderThan(milliseconds: number): Promise<readonly Upload[]> {
    const rows = await this.#kysely
      .selectFrom("uploadParts")
      .select("uploadId")
      .groupBy("uploadId")
      .having(({ fn }) => fn.max("storedAt"), "<=", this.#latest(milliseconds))
      .execute();
    const onDisk = await this.arriving.findOlderThan(milliseconds);
    return [...rows.map(({ uploadId }) => ({ id: uploadId })), ...onDisk];
  }

  #latest(milliseconds: number) {
    return sql<number>`${this.#time()} - ${sql.lit(milliseconds)}`;
  }

  /** Refuses an upload of this size where those of all servers leave no space for it. */
  async #refuseWhereFull(sizeBytes: number): Promise<void> {
    const { total } = await this.#kysely
      .selectFrom("uploadParts")
      .select(({ fn }) => fn.sum<number | null>("sizeBytes").as("total"))
      .executeTakeFirstOrThrow();
    const maxBytes = MAX_STORED_UPLOADS * this.needs.limitBytes;
    if (Number(total ?? 0) + sizeBytes > maxBytes) throw new AnalyzerBusyError(BUSY_SECONDS);
  }

  async #store({ id }: Upload, path: string): Promise<void> {
    let place = 0;
    for await (const content of createReadStream(path, { highWaterMark: PART_BYTES })) {
      const part = content as Buffer;
      await this.#kysely
        .insertInto("uploadParts")
        .values({
          ...{ uploadId: id, place: place++, sizeBytes: part.length, content: part },
          storedAt: this.#time(),
        })
        .execute();
    }
  }

  async #copy(id: string, path: string): Promise<void> {
    const file = await open(path, "wx", 0o600);
    try {
      for (let place = 0; ; place++) {
        const part = await this.#kysely
          .selectFrom("uploadParts")
          .select("content")
          .where("uploadId", "=", id)
          .where("place", "=", place)
          .executeTakeFirst();
        if (part === undefined && place === 0) throw new AudioUndecodableError(GONE);
        if (part === undefined) return;
        await file.writeFile(part.content);
      }
    } finally {
      await file.close();
    }
  }

  async #deleteParts({ id }: Upload): Promise<void> {
    await this.#kysely.deleteFrom("uploadParts").where("uploadId", "=", id).execute();
  }
}
