import { mkdir, open, readdir, readFile, rename, type FileHandle } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { tagFields } from "../../domain/tagging/tag-field.js";
import { isRecordingId } from "../../domain/track/recording-id.js";
import type { RecordedRun, RecordedWrite, TagJournal } from "../../ports/library/tag-journal.js";
import type { Clock } from "../../ports/runtime/clock.js";
import { onDisk } from "../runtime/on-disk.js";
import { systemCodeOf } from "../runtime/system-error.js";

const UNWRITTEN = "The journal of tags could not be written to the disk.";

const RUN_SUFFIX = ".jsonl";
const UNDONE_SUFFIX = ".undone";

const position = z.number().int().min(0);

/** Earlier versions have recorded the names and values only. */
const storedShape = z.object({
  form: z.string(),
  index: position,
  base64: z.base64(),
});
const items = z.array(
  z.object({ name: z.string().optional(), value: z.string(), stored: storedShape.optional() }),
);
const restorationShape = z.object({
  digest: z.string().regex(/^[0-9a-f]{64}$/),
  patch: z.object({
    sizeBytes: position,
    endBytes: position,
    parts: z.array(z.object({ start: position, base64: z.base64() })),
  }),
});
const writeShape = z.object({
  path: z.string(),
  recordingId: z.string().refine(isRecordingId).optional(),
  changes: z.array(z.object({ field: z.enum(tagFields), before: items, after: items })),
  restoration: restorationShape.optional(),
});

/** Keeps the journal in a folder: one file per run, with a JSON line per tagged file. */
export class FileTagJournal implements TagJournal {
  constructor(private readonly needs: { readonly folder: string; readonly clock: Clock }) {}

  /** The id is the time, so that runs sort by it. */
  begin(): Promise<string> {
    return onDisk(UNWRITTEN, () => this.#begin());
  }

  async #begin(): Promise<string> {
    await mkdir(this.needs.folder, { recursive: true });
    const time = new Date(this.needs.clock.now()).toISOString().replaceAll(/[:.]/g, "-");
    for (let number = 1; ; number += 1) {
      const id = `${time}-${number}`;
      try {
        await (await open(this.#pathOf(id), "wx", 0o600)).close();
        return id;
      } catch (error) {
        if (systemCodeOf(error) !== "EEXIST") throw error;
      }
    }
  }

  /** @throws {StorageFullError} the disk is full; the journal is as before */
  add(runId: string, write: RecordedWrite): Promise<void> {
    return onDisk(UNWRITTEN, async () => {
      const file = await open(this.#pathOf(runId), "a");
      try {
        const { size } = await file.stat();
        // What a full disk took of a line would spoil the next one.
        await this.#append(file, `${JSON.stringify(write)}\n`).catch(async (error: unknown) => {
          await file.truncate(size).catch(() => undefined);
          throw error;
        });
      } finally {
        await file.close();
      }
    });
  }

  async #append(file: FileHandle, line: string): Promise<void> {
    await file.writeFile(line);
    await file.sync();
  }

  async list(): Promise<readonly RecordedRun[]> {
    const names = await readdir(this.needs.folder).catch((error: unknown) => {
      if (systemCodeOf(error) === "ENOENT") return [];
      throw error;
    });
    const ids = names
      .filter((name) => name.endsWith(RUN_SUFFIX))
      .map((name) => name.slice(0, -RUN_SUFFIX.length));
    return Promise.all(
      ids.sort().map(async (id) => {
        const text = await readFile(this.#pathOf(id), "utf8");
        return { id, writes: text.split("\n").flatMap(parsedLine) };
      }),
    );
  }

  async markUndone(runId: string): Promise<void> {
    await rename(this.#pathOf(runId), `${this.#pathOf(runId)}${UNDONE_SUFFIX}`);
  }

  #pathOf(runId: string): string {
    return join(this.needs.folder, `${runId}${RUN_SUFFIX}`);
  }
}

/** Returns what a line records; nothing where the process was killed while it wrote the line. */
function parsedLine(line: string): readonly RecordedWrite[] {
  try {
    const { path, recordingId, changes, restoration } = writeShape.parse(JSON.parse(line));
    const named = (values: z.infer<typeof items>): RecordedWrite["changes"][number]["before"] =>
      values.map(({ name, value, stored }) => ({
        value,
        ...(name !== undefined && { name }),
        ...(stored && { stored }),
      }));
    return [
      {
        path,
        ...(recordingId && { recordingId }),
        ...(restoration && { restoration }),
        changes: changes.map(({ field, before, after }) => ({
          field,
          before: named(before),
          after: named(after),
        })),
      },
    ];
  } catch {
    return [];
  }
}
