import { access, constants } from "node:fs/promises";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { FindingState } from "../../domain/operations/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { DiskLibraryFolders } from "../library/disk-library-folders.js";
import type { EmbeddedTagSource } from "../library/tags/embedded-tag-reader.js";
import type { Inspect } from "./database-checks.js";
import type { DatabaseInspection } from "./database-inspection.js";

/** Maximum number of files that are counted, so that the check ends soon. */
const MAX_FILES_COUNTED = 100_000;

/** What the check of a library folder needs. */
interface LibraryFolderNeeds {
  /** Names and glob patterns of what a scan skips; none where absent. */
  readonly excluded?: readonly string[] | undefined;
  readonly inspect: Inspect;
  /** Reads the tags inside files; its owner closes it. */
  readonly embedded: EmbeddedTagSource;
}

/** Checks whether a library folder exists and can be read, and how many of its files are known. */
export const libraryFolderCheck = (path: string, needs: LibraryFolderNeeds): Check => ({
  what: `library ${path}`,
  run: (signal) => folderState(path, { ...needs, otherwise: CONFIGURE_ANOTHER }, signal),
});

/**
 * Checks the folders that were added beside the configured ones. They are known to the database only, so that one
 * check is for all of them: its finding is that of the folder in the worst state.
 */
export const addedFoldersCheck = (needs: LibraryFolderNeeds): Check => ({
  what: "added folders",
  async run(signal) {
    const database = await inspected(needs.inspect);
    const paths = database?.addedFolders ?? [];
    const message = addedText(paths.length, database?.pausedFolderCount ?? 0);
    let worst: FindingState = { state: "ok", message };
    for (const path of paths) {
      const found = await folderState(path, { ...needs, otherwise: REMOVE_IT }, signal);
      if (SEVERITIES.indexOf(found.state) <= SEVERITIES.indexOf(worst.state)) continue;
      worst = { ...found, message: `${path}: ${found.message}` };
    }
    return worst;
  },
});

/** From the least severe to the most. */
const SEVERITIES: readonly FindingState["state"][] = ["ok", "warn", "fail"];

function addedText(count: number, pausedCount: number): string {
  const read = count === 1 ? "1 can be read" : `all ${count} can be read`;
  const paused = pausedCount === 1 ? "1 is paused" : `${pausedCount} are paused`;
  const parts = [...(count > 0 ? [read] : []), ...(pausedCount > 0 ? [paused] : [])];
  return parts.length === 0 ? "none" : parts.join("; ");
}

const CONFIGURE_ANOTHER = "set another folder in LIBRARY_DIRS";
const REMOVE_IT = "remove it from the library by `overtone library remove`";

/** @param options.otherwise what may be done instead of mending the folder */
async function folderState(
  path: string,
  {
    excluded = [],
    inspect,
    embedded,
    otherwise,
  }: LibraryFolderNeeds & { readonly otherwise: string },
  signal: AbortSignal,
): Promise<FindingState> {
  let skippedCount = 0;
  const logger = silentExceptFor(() => skippedCount++);
  const folders = new DiskLibraryFolders({ folders: [path], excluded, embedded, logger });
  try {
    const { folder } = await folders.resolve(path);
    await access(folder, constants.R_OK | constants.X_OK);
    const fileCount = await countOf(folders.listFiles(folder, { signal }));
    const knownCount = (await inspected(inspect))?.fileCounts.get(folder) ?? 0;
    return findingOf({ fileCount, knownCount, skippedCount, otherwise });
  } catch (error) {
    signal.throwIfAborted();
    const isMissing = error instanceof InvalidInputError;
    if (!isMissing && systemCodeOf(error) === undefined) throw error;
    return {
      state: "fail",
      message: isMissing ? "does not exist, or is not a folder" : "cannot be read",
      advice: `Mount it, give this user read permission, or ${otherwise}.`,
    };
  }
}

/** Returns what the database says; `undefined` where it cannot be read, which is the finding of another check. */
export async function inspected(inspect: Inspect): Promise<DatabaseInspection | undefined> {
  try {
    return await inspect();
  } catch {
    return undefined;
  }
}

/** Counts the files, up to the maximum. */
async function countOf(files: AsyncGenerator<unknown>): Promise<number> {
  let fileCount = 0;
  while (fileCount < MAX_FILES_COUNTED && !(await files.next()).done) fileCount++;
  await files.return(undefined);
  return fileCount;
}

function findingOf({
  fileCount,
  knownCount,
  skippedCount,
  otherwise,
}: {
  readonly fileCount: number;
  readonly knownCount: number;
  readonly skippedCount: number;
  readonly otherwise: string;
}): FindingState {
  const isCounted = fileCount < MAX_FILES_COUNTED;
  const files = `audio files: ${isCounted ? "" : "at least "}${fileCount}`;
  if (skippedCount > 0) {
    return {
      state: "warn",
      message: `${files}; files and folders in it that cannot be read: ${skippedCount}`,
      advice: "Give this user read permission, or remove them. `overtone scan` names them.",
    };
  }
  if (fileCount === 0) {
    return {
      state: "warn",
      message: "contains no audio files",
      advice: `Put music there, or ${otherwise}.`,
    };
  }
  if (knownCount === 0) {
    return {
      state: "warn",
      message: `${files}; known from the last scan: none`,
      advice: "Run `overtone scan`; starting the server does it too.",
    };
  }
  return { state: "ok", message: `${files}; known from the last scan: ${knownCount}` };
}

function silentExceptFor(warn: () => void): Logger {
  const ignore = (): void => undefined;
  return { debug: ignore, info: ignore, warn, error: ignore };
}
