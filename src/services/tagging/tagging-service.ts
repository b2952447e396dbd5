import { DomainError } from "../../domain/errors/domain-error.js";
import type { TagRestoration } from "../../domain/tagging/tag-restoration.js";
import type { NewTagItem, TagField, TagItem } from "../../domain/tagging/tag-field.js";
import type { TagSettings } from "../../domain/tagging/tag-settings.js";
import type { RecordingId } from "../../domain/track/recording-id.js";
import type { TagContent, TagFiles } from "../../ports/library/tag-files.js";
import type { TagReader } from "../../ports/library/tag-reader.js";
import type { RecordedChange, RecordedWrite, TagJournal } from "../../ports/library/tag-journal.js";
import type { MeasuredFiles } from "./measured-files.js";
import { decideTag, isChange, type TagDecision } from "./tag-decision.js";
import { tagValuesFrom } from "./tag-values.js";
import type { TaggedPaths } from "./tagged-paths.js";
import type { RetaggedFiles } from "./retagged-files.js";

/** What is to be done with a file, or what was done. */
export interface TagPlan {
  /** Absolute. */
  readonly path: string;
  /** The recording that the file holds; absent where it could not be measured. */
  readonly recordingId?: RecordingId;
  readonly decisions: readonly TagDecision[];
  /** The file when the decisions were made; absent where it could not be read. */
  readonly content?: TagContent;
  /** Why nothing can be, or was, written; follows "the file: ". */
  readonly problem?: string;
}

/** A file whose tags were restored. */
export interface RestoredFile {
  /** Where the file is now. */
  readonly path: string;
  /** Where it was written; absent where it is there still. */
  readonly writtenAt?: string;
  /** The fields that have their old values again. */
  readonly restored: readonly TagField[];
  /** The fields that have since got other values, which were kept. */
  readonly changedSince: readonly TagField[];
  readonly problem?: string;
}

/** Why the tags of a file stay as they are. */
const SHARED_FILE = "a cue sheet divides it into tracks, which have one tag together";

/** Writes measured values to the tags of files, and undoes it. */
export class TaggingService {
  /** What was last written, by recording, or where that was not recorded by path; read when it is first needed. */
  #ours: Promise<ReadonlyMap<string, ReadonlyMap<TagField, string>>> | undefined;
  #runId: Promise<string> | undefined;

  constructor(
    private readonly needs: {
      readonly files: TagFiles;
      readonly journal: TagJournal;
      readonly measured: Pick<MeasuredFiles, "measure">;
      readonly written: Pick<TaggedPaths, "find">;
      readonly tags: Pick<TagReader, "readTracks">;
      readonly library: Pick<RetaggedFiles, "reread">;
    },
  ) {}

  /**
   * Decides which tags a file gets. Nothing is written.
   *
   * @param path absolute
   * @throws {unknown} `signal.reason`, when aborted
   */
  async plan(path: string, settings: TagSettings, signal: AbortSignal): Promise<TagPlan> {
    const content = await this.needs.files.read(path);
    if ("problem" in content) return { path, decisions: [], problem: content.problem };
    const tracks = await this.needs.tags.readTracks(path);
    if (tracks.some(({ range }) => range)) return { path, decisions: [], problem: SHARED_FILE };
    try {
      const analysis = await this.needs.measured.measure(path, signal);
      const { recordingId } = analysis;
      this.#ours ??= this.#readOurs();
      const written = await this.#ours;
      const ours = new Map([...(written.get(path) ?? []), ...(written.get(recordingId) ?? [])]);
      const values = tagValuesFrom(analysis, content.format, settings);
      const decisions = values.map((value) => decideTag(value, content.items, ours, settings));
      return { path, recordingId, decisions, content };
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return { path, decisions: [], problem: withoutFullStop(error.message) };
    }
  }

  /**
   * Writes the changes of a plan, after recording what they replace, and lets the library read the file again. Returns the
   * plan, with the problem where nothing was written.
   *
   * @throws {unknown} `signal.reason`, when aborted; the error of the journal
   */
  async write(plan: TagPlan, signal: AbortSignal): Promise<TagPlan> {
    const { path, recordingId, content } = plan;
    const decided = plan.decisions.filter(isChange);
    if (!content || decided.length === 0) return plan;
    const changes = decided.map(({ field, before, value }): RecordedChange => ({
      field,
      before: before.map(({ name, value, stored }) => ({
        ...{ name, value },
        ...(stored && { stored }),
      })),
      after: [{ value }],
    }));
    this.#runId ??= this.needs.journal.begin();
    const runId = await this.#runId;
    const write = {
      changes: new Map(changes.map(({ field, after }) => [field, after])),
      content,
      beforeReplacing: (restoration?: TagRestoration) =>
        this.needs.journal.add(runId, {
          ...{ path, changes },
          ...(recordingId && { recordingId }),
          ...(restoration && { restoration }),
        }),
    };
    const failed = await this.needs.files.write(path, write, signal);
    if (failed) return { ...plan, problem: failed.problem };
    await this.needs.library.reread([plan]);
    return plan;
  }

