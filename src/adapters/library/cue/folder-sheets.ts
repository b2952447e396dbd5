import { compareTexts } from "../../../domain/compare-texts.js";
import { join } from "node:path";
import {
  MAX_CUE_LENGTH,
  parseCueSheet,
  type CueFile,
  type CueProblem,
  type CueSheet,
} from "../../../domain/cue/cue-sheet.js";
import { unmarkedTextFrom } from "../../../domain/unmarked-text.js";
import { areNamedAlike, isPathOfCue, meantAudioFile } from "../../../domain/cue/cue-tracks.js";
import type { DiskCalls } from "../../files/disk-calls.js";
import { fileOpenerOn, type WantedFile } from "../../files/open-file.js";
import { isAudioName, isCueName } from "../file-kinds.js";
import { filesIn } from "../files-in.js";
import { systemCodeOf } from "../../runtime/system-error.js";

/** Maximum number of sheets that are read in one directory. */
const MAX_SHEETS = 1_000;

/** What a sheet in a directory says of an audio file there. */
export interface SheetEntry {
  /** The name of the sheet. */
  readonly sheetName: string;
  readonly sheet: CueSheet;
  readonly file: CueFile;
}

/** The cue sheets of a directory. */
export interface FolderSheets {
  /** The best entry for each audio file, by its name. */
  readonly entries: ReadonlyMap<string, SheetEntry>;
  /** The sheets that are not used, by their names. */
  readonly problems: ReadonlyMap<string, string>;
}

/** Where sheets are read. */
export interface SheetsPlace {
  readonly disk: DiskCalls;
  /** Absolute, symbolic links resolved. */
  readonly directory: string;
  /** The canonical folders that the sheets must lie in; absent for any. */
  readonly within?: readonly string[] | undefined;
  /** The name of the only sheet that is meant; absent for all. */
  readonly onlyName?: string | undefined;
}

/**
 * Reads the cue sheets of a directory. Where several describe an audio file, one of the same name goes first, then the
 * one with the most tracks, then the first by name.
 */
export async function readFolderSheets(place: SheetsPlace): Promise<FolderSheets> {
  const { onlyName } = place;
  const found = (await filesIn(place.disk, place.directory)).filter(
    ({ name }) => !name.startsWith("."),
  );
  const audioNames = found.map(({ name }) => name).filter(isAudioName);
  const sheets = found
    .filter(({ name }) => isCueName(name) && name === (onlyName ?? name))
    .sort((one, other) => compareTexts(one.name, other.name));
  const entries = new Map<string, SheetEntry>();
  const problems = new Map<string, string>();
  for (const found of sheets.slice(0, MAX_SHEETS)) {
    const { name: sheetName } = found;
    const sheet = found.isFile() ? await readCueSheet(place, sheetName) : { problem: "is a link" };
    const outside = "problem" in sheet ? undefined : sheet.files.find(isPathOfCue);
    if ("problem" in sheet) problems.set(sheetName, sheet.problem);
    else if (outside) problems.set(sheetName, `names a file of another folder: ${outside.name}`);
    else {
      for (const file of sheet.files) {
        const isOnlyEntry = sheet.files.length === 1;
        const audioName = meantAudioFile(file, { fileName: sheetName, isOnlyEntry }, audioNames);
        if (audioName === undefined) continue;
        const entry = { sheetName, sheet, file };
        const known = entries.get(audioName);
        if (!known || isBetter(entry, known, audioName)) entries.set(audioName, entry);
      }
    }
  }
  return { entries, problems };
}

function isBetter(entry: SheetEntry, known: SheetEntry, audioName: string): boolean {
  const isAlike = areNamedAlike(entry.sheetName, audioName);
  if (isAlike !== areNamedAlike(known.sheetName, audioName)) return isAlike;
  return entry.file.tracks.length > known.file.tracks.length;
}

async function readCueSheet(
  { disk, directory, within }: SheetsPlace,
  name: string,
): Promise<CueSheet | CueProblem> {
  try {
    const wanted: WantedFile = { path: join(directory, name), within };
    const file = await fileOpenerOn(disk)(wanted);
    try {
      const stats = await file.stat();
      if (!stats.isFile()) return { problem: "is not a regular file" };
      if (stats.size > MAX_CUE_LENGTH) return { problem: "is longer than a megabyte" };
      const bytes = new Uint8Array(stats.size);
      const { bytesRead } = await file.read(bytes, 0, stats.size, 0);
      return parseCueSheet(unmarkedTextFrom(bytes.subarray(0, bytesRead)));
    } finally {
      await file.close();
    }
  } catch (error) {
    const code = systemCodeOf(error);
    if (code === undefined) throw error;
    return { problem: `cannot be read (${code})` };
  }
}
