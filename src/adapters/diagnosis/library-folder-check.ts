import { access, constants } from "node:fs/promises";
import { InvalidInputError } from "../../domain/errors/request-errors.js";
import type { FindingState } from "../../domain/operations/finding.js";
import type { Check } from "../../ports/runtime/check.js";
import type { Logger } from "../../ports/runtime/logger.js";
import { systemCodeOf } from "../runtime/system-error.js";
import { DiskLibraryFolders } from "../library/disk-library-folders.js";
import type { EmbeddedTagSource } from "../library/tags/embedded-tag-reader.js";
import type { Inspect } from "./database-checks.js";

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
export const libraryFolderCheck = (
  path: string,
  { excluded = [], inspect, embedded }: LibraryFolderNeeds,
): Check => ({
  what: `library ${path}`,
  async run(signal) {
    let skippedCount = 0;
    const logger = silentExceptFor(() => skippedCount++);
    const folders = new DiskLibraryFolders({ folders: [path], excluded, embedded, logger });
    try {
      const { folder } = await folders.resolve(path);
      await access(folder, constants.R_OK | constants.X_OK);
      const fileCount = await countOf(folders.listFiles(folder, { signal }));
      return findingOf(fileCount, await knownCount(folder, inspect), skippedCount);
    } catch (error) {
      signal.throwIfAborted();
      const isMissing = error instanceof InvalidInputError;
      if (!isMissing && systemCodeOf(error) === undefined) throw error;
      return {
        state: "fail",
        message: isMissing ? "does not exist, or is not a folder" : "cannot be read",
        advice: "Mount it, give this user read permission, or set another folder in LIBRARY_DIRS.",
      };
    }
  },
});

/** Returns the number of known files of a folder; 0 where the database cannot be read. */
async function knownCount(folder: string, inspect: Inspect): Promise<number> {
  try {
    return (await inspect())?.fileCounts.get(folder) ?? 0;
  } catch {
    return 0;
  }
}

/** Counts the files, up to the maximum. */
async function countOf(files: AsyncGenerator<unknown>): Promise<number> {
  let fileCount = 0;
  while (fileCount < MAX_FILES_COUNTED && !(await files.next()).done) fileCount++;
  await files.return(undefined);
  return fileCount;
}

function findingOf(fileCount: number, knownCount: number, skippedCount: number): FindingState {
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
      advice: "Put music there, or set another folder in LIBRARY_DIRS.",
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