  /**
   * Finishes what runs have left that were killed while they wrote: removes their hidden files, and lets the library read
   * the files again that the last run has written. Returns the paths of the hidden files.
   */
  async finishKilled(): Promise<readonly string[]> {
    const removed = await this.needs.files.removeUnfinished();
    const last = (await this.needs.journal.list()).at(-1);
    await this.needs.library.reread(last?.writes ?? []);
    return removed;
  }

  /**
   * Restores the tags that the last run replaced, and lets the library read these files again. Values that were changed since
   * stay.
   *
   * @returns the files one after the other; nothing where there is no run to undo
   * @throws {unknown} `signal.reason`, when aborted; the same call continues
   */
  async *undo(signal: AbortSignal): AsyncGenerator<RestoredFile> {
    const run = (await this.needs.journal.list()).at(-1);
    if (!run) return;
    let hasProblem = false;
    // Backwards, because a file may have been written twice.
    for (const write of [...run.writes].reverse()) {
      signal.throwIfAborted();
      const file = await this.#undo(write, run.writes, signal);
      if (file.restored.length > 0) {
        await this.needs.library.reread([{ ...write, path: file.path }]);
      }
      hasProblem ||= file.problem !== undefined;
      yield file;
    }
    if (!hasProblem) await this.needs.journal.markUndone(run.id);
  }

  async #undo(
    write: RecordedWrite,
    run: readonly RecordedWrite[],
    signal: AbortSignal,
  ): Promise<RestoredFile> {
    const paths = await this.needs.written.find(write, run, signal);
    if (paths.includes(write.path)) return this.#restore(write, write.path, signal);
    const moved: string[] = [];
    for (const path of paths) if (await this.#hasWritten(path, write.changes)) moved.push(path);
    const [path, ...others] = moved;
    if (path !== undefined && others.length === 0) {
      return { ...(await this.#restore(write, path, signal)), writtenAt: write.path };
    }
    const problem =
      path === undefined
        ? await this.#problemOf(write.path)
        : `it was moved, and several files have what was written: ${moved.join(", ")}`;
    return { path: write.path, restored: [], changedSince: [], problem };
  }

  /** Why the file at a path is not the one that was written. */
  async #problemOf(path: string): Promise<string> {
    const content = await this.needs.files.read(path);
    if ("problem" in content) return content.problem;
    return "it holds another recording now, and no file of the library has what was written";
  }

  /** Whether a file has all values that were written. */
  async #hasWritten(path: string, changes: readonly RecordedChange[]): Promise<boolean> {
    const content = await this.needs.files.read(path);
    if ("problem" in content) return false;
    return changes.every(({ field, after }) => haveSameValues(valuesOf(content, field), after));
  }

  /** Brings back the whole file where nobody has changed it since, or else the values that are still ours. */
  async #restore(
    { changes, restoration }: RecordedWrite,
    path: string,
    signal: AbortSignal,
  ): Promise<RestoredFile> {
    const nothing = { path, restored: [], changedSince: [] };
    if (restoration) {
      const whole = await this.needs.files.restore(path, restoration, signal);
      if (whole === true) return { ...nothing, restored: changes.map(({ field }) => field) };
      if (whole !== false) return { ...nothing, problem: whole.problem };
    }
    const content = await this.needs.files.read(path);
    if ("problem" in content) return { ...nothing, problem: content.problem };
    const isNow = (field: TagField, values: readonly NewTagItem[]): boolean =>
      haveSameValues(valuesOf(content, field), values);
    const ours = changes.filter(({ field, after }) => isNow(field, after));
    const changedSince = changes
      .filter((one) => !ours.includes(one) && !isNow(one.field, one.before))
      .map(({ field }) => field);
    if (ours.length === 0) return { ...nothing, changedSince };
    const write = {
      changes: new Map(ours.map(({ field, before }) => [field, before])),
      content,
      beforeReplacing: () => Promise.resolve(),
    };
    const failed = await this.needs.files.write(path, write, signal);
    if (failed) return { ...nothing, problem: failed.problem };
    return { path, restored: ours.map(({ field }) => field), changedSince };
  }

  async #readOurs(): Promise<ReadonlyMap<string, ReadonlyMap<TagField, string>>> {
    const ours = new Map<string, Map<TagField, string>>();
    for (const { writes } of await this.needs.journal.list()) {
      for (const { path, recordingId, changes } of writes) {
        const file = recordingId ?? path;
        const fields = ours.get(file) ?? new Map<TagField, string>();
        for (const { field, after } of changes) {
          const [written] = after;
          if (written) fields.set(field, written.value);
        }
        ours.set(file, fields);
      }
    }
    return ours;
  }
}

const valuesOf = ({ items }: TagContent, field: TagField): readonly TagItem[] =>
  items.filter((item) => item.field === field);

function haveSameValues(one: readonly NewTagItem[], other: readonly NewTagItem[]): boolean {
  const [left, right] = [one, other].map((items) => items.map(({ value }) => value).sort());
  return JSON.stringify(left) === JSON.stringify(right);
}

const withoutFullStop = (sentence: string): string => sentence.replace(/\.$/, "");
